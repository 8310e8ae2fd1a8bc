/* OpenMP tasks, undeferred, so that each is a call: the outlined task calls the
   recursion back through libgomp. */
/* options: -fopenmp */
/* target fib: instances 2, calls 1220, longest 14 */
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof("recursion"))) static int fib(int n)
{
    RECURSION("fib");
    int a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a) if (0)
    a = fib(n - 1);
#pragma omp task shared(b) if (n > 100)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void)
{
    int x = 0, y = 0;
#pragma omp parallel num_threads(1)
    {
        x = fib(opaque(14));
        y = fib(opaque(0)) + 1;
    }
    printf("%d %d\n", x, y);
    return 0;
}
