/* Two marks on one loop, and a mark and an attribute: one target each, the first
   mark's. */
/* target first: instances 3, iterations 30 */
/* target named: instances 2, iterations 10 */
/* target both#2: instances 2, iterations 14 */
#include "opaque.h"
#include <stdio.h>

__attribute__((algoprof, noinline)) static int both(int n)
{
    int sum = 0;
#pragma algoprof loop name(named)
    for (int i = 0; i < n; i++)
        sum += opaque(i);
    for (int i = 0; i < n + 2; i++)
        sum += opaque(i);
    return sum;
}

int main(void)
{
    int sum = both(opaque(4)) + both(opaque(6));
    for (int k = 0; k < 3; k++)
#pragma algoprof loop name(first)
#pragma algoprof loop name(second)
        for (int i = 0; i < opaque(10); i++)
            sum += i;
    printf("%d\n", sum);
    return 0;
}
