/* SPDX-License-Identifier: MIT
 * Instances that are left by a jump, an exit or a signal, and handlers that have instances. */
#include "subject.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

/* ---- ways out ---- */

static jmp_buf back;

static __attribute__((noinline)) void leave_by_jump(void)
{
    volatile char frame[4096];
    frame[0] = 1;
    uint32_t t = shim_enter(&beta.d, &hot_beta);
    shim_read(t, area, 16);
    longjmp(back, frame[0]);
}

void mode_longjmp(void)
{
    for (int i = 0; i < 3; i++) {
        if (!setjmp(back))
            leave_by_jump();
        alphas(1, 4);
    }
}

void mode_exit_inside(void)
{
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    shim_read(t, area, 40);
    exit(0);
}

void mode_abort(void)
{
    alphas(1000, 3);
    abort();
}

/* In the second instance, which has outgrown the budget. */
void mode_killed_left(void)
{
    alphas(1, 3);
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    for (long i = 0; t && i < 100000000 && !shim_poll(); i++)
        ;
    raise(SIGKILL);
}

/* Until killed. */
void mode_endless(void)
{
    for (long i = 0;; i++) {
        instance(&alpha, &hot_alpha, area + i % 4096, 3);
        instance(&beta, &hot_beta, area + i % 64, 5);
    }
}

/* ---- signals ---- */

static volatile long handled;
static sigjmp_buf out;

static void on_signal(int signal)
{
    (void)signal;
    handled++;
    alphas(1, 2);
    instance(&beta, &hot_beta, area, 1);
}

static void start_timer(void (*handler)(int), long usec)
{
    struct sigaction action = { .sa_handler = handler };
    struct itimerval every = { { 0, usec }, { 0, usec } };
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &every, NULL);
}

static void stop_timer(void)
{
    struct itimerval never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_REAL, &never, NULL);
}

/* Prints how many instances of alpha and beta ran. */
void mode_signals(void)
{
    start_timer(on_signal, 137);
    alphas(argument[0], 3);
    stop_timer();
    printf("%ld %ld\n", argument[0] + handled, handled);
}

static void jump_out(int signal)
{
    (void)signal;
    handled++;
    siglongjmp(out, 1);
}

/* Prints how many instances of alpha were entered at least. */
void mode_siglongjmp(void)
{
    static volatile long done;
    if (!sigsetjmp(out, 1))
        start_timer(jump_out, 311);
    while (done < argument[0]) {
        done++;
        instance(&alpha, &hot_alpha, area + done % 4096, 20);
    }
    stop_timer();
    printf("%ld %ld\n", (long)done, handled);
}

/* A handler jumps out of each instance, from its middle: nothing of it is left but
 * that it began. */
void mode_jumps(void)
{
    static volatile long done;
    struct sigaction action = { .sa_handler = jump_out };
    CHECK(!sigaction(SIGUSR1, &action, NULL));
    sigsetjmp(out, 1);
    while (done < argument[0]) {
        done++;
        uint32_t t = shim_enter(&alpha.d, &hot_alpha);
        shim_read(t, area + done % 4096, 8);
        raise(SIGUSR1);
    }
    printf("%ld\n", handled);
}
