/* Loops that run before and after main. */
/* target before: instances 1, iterations 11 */
/* target after: instances 1, iterations 12 */
/* target at_end: instances 1, iterations 13 */
#include "opaque.h"
#include <stdio.h>
#include <stdlib.h>

static int sum;

__attribute__((constructor)) static void before(void)
{
#pragma algoprof loop
    for (int i = 0; i < opaque(11); i++)
        sum += i;
}

static void at_end(void)
{
#pragma algoprof loop
    for (int i = 0; i < opaque(13); i++)
        sum += i;
}

__attribute__((destructor)) static void after(void)
{
#pragma algoprof loop
    for (int i = 0; i < opaque(12); i++)
        sum += i;
    printf("%d\n", sum);
}

int main(void)
{
    atexit(at_end);
    return 0;
}
