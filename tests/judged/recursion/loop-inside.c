/* A marked loop inside a recursion: a walk of all subsets' sums, 2^6 leaves,
   each node's loop as long as it is deep. */
/* target walk: instances 2, calls 158, longest 7 */
/* loop sums: instances 158, iterations 740 */
#include "twin.h"
#include <stdio.h>

static int chosen[8], weights[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };

__attribute__((algoprof("recursion"))) static int walk(int depth, int end)
{
    RECURSION("walk");
    int sum = 0;
#pragma algoprof loop name(sums)
    for (int i = 0; i < depth; i++)
        sum += chosen[i] * weights[i];
    if (depth == end)
        return sum;
    chosen[depth] = 0;
    sum += walk(depth + 1, end);
    chosen[depth] = 1;
    return sum * 3 + walk(depth + 1, end);
}

int main(void)
{
    printf("%d\n", walk(0, opaque(6)));
    printf("%d\n", walk(0, opaque(4)));
    return 0;
}
