/* Unrolled by hand's order, peeled, split and unswitched by GCC's. */
/* target unroll: instances 4, iterations 148 */
/* target peel: instances 4, iterations 12 */
/* target unswitch: instances 4, iterations 200 */
/* target split: instances 4, iterations 200 */
#include "opaque.h"
#include <stdio.h>

static int a[64];

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(4); k++) {
        int flag = opaque(k & 1);
#pragma algoprof loop name(unroll)
#pragma GCC unroll 8
        for (int i = 0; i < opaque(37); i++)
            sum += a[i];
#pragma algoprof loop name(peel)
        for (int i = 0; i < 3; i++)
            a[i] += sum;
#pragma algoprof loop name(unswitch)
        for (int i = 0; i < 50; i++)
            if (flag)
                a[i] += i;
            else
                a[i] -= k;
#pragma algoprof loop name(split)
        for (int i = 0; i < 50; i++)
            a[i] += i < 20 ? k : 7;
    }
    printf("%d\n", sum);
    return 0;
}
