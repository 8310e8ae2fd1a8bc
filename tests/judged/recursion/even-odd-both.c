/* A mutual recursion with two marked functions is two targets. */
/* target even: instances 4, calls 453, longest 201 */
/* target odd: instances 4, calls 453, longest 200 */
#include "twin.h"
#include <stdio.h>

static int steps;

static int odd(unsigned n);

__attribute__((algoprof)) static int even(unsigned n)
{
    RECURSION("even");
    steps++;
    return n == 0 ? 1 : odd(n - 1) + (steps & 2);
}

__attribute__((algoprof)) static int odd(unsigned n)
{
    RECURSION("odd");
    steps++;
    return n == 0 ? 0 : even(n - 1) + (steps & 4);
}

int main(void)
{
    printf("%d\n", even((unsigned)opaque(400)));
    printf("%d\n", odd((unsigned)opaque(301)));
    printf("%d\n", even((unsigned)opaque(1)));
    printf("%d\n", odd((unsigned)opaque(200)));
    printf("%d\n", steps);
    return 0;
}
