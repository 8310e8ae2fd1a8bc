/* By formula: as in other files, where -D_FORTIFY_SOURCE=2 makes the calls
   checking ones, with their arguments in other places.
       strings  from up to 11
       formats  the format's 8, "/dev/null" 10, from up to 17
       lists    "%.2s" 5, 2 and 4 of from
       streams  the last 15 of the line are old */
/* flags: -D_FORTIFY_SOURCE=2 */
/* exact memory: instances 8, size 20, union 20 */
/* exact strings: instances 8, size 12, union 12 */
/* exact formats: instances 8, size 36, union 36 */
/* exact lists: instances 8, size 11, union 11 */
/* exact streams: instances 8, size 15, union 15, external 19 */
/* exact descriptors: instances 8, size 10, union 10, external 9 */
/* exact wide: instances 8, size 36, union 36 */
#define _GNU_SOURCE
#include "judge.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static char from[32] = "hello", into[64], format[] = "%s-%.2s", link_name[] = "/dev/null", line[64];
static wchar_t wide[16] = L"wide", wide_into[32], wide_format[] = L"%ls";

__attribute__((noinline)) static int list(char *to, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    int n = vsprintf(into, text, arguments);
    va_end(arguments);
    return n + *to;
}

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    FILE *file = tmpfile(), *out = fopen("/dev/null", "w");
    fputs("0123456789line one\n", file);
    fflush(file);
    for (int k = 0; k < 8; k++) {
        rewind(file);
#pragma algoprof loop name(memory)
        ONCE
        {
            memcpy(into, from, opaque(20));
            memmove(into + 20, into, opaque(20));
            memset(into + 40, 1, opaque(10));
            sum += into[opaque(49)] + into[opaque(30)];
        }
#pragma algoprof loop name(strings)
        ONCE
        {
            strcpy(into, from);
            strcat(into, from);
            strncpy(into + 20, into, opaque(10));
            strncat(into, from + opaque(3), opaque(3));
            sum += stpcpy(into + 30, into + opaque(5)) - into + *(int *)(from + 6) + from[opaque(10)] + from[opaque(11)];
        }
#pragma algoprof loop name(formats)
        ONCE
        {
            sum += sprintf(into, format, from, from) + snprintf(into, sizeof into - opaque(9), format, from, from);
            sum += fprintf(out, format, link_name, from) + into[opaque(7)] + *(short *)(from + 6) + *(short *)(from + 8);
            sum += from[opaque(10)] + from[opaque(11)] + *(int *)(from + 12) + from[opaque(16)] - from[opaque(17)];
        }
#pragma algoprof loop name(lists)
        ONCE
        sum += list(into, format + opaque(3), from) + *(int *)(from + 4);
#pragma algoprof loop name(streams)
        ONCE
        {
            sum += fread(line, 1, opaque(10), file);
            sum += fgets(line + 10, opaque(20), file) != NULL;
            for (int j = 0; j < 35; j++)
                sum += line[opaque(j)];
        }
#pragma algoprof loop name(descriptors)
        ONCE
        {
            sum += pread(fileno(file), line, opaque(9), opaque(10));
            sum += readlink(link_name, line + 20, opaque(20)) + line[opaque(8)];
        }
#pragma algoprof loop name(wide)
        ONCE
        {
            sum += swprintf(wide_into, 32 - opaque(2), wide_format, wide);
            sum += *wmemcpy(wide_into + 10, wide_into, opaque(5)) + wide_into[opaque(14)];
        }
    }
    printf("%d\n", sum != 0);
    return 0;
}
