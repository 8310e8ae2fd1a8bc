/* A loop without an end, to which a marked one may be left: there is no place behind it where its accesses
   could be recorded. */
/* { dg-do run } */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

struct node {
    struct node *next;
    unsigned long value;
};

__attribute__((noipa)) static void walk(const struct node *n, unsigned long *place, unsigned long *sum, unsigned long stop)
{
    if (stop == 1)
        goto endless;
#pragma algoprof loop
    for (; n; n = n->next) {
        *sum += n->value;
        if (n->value == stop)
            goto endless;
    }
    *place = *sum;
    return;
endless:
    *place = 1;
    *sum += 3;
    goto endless;
}

static void ends(int signal)
{
    (void)signal;
    _exit(0);
}

int main(void)
{
    struct node second = { NULL, 2 }, first = { &second, 1 };
    unsigned long own = 0, sum = 0;

    walk(&first, &own, &sum, 3);
    printf("%lu\n", own);
    fflush(stdout);
    signal(SIGALRM, ends);
    alarm(1);
    walk(&first, &own, &sum, 2);
    return 1;
}
/* { dg-output "3" } */
