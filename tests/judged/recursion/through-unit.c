/* Recursions that come back by a unit in which nothing is marked, which so has
   no traced copies: called, through a pointer, and below a marked loop. */
/* target walk: instances 9, calls 89, longest 21 */
/* target fork: instances 2, calls 46, longest 5 */
/* loop walks: instances 1, iterations 5 */
/* also: more/hop.c */
#include "more/hop.h"
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof("recursion"))) int walk(int n)
{
    RECURSION("walk");
    return hop(n) * 2 + 1;
}

__attribute__((algoprof("recursion"))) static int fork(int n)
{
    RECURSION("fork");
    return n > 0 ? each_of(fork, n - 1) : 1;
}

int main(void)
{
    int sum = walk(opaque(20)) + hop(opaque(18));
    printf("%d\n", sum);
    printf("%d\n", fork(opaque(4)) + fork(opaque(3)));
#pragma algoprof loop name(walks)
    for (int i = 0; i < 5; i++)
        sum += hop(i + 7);
    printf("%d\n", sum);
    printf("%d %d\n", walk(opaque(3)), walk(opaque(0)));
    return 0;
}
