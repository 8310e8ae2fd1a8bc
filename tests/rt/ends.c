/* SPDX-License-Identifier: MIT
 *
 * Loops whose sampled instances a handler jumps out of, after each number of
 * instructions (see test_steps.c):
 *     ends ROUNDS
 * Prints the instances that began, and the jumps. */
#include "shim.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static const struct shim_site site = SHIM_SITE("ended", 0xe, 0);
static __thread struct algoprof_hot hot;
static unsigned data[64];
static sigjmp_buf back;
static volatile sig_atomic_t armed;
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
    shim_leave(&hot, token, 4);
}

static __attribute__((noipa)) void one_round(void)
{
    while (hot.countdown)       /* the next one is untraced */
        instance();
    if (!sigsetjmp(back, 1)) {
        armed = 1;
        __asm__ volatile("int3");
        instance();
        armed = 0;
    }
}

int main(int argc, char **argv)
{
    struct sigaction action = { .sa_handler = handler };
    sigaction(SIGUSR1, &action, NULL);
    instance();
    for (volatile long i = 0; i < (argc > 1 ? atol(argv[1]) : 0); i++)
        one_round();
    printf("%ld %ld\n", began, jumps);
    return 0;
}
