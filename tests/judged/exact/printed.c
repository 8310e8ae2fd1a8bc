/* By formula: printf's family reads the format and what its conversions point
   to, and writes its result.
       strings    "%s-%.3s|" 9, "hello" 6, 3 of "world"
       stars      "%.*s%*d" 8, 4 of "hello"
       numbered   "%2$s %1$d" 10, "hello" 6
       bounded    "%s" 3, "hello" 6; writes 4, of which 3 are read
       counted    "%s%n" 5, "hello" 6
       wide       "%ls" 4, "wide" 20
       wide_out   L"%ls%s" 24, L"wide" 20, "hello" 6
       pointers   "%p%d" 5
       allocated  "%d:%s" 6, "hello" 6
       streams    as strings; "%d:%s" 6, "ld" 3 */
/* exact strings: instances 8, size 18, union 18 */
/* exact stars: instances 8, size 12, union 12 */
/* exact numbered: instances 8, size 16, union 16 */
/* exact bounded: instances 8, size 9, union 9 */
/* exact counted: instances 8, size 11, union 11 */
/* exact wide: instances 8, size 24, union 24 */
/* exact wide_out: instances 8, size 50, union 50 */
/* exact pointers: instances 8, size 5, union 5 */
/* exact allocated: instances 8, size 12, union 12 */
/* exact streams: instances 8, size 27, union 27 */
#define _GNU_SOURCE
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static char hello[] = "hello", world[] = "world", buffer[64];
static wchar_t wide[] = L"wide", wide_buffer[64];
static int written;
static char *made;
static char formats[8][16] = { "%s-%.3s|", "%.*s%*d", "%2$s %1$d", "%s", "%s%n", "%ls", "%p%d", "%d:%s" };
static wchar_t wide_format[] = L"%ls%s";

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    FILE *out = fopen("/dev/null", "w");
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(strings)
        ONCE
        {
            sprintf(buffer, formats[0], hello, world);
            sum += buffer[opaque(8)];
        }
#pragma algoprof loop name(stars)
        ONCE
        sum += sprintf(buffer, formats[1], opaque(4), hello, opaque(3), 7) + buffer[opaque(6)];
#pragma algoprof loop name(numbered)
        ONCE
        sum += sprintf(buffer, formats[2], 3, hello);
#pragma algoprof loop name(bounded)
        ONCE
        {
            snprintf(buffer, opaque(4), formats[3], hello);
            sum += buffer[opaque(0)] + buffer[opaque(3)] + snprintf(NULL, 0, formats[3], hello);
        }
#pragma algoprof loop name(counted)
        ONCE
        {
            sprintf(buffer, formats[4], hello, &written);
            sum += written;
        }
#pragma algoprof loop name(wide)
        ONCE
        sum += sprintf(buffer, formats[5], wide);
#pragma algoprof loop name(wide_out)
        ONCE
        sum += swprintf(wide_buffer, 64, wide_format, wide, hello) + wide_buffer[opaque(8)];
#pragma algoprof loop name(pointers)
        ONCE
        sum += sprintf(buffer, formats[6], (void *)hello, 5) > 0;
#pragma algoprof loop name(allocated)
        ONCE
        {
            sum += asprintf(&made, formats[7], 12, hello) + made[opaque(7)];
            free(made);
        }
#pragma algoprof loop name(streams)
        ONCE
        {
            sum += fprintf(out, formats[0], hello, world);
            sum += dprintf(fileno(out), formats[7], 1, world + opaque(3));
        }
    }
    printf("%ld\n", sum);
    return 0;
}
