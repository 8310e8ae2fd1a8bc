/* A recursion through a marked loop: each iteration is a call, whose loop is
   another instance of the same.  Permutations of n: n!/k! loops of k iterations. */
/* target permute: instances 3, calls 2038, longest 7 */
/* loop choices: instances 2038, iterations 2035 */
#include "twin.h"
#include <stdio.h>

static int order[8], sum;

__attribute__((algoprof("recursion"))) static void permute(int from, int n)
{
    RECURSION("permute");
#pragma algoprof loop name(choices)
    for (int i = from; i < n; i++) {
        int swapped = order[from];
        order[from] = order[i];
        order[i] = swapped;
        permute(from + 1, n);
        order[i] = order[from];
        order[from] = swapped;
    }
    sum += order[from] * n;
}

int main(void)
{
    for (int i = 0; i < 8; i++)
        order[i] = i;
    permute(0, opaque(6));
    permute(0, opaque(4));
    permute(0, opaque(3));
    printf("%d\n", sum);
    return 0;
}
