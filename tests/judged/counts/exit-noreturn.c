/* The loop's only way out is a call that does not return. */
/* target main: instances 1, iterations 7 */
#include "opaque.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int i = 0;
#pragma algoprof loop
    for (;;) {
        if (++i == opaque(7)) {
            printf("%d\n", i);
            exit(0);
        }
    }
}
