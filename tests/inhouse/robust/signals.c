// SPDX-License-Identifier: GPL-3.0-or-later
// A handler that is profiled itself interrupts activations wherever they are, 300 times; some of them are left by a jump.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define APART __attribute__((noipa))

static volatile sig_atomic_t seen, may_jump;
static sigjmp_buf out;
int table[512], other[64];

APART static int handle(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += other[i];
    return sum;
}

static void on_alarm(int signal)
{
    (void)signal;
    seen++;
    handle(64);
    if (may_jump && seen % 10 == 0)
        siglongjmp(out, 1);
}

APART static int sum_of(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += table[i];
    return sum;
}

APART static int many(int n)
{
    int sum = 0;
    for (int i = 1; i < n; i++)
        sum += sum_of(i);
    return sum;
}

int main(void)
{
    struct itimerval often = { { 0, 500 }, { 0, 500 } }, never = { { 0, 0 }, { 0, 0 } };
    int sum = 0;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &often, NULL);
    if (sigsetjmp(out, 1) == 0)
        may_jump = 1;
    while (seen < 300)
        sum |= many(512);
    may_jump = 0;
    setitimer(ITIMER_REAL, &never, NULL);
    int last = many(512);
    fprintf(stderr, "%d\n", (int)seen);
    printf("%d %d\n", sum, last);
}
