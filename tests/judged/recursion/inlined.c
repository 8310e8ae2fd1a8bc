/* Recursions that GCC likes to inline into themselves and into their callers,
   some of these unmarked and recursive too. */
/* target sum: instances 3, calls 93, longest 5 */
/* target nest: instances 3, calls 33, longest 11 */
#include "twin.h"
#include <stdio.h>

static int weights[64];

__attribute__((algoprof)) static inline int sum(int node, int end)
{
    RECURSION("sum");
    if (node >= end)
        return 1;
    return weights[node] + sum(node * 2 + 1, end) + sum(node * 2 + 2, end) * 3;
}

__attribute__((algoprof)) static inline int nest(int n, int (*last)(int, int))
{
    RECURSION("nest");
    return n == 0 ? weights[3] : nest(n - 1, last) + n;
}

static inline int caller(int n, int end)
{
    return n == 0 ? sum(0, end) : caller(n - 1, end) + nest(opaque(10), sum) * n;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        weights[i] = i;
    printf("%d\n", caller(opaque(2), opaque(15)));
    weights[5]++;
    printf("%d\n", caller(opaque(1), opaque(15)));
    weights[7]++;
    printf("%d\n", caller(opaque(0), opaque(15)));
    return 0;
}
