/* Two contexts that take turns inside their recursions, each on its own stack.
   Their chains cannot be told apart: the program must run as it does. */
/* plain: chains are of threads, not of contexts */
#include "twin.h"
#include <stdio.h>
#include <ucontext.h>

static ucontext_t contexts[3];
static char stacks[2][1 << 18];
static int turns, sums[2];

__attribute__((algoprof("recursion"))) static int switching(int n, int me)
{
    RECURSION("switching");
    turns++;
    if (n % 3 == 0)
        swapcontext(&contexts[me], &contexts[!me]);
    return n <= 0 ? turns : switching(n - 1, me) + switching(n - 2, me) * 3;
}

static void work(int me)
{
    sums[me] = switching(opaque(12), me);
    sums[me] += switching(opaque(9), me);
    swapcontext(&contexts[me], &contexts[2]);
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        getcontext(&contexts[i]);
        contexts[i].uc_stack.ss_sp = stacks[i];
        contexts[i].uc_stack.ss_size = sizeof stacks[i];
        contexts[i].uc_link = &contexts[2];
        makecontext(&contexts[i], (void (*)(void))work, 1, i);
    }
    swapcontext(&contexts[2], &contexts[0]);
    printf("%d %d\n", turns, sums[0]);
    printf("%d\n", switching(-opaque(1), 0) > 0);
    return 0;
}
