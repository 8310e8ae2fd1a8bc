/* By formula: text to numbers, up to the first character that is not part of
   one, which has to be looked at.
       decimal   " -12;" in five ways
       based     "0x1fg"; "0xz"; "7778"; "9"
       floating  "1.5e+x"; "-.25,"; "infin" and NUL; "0x1p4." */
/* exact decimal: instances 8, size 5, union 5 */
/* exact based: instances 8, size 13, union 13 */
/* exact floating: instances 8, size 23, union 23 */
/* exact ends: instances 8, size 5, union 5 */
#include "judge.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static char decimal[] = " -12;345", hex[] = "0x1fgh", prefix[] = "0xz1", octal[] = "7778", nine[] = "9";
static char exponent[] = "1.5e+x1", fraction[] = "-.25,1", infinite[] = "infin", binary[] = "0x1p4.5";

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    double sum = 0;
    char *end;
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(decimal)
        ONCE
        {
            sum += atoi(decimal) + atol(decimal) + atoll(decimal);
            sum += strtol(decimal, NULL, 10) + strtoimax(decimal, NULL, 0);
        }
#pragma algoprof loop name(based)
        ONCE
        {
            sum += strtoul(hex, NULL, 16) + strtoll(prefix, NULL, 0);
            sum += strtoull(octal, NULL, 8) + strtol(nine, NULL, 8) + strtol(nine, NULL, 8);
        }
#pragma algoprof loop name(floating)
        ONCE
        sum += strtod(exponent, NULL) + strtof(fraction, NULL) + (strtold(infinite, NULL) > 1) + atof(binary);
#pragma algoprof loop name(ends)
        ONCE
        {
            sum += strtol(decimal, &end, 10);
            sum += *end;
        }
    }
    printf("%g\n", sum);
    return 0;
}
