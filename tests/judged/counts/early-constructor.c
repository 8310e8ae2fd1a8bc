/* A marked loop that runs before the runtime's own constructor, with a value
   alive in a vector register over it.  Constructors of that priority are the
   implementation's, so the compiler may warn; libraries get there too. */
/* target early: instances 2, iterations 20 */
#include "opaque.h"
#include <stdio.h>

static double data[10] = { 1, 2, 3 };
static double first;

__attribute__((noinline)) static double run(void)
{
    double kept = opaque(7) * 0.5, sum = 0;
    __asm__ volatile("" : "+x"(kept));
#pragma algoprof loop name(early)
    for (int i = 0; i < 10; i++)
        sum += data[i];
    __asm__ volatile("" : "+x"(kept));
    return sum + kept;
}

__attribute__((constructor(101))) static void before_all(void)
{
    first = run();
}

int main(void)
{
    double second = run();
    printf("%g %g\n", first, second);
    return 0;
}
