/* SPDX-License-Identifier: MIT
 *
 * A handler jumps out of each single instruction of the runtime.  Round k
 * begins with a trap: the tracer (test_steps.c) then lets k instructions pass
 * and sends the signal, whose handler jumps back into the recursion. */
#include "chains.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static sigjmp_buf back, inner;
static volatile sig_atomic_t armed, jumped;

static void handler(int signal)
{
    (void)signal;
    if (armed) {
        armed = 0;
        jumped = 1;
        siglongjmp(back, 1);
    }
}

static NOIPA void bare(long n)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    if (n > 1)
        bare(n - 1);
    shim_chain_leave(&rec_f, base);
}

/* One activation with two levels. */
static NOIPA void jumping(void)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    base = chain_call(&rec_f, base);
    shim_chain_leave(&rec_f, base);
}

static NOIPA void joined(void)
{
    uint64_t base = shim_chain_join(&rec_f);
    shim_chain_leave(&rec_f, base);
}

static NOIPA void handing_over(void)
{
    uint64_t base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    shim_chain_tail(&rec_f, base);
    joined();
}

static NOIPA void out_of_a_call(void)
{
    chain_call(&rec_f, ALGOPROF_NO_BASE);
    siglongjmp(inner, 1);
}

static NOIPA void landing(void)
{
    if (!sigsetjmp(inner, 0))
        out_of_a_call();
    __asm__ volatile("int3");
    shim_landed();
}

/* Of a size and cost that there is a row for. */
static void calling(void)
{
    bare(2);
    __asm__ volatile("int3");
    bare(1);
}

static void looping(void)
{
    __asm__ volatile("int3");
    jumping();
}

static void tail_calling(void)
{
    __asm__ volatile("int3");
    handing_over();
}

/* What was open below is gone, whatever it was: the longest chain is of what
 * comes then. */
static NOIPA void one_round(void (*scene)(void))
{
    volatile uint64_t base;
    base = chain_call(&rec_f, ALGOPROF_NO_BASE);
    if (!sigsetjmp(back, 1)) {
        armed = 1;
        scene();
        armed = 0;
    } else {
        shim_landed();
    }
    bare(9);
    shim_chain_leave(&rec_f, base);
}

/* Rounds, scene.  Prints for each round its calls, and whether the handler jumped. */
void mode_steps(void)
{
    static void (*const scenes[])(void) = { calling, looping, tail_calling, landing };
    struct sigaction action = { .sa_handler = handler };
    sigaction(SIGUSR1, &action, NULL);
    for (volatile long i = 0; i < argument[0]; i++) {
        uint64_t before = rec_f.hot.cost;
        uint32_t token = shim_enter(&site_f.d, &rec_f.hot);
        jumped = 0;
        one_round(scenes[argument[1]]);
        shim_end(token, 0);
        printf("%lu %d\n", rec_f.hot.cost - before, (int)jumped);
    }
}
