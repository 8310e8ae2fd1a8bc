/* A mutual recursion with one marked function: only its calls count. */
/* target even: instances 6, calls 2016, longest 650 */
#include "twin.h"
#include <stdio.h>

static int odd(unsigned n, int *steps);

__attribute__((algoprof)) static int even(unsigned n, int *steps)
{
    RECURSION("even");
    ++*steps;
    return n == 0 ? 1 : odd(n - 1, steps) ^ (*steps & 2);
}

static int odd(unsigned n, int *steps)
{
    ++*steps;
    return n == 0 ? 0 : even(n - 1, steps) + (*steps & 4);
}

int main(void)
{
    int steps = 0;
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", even((unsigned)opaque(1000) >> i, &steps), odd((unsigned)opaque(1300) >> i, &steps));
    printf("%d\n", steps);
    return 0;
}
