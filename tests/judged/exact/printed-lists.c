/* By formula: the v functions of printf's family, in traced callees of
   the program's, at all places that arguments may have.
       strings    "%s%d%s" 7, "one" 4, "two" 4
       mixed      "%f%s%.2s%Lf%s" 14, "one" 4, 2 of "two", "six" 4
       many       "%d%d%d%d%d%d%f%s%s" 19, "one" 4, "two" 4
       stars      "%*.*s|%s" 9, 2 of "one", "two" 4
       counted    "%g%n" 5 */
/* exact strings: instances 8, size 15, union 15 */
/* exact mixed: instances 8, size 24, union 24 */
/* exact many: instances 8, size 27, union 27 */
/* exact stars: instances 8, size 15, union 15 */
/* exact counted: instances 8, size 5, union 5 */
#include "judge.h"
#include <stdarg.h>
#include <stdio.h>

static char one[] = "one", two[] = "two", six[] = "six", buffer[256];
static char formats[5][24] = { "%s%d%s", "%f%s%.2s%Lf%s", "%d%d%d%d%d%d%f%s%s", "%*.*s|%s", "%g%n" };
static int written;

__attribute__((noinline)) static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(buffer, sizeof buffer, format, list);
    va_end(list);
    return n + buffer[opaque(n - 1)];
}

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(strings)
        ONCE
        sum += print(formats[0], one, 5, two);
#pragma algoprof loop name(mixed)
        ONCE
        sum += print(formats[1], 1.5, one, two, 2.5L, six);
#pragma algoprof loop name(many)
        ONCE
        sum += print(formats[2], 1, 2, 3, 4, 5, 6, 7.0, one, two);
#pragma algoprof loop name(stars)
        ONCE
        sum += print(formats[3], 5, 2, one, two);
#pragma algoprof loop name(counted)
        ONCE
        {
            sum += print(formats[4], 0.5, &written);
            sum += written;
        }
    }
    printf("%ld\n", sum);
    return 0;
}
