/* SPDX-License-Identifier: MIT
 *
 * The one lock, of slow paths.  Its holder has all signals blocked, so that no
 * handler can run on top of it or jump out of it; a thread that waits gives up
 * after a bounded time, since its holder may be stopped, or a dlopen may wait
 * for us while we wait for the loader. */
#include "rt.h"
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;

/* The raw call, since libc's leaves out two signals of its own. */
static void set_mask(uint64_t new, uint64_t *old)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &new, old, sizeof new);
}

void rt_hold_signals(struct rt_held *held)
{
    held->held = rt_state != RT_SEALED;
    if (held->held)
        set_mask(~(uint64_t)0, &held->mask);
}

void rt_let_signals(const struct rt_held *held)
{
    if (held->held)
        set_mask(held->mask, NULL);
}

bool rt_lock(struct rt_held *held, unsigned wait)
{
    if (rt_state == RT_SEALED)
        return false;
    rt_hold_signals(held);
    for (unsigned i = 0; atomic_flag_test_and_set_explicit(&taken, memory_order_acquire); i++) {
        if (i >= wait) {
            rt_let_signals(held);
            return false;
        }
        if (i < 100) {
            sched_yield();
        } else {
            struct timespec pause = { 0, 50000 };
            nanosleep(&pause, NULL);
        }
    }
    return true;
}

void rt_lock_release(void)
{
    atomic_flag_clear_explicit(&taken, memory_order_release);
}

void rt_unlock(struct rt_held *held)
{
    rt_lock_release();
    rt_let_signals(held);
}

void rt_lock_reset(void)
{
    atomic_flag_clear(&taken);
}
