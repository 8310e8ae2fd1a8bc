/* See unloaded.c. */
#include "../opaque.h"

__attribute__((visibility("default"))) int run(int n);

int run(int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++) {
#pragma algoprof loop name(plug)
        for (int i = 0; i < opaque(7); i++)
            sum += opaque(i);
        if (k % 2)
            continue;
#pragma algoprof loop name(idle)
        for (int i = 0; i < opaque(0); i++)
            sum += opaque(i);
    }
    return sum;
}
