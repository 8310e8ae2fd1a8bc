/* A signal handler that recurses, while the recursion waits for the signal: its
   calls are below the one that waits.  One outside is an instance of its own. */
#include "twin.h"
#include <signal.h>
#include <stdio.h>

static volatile int result;
static sigset_t none, some;

static void wait_for_signal(void)
{
    raise(SIGUSR1);
    sigsuspend(&none);
}

__attribute__((algoprof)) static int tree(int n, int signals)
{
    RECURSION("tree");
    if (n == 3 && signals)
        wait_for_signal();
    return n < 2 ? n : tree(n - 1, signals) + tree(n - 2, 0) * 3;
}

static void handle(int number)
{
    result += number + tree(opaque(6), 0);
}

int main(void)
{
    sigemptyset(&none);
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    sigprocmask(SIG_BLOCK, &some, NULL);
    signal(SIGUSR1, handle);
    printf("%d\n", tree(opaque(10), 1));
    wait_for_signal();
    printf("%d\n", tree(opaque(8), 0));
    printf("%d %d\n", tree(opaque(9), 1), result);
    return 0;
}
