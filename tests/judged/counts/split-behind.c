/* A loop that is split behind one whose count comes out of it: the plugin computes what it is
   of a part, and what that is made of leaves its own loop properly. */
/* target steps: instances 40, iterations 210 */
#include "opaque.h"
#include <setjmp.h>
#include <stdio.h>

static unsigned char u[4200];
static jmp_buf jump;

int main(void)
{
    static unsigned long t;
    for (int k = 0; k < 40; k++) {
        int n = opaque(k);
        unsigned long s = 1;
        if (!setjmp(jump)) {
#pragma algoprof loop name(steps)
            for (int i = 0; i < n; i += 4)
                s = s * 3 + 1;
            t += s;
        } else
            t++;
        u[300] = 0;
        for (int i = 0; i < 4200; i++)
            if (i != 300)
                u[i] = (unsigned char)(i * 31 % 255 + 1);
    }
    printf("%lu %d\n", t, u[77]);
    return 0;
}
