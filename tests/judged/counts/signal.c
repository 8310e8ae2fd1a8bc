/* A handler with a marked loop, in the middle of a loop that may be traced. */
/* target main: instances 3, iterations 30 */
/* target handler: instances 6, iterations 24 */
#include "opaque.h"
#include <signal.h>
#include <stdio.h>

static volatile int sum;
static int data[4] = { 1, 2, 3, 4 };

static void handler(int number)
{
#pragma algoprof loop
    for (int i = 0; i < opaque(4); i++)
        sum += data[i] + number % 1;
}

int main(void)
{
    signal(SIGUSR1, handler);
    for (int k = 0; k < 3; k++)
#pragma algoprof loop
        for (int i = 0; i < opaque(10); i++) {
            if (i % 5 == 2)
                raise(SIGUSR1);
            sum += i;
        }
    printf("%d\n", sum);
    return 0;
}
