/* Signals inside a recursion that calls nothing but itself: a trap, and a raised
   one.  All calls count; whether the handler's are instances of their own cannot
   be seen in the program.  What follows is as if nothing had been. */
/* unknown: neither is a call that leads back */
#include "twin.h"
#include <signal.h>
#include <stdio.h>

static volatile int result;

__attribute__((algoprof)) static int tree(int n, int traps)
{
    RECURSION("tree");
    if (n == 4 && traps) {
        __asm__ volatile("int3" ::: "memory");
        raise(SIGUSR1);
    }
    return n < 2 ? n : tree(n - 1, traps) + tree(n - 2, 0) * 3;
}

static void handle(int number)
{
    result += number + tree(opaque(6), 0);
}

int main(void)
{
    signal(SIGTRAP, handle);
    signal(SIGUSR1, handle);
    for (int i = 0; i < 5; i++)
        printf("%d\n", tree(opaque(10), i & 1));
    printf("%d\n", result);
    return 0;
}
