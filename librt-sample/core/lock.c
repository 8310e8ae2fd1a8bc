/* SPDX-License-Identifier: MIT
 *
 * Who may change what threads share.
 *
 * Sampled starts and their ends go on side by side (rt_share): they change
 * atomics, and what no other thread touches meanwhile.  That is no system call,
 * and a jump out of it is repaired when its thread comes back
 * (rt_share_repair).  All else is done alone, under the one lock: its holder
 * waits until nobody is in a section of that kind, and has all signals blocked,
 * so that no handler can run on top of it or jump out of it.  A thread that
 * waits gives up after a bounded time, since the one that it waits for may be
 * stopped or have jumped, or a dlopen may wait for us while we wait for the
 * loader.
 *
 * Who waits looks seldom, and one that has the lock again and again might have it at each
 * look.  So a thread that would lose something says that it waits, and who comes later and
 * finds the lock free stands back: for as long as the one that waits may sleep, and once,
 * since that one may be stopped.  It says so again when it looks again. */
#include "core/lock.h"
#include "core/shared_section.h"
#include "core/state.h"
#include "core/thread.h"
#include "core/turn.h"
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Atomic bool rt_lock_taken;

/* The raw call, since libc's leaves out two signals of its own. */
static void set_mask(uint64_t new, uint64_t *old)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &new, old, sizeof new);
}

static void announce_masking(bool masking)
{
    if (rt_tls.self)
        atomic_store_explicit(&rt_tls.self->masking, masking, memory_order_release);
    RT_BARRIER();
}

void rt_hold_signals(struct rt_held *held)
{
    held->held = false;
    if (rt_tls.holds)           /* whoever held them lets them come again */
        return;
    held->within = rt_tls.self && rt_tls.self->masking;
    announce_masking(true);
    held->held = rt_state != RT_SEALED;
    if (held->held) {
        set_mask(~(uint64_t)0, &held->mask);
        rt_tls.holds = true;
    } else {
        announce_masking(held->within);
    }
}

void rt_let_signals(const struct rt_held *held)
{
    if (!held->held)
        return;
    rt_tls.holds = false;
    set_mask(held->mask, NULL);
    announce_masking(held->within);
}

void rt_thread_begun(struct rt_thread *t)
{
    struct rt_held held = t->begun;
    t->begun.held = false;
    rt_let_signals(&held);
}

/* Those that ever traced: most threads of a program may never, and to look at each takes a miss of the cache. */
static struct rt_thread *sharing_threads;

/* A section that a handler on top of it asks for the lock of waits for that. */
static bool others_share(void)
{
    for (const struct rt_thread *t = sharing_threads; t; t = t->next_sharing)
        if (t->sharing && t != rt_tls.self)
            return true;
    return false;
}

#define YIELDS 10u
#define TURN_NS 50000
#define MOST_TURNS 200u         /* of one sleep */

/* Who waits may wait for one that others keep from running: many that look often would
 * keep it from running longer.  So they look after a quarter more of the time each. */
unsigned rt_wait_turn(unsigned turn)
{
    if (turn < YIELDS) {
        sched_yield();
        return turn + 1;
    }
    unsigned turns = 1 + (turn - YIELDS) / 4;
    if (turns > MOST_TURNS)
        turns = MOST_TURNS;
    struct timespec pause = { 0, (long)turns * TURN_NS };
    nanosleep(&pause, NULL);
    return turn + turns;
}

static void release(void)
{
    atomic_store_explicit(&rt_lock_taken, false, memory_order_release);
}

static rt_turn next;            /* whose the lock is to be; nobody's: who comes first */

static void stand_back(void)
{
    uint64_t who = next;
    for (unsigned turn = 0; turn < 2 * MOST_TURNS && next == who && rt_state != RT_SEALED;)
        turn = rt_wait_turn(turn);
    atomic_compare_exchange_strong(&next, &who, 0);
}

bool rt_lock(struct rt_held *held, unsigned wait)
{
    unsigned turn = 0;
    if (rt_state == RT_SEALED)
        return false;
    rt_hold_signals(held);
    if (next)
        stand_back();
    while (turn < wait && atomic_exchange(&rt_lock_taken, true)) {
        if (turn >= YIELDS && wait > RT_WAIT_SHORT)
            rt_turn_take(&next);
        turn = rt_wait_turn(turn);
        if (rt_state == RT_SEALED)
            turn = wait;        /* its holder waits for us */
    }
    if (turn)
        rt_turn_repair(&next);
    if (turn < wait) {
        while (turn < wait && others_share())
            turn = rt_wait_turn(turn);
        if (turn < wait)
            return true;
        release();
    }
    rt_let_signals(held);
    return false;
}

void rt_unlock(struct rt_held *held)
{
    release();
    rt_let_signals(held);
}

void rt_lock_reset(void)
{
    rt_lock_taken = false;
    next = 0;
}

/* ---- sealing ---- */

static bool others_inside(void)
{
    for (const struct rt_thread *t = rt_threads; t; t = t->next)
        if ((t->inside || t->masking) && !t->gone && t != rt_tls.self)
            return true;
    return false;
}

/* The others announce that they are inside and then look at the state; the barrier is
 * theirs, too, and so costs them nothing. */
void rt_wait_for_sealed(void)
{
    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
    for (unsigned turn = 0; turn < RT_WAIT_FIRST && others_inside();)
        turn = rt_wait_turn(turn);
}

/* ---- side by side ---- */

void rt_share_join(struct rt_thread *t)
{
    if (t->may_share)
        return;
    t->may_share = true;
    t->next_sharing = sharing_threads;
    t->link_sharing = &sharing_threads;
    if (t->next_sharing)
        t->next_sharing->link_sharing = &t->next_sharing;
    sharing_threads = t;
}

void rt_share_part(struct rt_thread *t)
{
    if (!t->may_share)
        return;
    *t->link_sharing = t->next_sharing;
    if (t->next_sharing)
        t->next_sharing->link_sharing = t->link_sharing;
    t->may_share = false;
}

void rt_share_forget(void)
{
    sharing_threads = NULL;
}
