/* By formula: dates.  A time is 8 bytes, a broken-down one 56.
       broken     the time; the result is written
       made       all of it
       formatted  "%Y-%m" and NUL, the 56 */
/* exact broken: instances 8, size 8, union 8 */
/* exact library: instances 8, size 8, union 8 */
/* exact made: instances 8, size 56, union 56 */
/* exact formatted: instances 8, size 62, union 62 */
/* exact text: instances 8, size 56, union 56 */
#include "judge.h"
#include <stdio.h>
#include <time.h>

static time_t moment = 1000000000;
static struct tm parts, more = { .tm_mday = 1 };
static char format[] = "%Y-%m", text[64];

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(broken)
        ONCE
        {
            gmtime_r(&moment, &parts);
            sum += parts.tm_year + *(char *)&parts.tm_zone;
        }
#pragma algoprof loop name(library)
        ONCE
        sum += gmtime(&moment)->tm_mon;
#pragma algoprof loop name(made)
        ONCE
        sum += mktime(&more) + more.tm_wday;
#pragma algoprof loop name(formatted)
        ONCE
        sum += strftime(text, opaque(20), format, &parts) + text[opaque(7)];
#pragma algoprof loop name(text)
        ONCE
        sum += *asctime_r(&parts, text) + text[opaque(25)];
    }
    printf("%d\n", sum != 0);
    return 0;
}
