/* SPDX-License-Identifier: MIT
 * Waiting for the lock (librt-sample/core/lock.c), with a clock that stands still. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include "core/lock.h"
#include "core/shared_section.h"
#include "core/state.h"
#include "core/thread.h"

_Atomic int rt_state = RT_ON;

static unsigned yields, sleeps;
static uint64_t slept_ns;

/* Two threads, one of which runs: it goes on to the other one where it would wait. */
static sem_t turn[2];
static bool two_run;
static __thread unsigned own;

static void let_other(void)
{
    if (!two_run)
        return;
    sem_post(&turn[!own]);
    sem_wait(&turn[own]);
}

int sched_yield(void)
{
    yields++;
    let_other();
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    (void)left;
    sleeps++;
    slept_ns += (uint64_t)wanted->tv_nsec;
    let_other();
    return 0;
}

/* Of a lock that is never to be had: the time is waited for, with few looks. */
static void wait_for_nothing(unsigned turns, uint64_t least_ns, unsigned most_sleeps)
{
    struct rt_held held, other;
    yields = sleeps = 0;
    slept_ns = 0;
    assert_true(rt_lock(&held, turns));
    assert_int_equal(yields + sleeps, 0);
    assert_false(rt_lock(&other, turns));
    rt_unlock(&held);
    assert_true(rt_lock(&held, turns));
    rt_unlock(&held);
    assert_true(slept_ns >= least_ns);
    assert_true(slept_ns < 2 * least_ns);
    assert_in_range(yields, 1, 10);
    assert_in_range(sleeps, 1, most_sleeps);
}

static void few_looks(void **state)
{
    (void)state;
    wait_for_nothing(RT_WAIT_SHORT, 4900000, 20);
    wait_for_nothing(RT_WAIT_FIRST, 198000000, 60);
    wait_for_nothing(RT_WAIT_LONG, 1990000000, 250);
}

static bool is_blocked(void)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    return sigismember(&mask, SIGUSR1);
}

/* Who holds them inside of another makes no system call, and does not let them come. */
static void signals_are_held_once(void **state)
{
    struct rt_held outer, inner;
    (void)state;
    rt_hold_signals(&outer);
    assert_true(is_blocked());
    rt_hold_signals(&inner);
    assert_true(rt_lock(&inner, RT_WAIT_SHORT));
    rt_unlock(&inner);
    rt_let_signals(&inner);
    assert_true(is_blocked());
    assert_true(outer.held);
    assert_false(inner.held);
    rt_let_signals(&outer);
    assert_false(is_blocked());
    assert_true(rt_lock(&inner, RT_WAIT_SHORT));
    assert_true(is_blocked());
    rt_unlock(&inner);
    assert_false(is_blocked());
}

/* The lock waits for those in the list that share; threads that never joined are not looked at. */
static void those_that_joined_share(void **state)
{
    static struct rt_thread thread[3], self;
    struct rt_held held;
    (void)state;
    rt_tls.self = &self;
    for (int i = 0; i < 3; i++) {
        assert_false(rt_share(&thread[i]));
        rt_share_join(&thread[i]);
        rt_share_join(&thread[i]);
    }
    rt_share_part(&thread[1]);
    rt_share_part(&thread[1]);
    assert_false(rt_share(&thread[1]));
    for (int i = 0; i < 3; i += 2) {
        assert_true(rt_share(&thread[i]));
        assert_false(rt_lock(&held, RT_WAIT_SHORT));
        rt_unshare(&thread[i]);
        assert_true(rt_lock(&held, RT_WAIT_SHORT));
        assert_false(rt_share(&thread[i]));
        rt_unlock(&held);
        rt_share_part(&thread[i]);
        assert_true(rt_lock(&held, RT_WAIT_SHORT));
        rt_unlock(&held);
    }
    rt_tls.self = NULL;
}

static bool looked_on, had_it;

static void *wait_for_it(void *unused)
{
    struct rt_held held;
    own = 1;
    sem_wait(&turn[1]);
    had_it = rt_lock(&held, RT_WAIT_FIRST);
    if (had_it)
        rt_unlock(&held);
    looked_on = true;
    two_run = false;
    sem_post(&turn[0]);
    return unused;
}

static pthread_t second;

static void begin_two(void)
{
    sem_init(&turn[0], 0, 0);
    sem_init(&turn[1], 0, 0);
    looked_on = had_it = false;
    two_run = true;
    assert_int_equal(pthread_create(&second, NULL, wait_for_it, NULL), 0);
}

/* One thread has the lock again and again, and so whenever the other one looks: who came later
 * waits for who came first. */
static void who_waits_for_long_has_it(void **state)
{
    struct rt_held held;
    (void)state;
    begin_two();
    for (unsigned rounds = 0; !looked_on; rounds++) {
        assert_true(rt_lock(&held, RT_WAIT_LONG));
        let_other();
        rt_unlock(&held);
        assert_true(rounds < 1000);
    }
    pthread_join(second, NULL);
    assert_true(had_it);
}

/* Who waits is stopped: others wait for it once, for no more than it may sleep. */
static void who_is_stopped_keeps_none_off(void **state)
{
    struct rt_held held;
    (void)state;
    begin_two();
    assert_true(rt_lock(&held, RT_WAIT_LONG));
    for (unsigned i = 0; i < 20; i++)
        let_other();
    two_run = false;
    rt_unlock(&held);
    slept_ns = 0;
    assert_true(rt_lock(&held, RT_WAIT_SHORT));
    rt_unlock(&held);
    assert_in_range(slept_ns, 1, 30000000);
    yields = sleeps = 0;
    assert_true(rt_lock(&held, RT_WAIT_SHORT));
    rt_unlock(&held);
    assert_int_equal(yields + sleeps, 0);
    sem_post(&turn[1]);
    pthread_join(second, NULL);
    assert_true(had_it);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(few_looks), cmocka_unit_test(signals_are_held_once),
                                        cmocka_unit_test(those_that_joined_share),
                                        cmocka_unit_test(who_waits_for_long_has_it),
                                        cmocka_unit_test(who_is_stopped_keeps_none_off) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
