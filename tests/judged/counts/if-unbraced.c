/* Under an "if" without braces, with and without else. */
/* target yes: instances 5, iterations 50 */
/* target no: instances 3, iterations 9 */
/* target else: instances 5, iterations 25 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 10; k++) {
        if (k % 2)
#pragma algoprof loop name(yes)
            for (int i = 0; i < opaque(10); i++)
                sum += i;
        else
#pragma algoprof loop name(else)
            for (int i = 0; i < opaque(5); i++)
                sum ^= i;
        if (k > 6)
#pragma algoprof loop name(no)
            for (int i = 0; i < opaque(3); i++)
                sum += k;
    }
    printf("%d\n", sum);
    return 0;
}
