/* A marked loop inside a traced one, with an unmarked one between. */
/* target outer: instances 6, iterations 30 */
/* target inner: instances 120, iterations 360 */
#include "opaque.h"
#include <stdio.h>

static int data[16];

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 6; r++) {
#pragma algoprof loop name(outer)
        for (int i = 0; i < opaque(5); i++) {
            for (int j = 0; j < opaque(4); j++) {
                data[j]++;
#pragma algoprof loop name(inner)
                for (int k = 0; k < opaque(3); k++)
                    sum += data[k];
            }
        }
    }
    printf("%d\n", sum);
    return 0;
}
