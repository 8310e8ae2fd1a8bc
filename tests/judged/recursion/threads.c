/* Eight threads at once, each with its own recursions, one of them below the
   other. */
/* target fib: instances 44, calls 33200, longest 17 */
/* target chain: instances 8, calls 52, longest 10 */
#include "twin.h"
#include <pthread.h>
#include <stdio.h>

__attribute__((algoprof)) static int fib(int n, int *leaves)
{
    RECURSION("fib");
    if (n < 2) {
        ++*leaves;
        return n;
    }
    return fib(n - 1, leaves) + fib(n - 2, leaves);
}

__attribute__((algoprof("recursion"))) static int chain(int n, int *leaves)
{
    RECURSION("chain");
    return n == 0 ? 0 : fib(n + 8, leaves) * 3 + chain(n - 1, leaves);
}

static void *work(void *number)
{
    int *n = number, leaves = 0;
    *n = chain(opaque(*n + 2), &leaves) ^ leaves;
    return NULL;
}

int main(void)
{
    pthread_t threads[8];
    int numbers[8];
    for (int i = 0; i < 8; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0)
            return 1;
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        printf("%d\n", numbers[i]);
    }
    return 0;
}
