/* target up: instances 7, iterations 70 */
/* target down: instances 7, iterations 70 */
#include <stdio.h>

static volatile int shared;

int main(void)
{
    volatile int k;
    for (k = 0; k < 7; k++) {
        volatile int i;
#pragma algoprof loop name(up)
        for (i = 0; i < 10; i++)
            shared++;
#pragma algoprof loop name(down)
        while (shared)
            shared--;
    }
    printf("%d\n", shared);
    return 0;
}
