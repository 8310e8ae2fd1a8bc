/* Loops in another loop's header: in the initialiser once an instance, in the
   condition once an evaluation. */
/* target outer: instances 4, iterations 12 */
/* target init: instances 4, iterations 20 */
/* target condition: instances 16, iterations 32 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(4); k++)
#pragma algoprof loop name(outer)
        for (int i = ({
                 int n = 0;
#pragma algoprof loop name(init)
                 while (n < opaque(5))
                     n++;
                 n - 5;
             });
             ({
                 int n = 0;
#pragma algoprof loop name(condition)
                 while (n < opaque(2))
                     n++;
                 i * n < 6;
             });
             i++)
            sum += i;
    printf("%d\n", sum);
    return 0;
}
