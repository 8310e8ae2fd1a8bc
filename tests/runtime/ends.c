/* SPDX-License-Identifier: MIT
 *
 * Loops whose sampled instances a handler jumps out of, after each number of
 * instructions (see test_steps.c):
 *     ends ROUNDS [1]
 * From its beginning on, or 1: from where it ends.
 * Then a thread comes that needs the runtime's lock.  Prints the instances that
 * began in the first thread, and the jumps. */
#include "shim.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static const struct shim_site site = SHIM_SITE("ended", 0xe, 0), other = SHIM_SITE("other", 0xf, 0);
static __thread struct algoprof_hot hot;
static unsigned data[64];
static sigjmp_buf back;
static volatile sig_atomic_t armed, trap_at_end;
static volatile long began, jumps;

static void handler(int signal)
{
    (void)signal;
    if (armed) {
        armed = 0;
        jumps++;
        siglongjmp(back, 1);
    }
}

static __attribute__((noipa)) void instance(void)
{
    began++;
    uint32_t token = shim_enter(&site.d, &hot);
    for (int i = 0; i < 4; i++)
        shim_read(token, &data[i * 16], sizeof *data);
    if (armed && trap_at_end)
        __asm__ volatile("int3");
    shim_leave(&hot, token, 4);
}

static __attribute__((noipa)) void one_round(void)
{
    while (hot.countdown)       /* the next one is untraced */
        instance();
    if (!sigsetjmp(back, 1)) {
        armed = 1;
        if (!trap_at_end)
            __asm__ volatile("int3");
        instance();
        armed = 0;
    }
}

static void *play_other(void *unused)
{
    shim_leave(&hot, shim_enter(&other.d, &hot), 1);
    return unused;
}

int main(int argc, char **argv)
{
    struct sigaction action = { .sa_handler = handler };
    sigaction(SIGUSR1, &action, NULL);
    trap_at_end = argc > 2;
    instance();
    for (volatile long i = 0; i < (argc > 1 ? atol(argv[1]) : 0); i++)
        one_round();
    while (hot.countdown)
        instance();
    instance();                 /* what the last jump left is repaired */
    pthread_t thread;
    pthread_create(&thread, NULL, play_other, NULL);
    pthread_join(thread, NULL);
    printf("%ld %ld\n", began, jumps);
    return 0;
}
