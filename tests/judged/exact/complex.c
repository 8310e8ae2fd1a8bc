/* By formula: complex numbers, and parts of them. */
/* exact whole: instances 8, size 160, union 160 */
/* exact real: instances 8, size 80, union 80 */
/* exact imaginary: instances 8, size 80, union 80 */
/* exact store_part: instances 8, size 80, union 80 */
/* exact floats: instances 8, size 80, union 80 */
/* exact integers: instances 8, size 20, union 20 */
#include "judge.h"
#include <stdio.h>

_Complex double a[10], b[10];
_Complex float f[10], g[10];
_Complex char c[10];

int main(void)
{
    double sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(whole)
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 3;
#pragma algoprof loop name(real)
        for (int i = 0; i < n; i++)
            sum += __real__ a[i];
#pragma algoprof loop name(imaginary)
        for (int i = 0; i < n; i++)
            sum += __imag__ a[i];
#pragma algoprof loop name(store_part)
        for (int i = 0; i < n; i++) {
            __imag__ b[i] = k;
            sum += __real__ b[i] + __imag__ b[i];
        }
#pragma algoprof loop name(floats)
        for (int i = 0; i < n; i++)
            g[i] = ~f[i];
#pragma algoprof loop name(integers)
        for (int i = 0; i < n; i++)
            sum += __real__ c[i] + __imag__ c[i];
    }
    printf("%g %g\n", sum, __real__ g[3]);
    return 0;
}
