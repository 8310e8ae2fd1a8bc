/* GCC can see that the body is never entered; the loop is an instance all the
   same. */
/* target none: instances 10, iterations 0 */
/* target inlined: instances 20, iterations 30 */
#include "opaque.h"
#include <stdio.h>

static inline __attribute__((always_inline)) int total(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(inlined)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    static int data[4] = { 1, 2, 3, 4 };
    int sum = 0;
    for (int k = 0; k < opaque(10); k++) {
        int n = 0;
#pragma algoprof loop name(none)
        for (int i = 0; i < n; i++)
            sum += data[i];
        sum += total(data, 0) + total(data, 3) * k;
        data[0]++;
    }
    printf("%d\n", sum);
    return 0;
}
