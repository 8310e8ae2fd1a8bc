/* target sum: instances 3, iterations 3000 */
/* target saxpy: instances 3, iterations 3000 */
/* target odd: instances 3, iterations 309 */
/* target bytes: instances 3, iterations 3000 */
#include "opaque.h"
#include <stdio.h>

static int a[1000];
static float x[1000], y[1000];
static unsigned char text[1000];

int main(void)
{
    int total = 0, n = opaque(1000);
    for (int k = 0; k < opaque(3); k++) {
#pragma algoprof loop name(sum)
        for (int i = 0; i < n; i++)
            total += a[i] + i;
#pragma algoprof loop name(saxpy)
        for (int i = 0; i < n; i++)
            y[i] += 2.0f * x[i] + 1;
#pragma algoprof loop name(odd)
        for (int i = 0; i < opaque(103); i++)
            a[i] = a[i + 1] * 3 + k;
#pragma algoprof loop name(bytes)
        for (int i = 0; i < n; i++)
            text[i] = text[i] > 100 ? 0 : text[i] + k;
    }
    printf("%d %g %d\n", total, y[7], text[5]);
    return 0;
}
