/* SPDX-License-Identifier: MIT
 * Threads, forks, signals, deaths: counts stay exact and logs readable. */
#include "run.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static struct run run;
static struct walk walk;

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

static void many_threads(void **state)
{
    (void)state;
    run_one(&run, &walk, "threads 32 3001", "ALGOPROF_RATE=7");
    assert_int_equal(walk.site[0].instances, 32 * 3001);
    assert_int_equal(walk.site[0].cost, 32 * 3001 * 2);
    assert_int_equal(walk.site[0].counters, 32);
    done();
}

/* A log that is full counts on: where there is no room for a thread's counts they go into a sum.
 * The main thread fills it before the others begin. */
static void full_log_counts(void **state)
{
    (void)state;
    run_one(&run, &walk, "threads 64 3001 20000", "ALGOPROF_RATE=2 ALGOPROF_BUDGET=0 ALGOPROF_MAX_LOG=64K");
    assert_true(walk.size <= 64 << 10);
    assert_int_equal(walk.site[0].instances, 64 * 3001 + 20000);
    assert_int_equal(walk.site[0].cost, (64 * 3001 + 20000) * 2);
    assert_int_equal(walk.site[0].sums, 1);
    assert_in_range(walk.site[0].counters, 8, 63);
    done();
}

/* A thousand threads leave 256 blocks of counts and a sum. */
static void short_threads_are_folded(void **state)
{
    (void)state;
    run_one(&run, &walk, "short-threads 10000 5", "ALGOPROF_PAIRS=128");
    assert_int_equal(walk.site[0].instances, 50000);
    assert_int_equal(walk.site[0].cost, 100000);
    assert_in_range(walk.site[0].counters, 256, 259);
    assert_int_equal(walk.site[0].sums, 1);
    assert_true(walk.size < 150000);
    done();
}

#ifndef __SANITIZE_ADDRESS__    /* its frames are larger */
/* A thread's stack is often new: a page of it more would be touched for what is large. */
static void threads_begin_in_little_stack(void **state)
{
    (void)state;
    run_one(&run, &walk, "shallow", "ALGOPROF_RATE=1000000");
    assert_int_equal(walk.site[0].instances, 4);
    done();
}
#endif

static void exit_with_running_threads(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        run_one(&run, &walk, "exit-running", "");
        assert_int_equal(walk.site[0].counters, 4);
        assert_true(walk.site[0].instances > 1000);
        assert_true(walk.site[0].instances < 1u << 30);
        done();
    }
}

/* Another thread is in the slow path for a while: the only instance is not lost. */
static void slow_path_is_waited_for(void **state)
{
    (void)state;
    run_program = "held";
    run_one(&run, &walk, "30", "");
    run_program = "subject";
    assert_int_equal(walk.sites, 2);
    assert_int_equal(walk.site[0].instances + walk.site[1].instances, 4096 + 1);
    assert_int_equal(walk.commit.state, ALOG_FINISHED);
    done();
}

/* Or for ever, as it seems: then the log says that counts are short. */
static void lost_instance_is_told(void **state)
{
    (void)state;
    run_program = "held";
    run_subject(&run, "0", "");
    run_program = "subject";
    assert_int_equal(run.status, 0);
    run_open(&run, 0, &walk);
    assert_int_equal(walk.sites, 1);
    assert_int_equal(walk.site[0].instances, 4096);
    assert_int_equal(walk.commit.state, ALOG_STOPPED);
    done();
}

/* The same runtime as a library: bound when it is called first, but not by a
 * path that clobbers registers. */
static void shared_library(void **state)
{
    (void)state;
    run_shared = true;
    run_one(&run, &walk, "threads 4 1000", "ALGOPROF_RATE=1");
    assert_int_equal(walk.site[0].instances, 4000);
    assert_int_equal(walk.site[0].cost, 8000);
    assert_int_equal(walk.instances, 4000);
    done();
    run_one(&run, &walk, "alphas 5000", "");
    assert_int_equal(walk.site[0].instances, 5000);
    assert_int_equal(walk.site[0].cost, 15000);
    done();
    run_shared = false;
}

/* Children log for themselves, from zero; the parent's counts are its own. */
static void fork_gives_own_logs(void **state)
{
    unsigned parents = 0;
    (void)state;
    run_subject(&run, "fork 100", "");
    assert_int_equal(run.status, 0);
    assert_int_equal(run.logs, 3);
    for (unsigned i = 0; i < 3; i++) {
        run_open(&run, i, &walk);
        bool forked = walk.header.flags & ALOG_H_FORKED;
        parents += !forked;
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        assert_int_equal(walk.site[0].instances, forked ? 100 : 2000);
        assert_int_equal(walk.site[0].cost, forked ? 200 : 6000);
        walk_close(&walk);
    }
    assert_int_equal(parents, 1);
    run_clean(&run);
}

static void fork_without_pid_gets_a_suffix(void **state)
{
    (void)state;
    run_subject(&run, "fork 100", "ALGOPROF_LOG=same.aplog");
    assert_int_equal(run.logs, 3);
    assert_non_null(strstr(run.log[0], "/same.aplog"));
    assert_non_null(strstr(run.log[1], "/same.aplog.1"));
    assert_non_null(strstr(run.log[2], "/same.aplog.2"));
    run_clean(&run);
}

static void child_that_does_nothing_has_no_log(void **state)
{
    (void)state;
    run_subject(&run, "fork 0", "");
    assert_int_equal(run.logs, 1);
    run_clean(&run);
}

/* Found at the child's first slow path: at once at rate 1. */
static void bare_clone(void **state)
{
    (void)state;
    run_subject(&run, "clone", "ALGOPROF_RATE=1");
    assert_int_equal(run.status, 0);
    assert_int_equal(run.logs, 2);
    for (unsigned i = 0; i < 2; i++) {
        run_open(&run, i, &walk);
        bool forked = walk.header.flags & ALOG_H_FORKED;
        assert_int_equal(walk.site[0].instances, forked ? 500 : 2000);
        walk_close(&walk);
    }
    run_clean(&run);
}

static void spawn_touches_nothing(void **state)
{
    (void)state;
    run_one(&run, &walk, "spawn", "");
    assert_int_equal(walk.site[0].instances, 1000);
    assert_int_equal(walk.site[0].cost, 3000);
    done();
}

static void forks_among_threads(void **state)
{
    (void)state;
    run_subject(&run, "fork-threads", "");
    assert_int_equal(run.status, 0);
    assert_int_equal(run.logs, 21);
    for (unsigned i = 0; i < run.logs; i++) {
        run_open(&run, i, &walk);
        if (walk.header.flags & ALOG_H_FORKED)
            assert_int_equal(walk.site[0].instances, 200);
        walk_close(&walk);
    }
    run_clean(&run);
}

/* Handlers run targets on top of anything: all are counted. */
static void handlers_count(void **state)
{
    long alpha, beta;
    (void)state;
    static const char *const rates[] = { "", "ALGOPROF_RATE=1 ALGOPROF_MAX_LOG=1G", "ALGOPROF_RATE=5" };
    for (int i = 0; i < 3; i++) {
        run_subject(&run, i == 1 ? "signals 20000" : "signals 50000", rates[i]);
        assert_int_equal(run.status, 0);
        assert_int_equal(sscanf(run.out, "%ld %ld", &alpha, &beta), 2);
        run_open(&run, 0, &walk);
        for (unsigned k = 0; k < walk.sites; k++)
            assert_int_equal(walk.site[k].instances, strcmp(walk.site[k].name, "beta") ? alpha : beta);
        done();
    }
}

/* Handlers that jump out of slow paths: the rest of the run is still profiled. */
static void jumps_out_of_handlers(void **state)
{
    long alpha, jumps;
    (void)state;
    run_subject(&run, "siglongjmp 30000", "ALGOPROF_RATE=1");
    assert_int_equal(run.status, 0);
    assert_int_equal(sscanf(run.out, "%ld %ld", &alpha, &jumps), 2);
    run_open(&run, 0, &walk);
    assert_in_range(walk.site[0].instances, alpha - jumps, alpha);
    assert_in_range(walk.instances, alpha - 3 * jumps - 3, alpha);
    done();
}

/* A million times: all are counted, and those that were traced are cut. */
static void jumps_out_of_each(void **state)
{
    static const struct {
        const char *args, *env;
        long jumps;
        unsigned traced;
    } cases[] = { { "jumps 1000000", "", 1000000, 1 }, { "jumps 100000", "ALGOPROF_RATE=100 ALGOPROF_BUDGET=0", 100000, 500 } };
    (void)state;
    for (int i = 0; i < 2; i++) {
        run_subject(&run, cases[i].args, cases[i].env);
        assert_int_equal(run.status, 0);
        assert_int_equal(atol(run.out), cases[i].jumps);
        run_open(&run, 0, &walk);
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        assert_int_equal(walk.site[0].instances, cases[i].jumps);
        assert_true(walk.instances >= cases[i].traced);
        for (unsigned k = 0; k < walk.instances; k++)
            assert_true(walk.instance[k].i.flags & ALOG_I_CUT);
        done();
    }
}

static void abort_leaves_a_partial_log(void **state)
{
    (void)state;
    run_subject(&run, "abort", "");
    assert_true(WIFSIGNALED(run.status));
    run_open(&run, 0, &walk);
    assert_int_equal(walk.commit.state, ALOG_RUNNING);
    assert_in_range(walk.site[0].instances, 1, 1000);
    assert_in_range(walk.site[0].cost, 3 * (walk.site[0].instances - 1), 3 * walk.site[0].instances);
    done();
}

/* What is left may go on for long: the log knows of it. */
static void killed_when_left(void **state)
{
    (void)state;
    run_subject(&run, "killed-left", "ALGOPROF_BUDGET=1");
    assert_int_equal(WTERMSIG(run.status), SIGKILL);
    run_open(&run, 0, &walk);
    assert_int_equal(walk.instances, 1);
    assert_int_equal(walk.site[0].instances, 2);
    assert_int_equal(walk.site[0].cost, 3);
    done();
}

/* Killed anywhere, what the log says is a prefix of the truth. */
/* Descriptors, names, rights and calls that the log could grow by are gone:
 * the program goes on, and its counts do. */
static void shut_in(void **state)
{
    static const char *const ways[] = { "closed descriptors", "another root", "dropped rights", "a filter" };
    (void)state;
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        char args[32];
        print_message("    %s\n", ways[i]);
        snprintf(args, sizeof args, "shut-in %u", i);
        run_subject(&run, args, "ALGOPROF_RATE=1 ASAN_OPTIONS=detect_leaks=0");
        if (WIFEXITED(run.status) && WEXITSTATUS(run.status) == 77) {
            print_message("    not allowed here\n");
            run_clean(&run);
            continue;
        }
        assert_int_equal(run.status, 0);
        assert_string_equal(run.err, "");
        run_open(&run, 0, &walk);
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        assert_int_equal(walk.site[0].instances, 1010);
        assert_int_equal(walk.site[0].cost, 505000);
        assert_true(walk.instances >= 100);
        done();
    }
}

static void other_abi(void **state)
{
    (void)state;
    run_one(&run, &walk, "abi", "ALGOPROF_RATE=1");
    assert_int_equal(walk.sites, 2);
    assert_string_equal(walk.site[0].name, "alpha");
    assert_string_equal(walk.site[1].name, "beta");
    assert_int_equal(walk.instances, 20);
    done();
}

#ifndef __SANITIZE_ADDRESS__    /* it makes calls of its own */
/* A filter kills for any system call: the runtime was told, and makes none. */
static void sealed(void **state)
{
    (void)state;
    static const char *const rates[] = { "ALGOPROF_RATE=1", "ALGOPROF_RATE=100", "" };
    for (unsigned i = 0; i < sizeof rates / sizeof *rates; i++) {
        run_subject(&run, "shut-in 5", rates[i]);
        assert_int_equal(run.status, 0);
        assert_string_equal(run.err, "");
        run_open(&run, 0, &walk);
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        assert_int_equal(walk.site[0].instances, 1010);
        assert_int_equal(walk.site[0].cost, 505000);
        assert_in_range(walk.instances, 1, 10);
        assert_int_equal(walk.events, 1);
        assert_int_equal(walk.event[0].kind, ALOG_E_STOPPED);
        assert_int_equal(walk.event[0].value, ALOG_STOP_SEALED);
        done();
    }
}
#endif

/* The daemon is a child, with a log where the program began. */
static void daemons(void **state)
{
    unsigned forked = 0;
    (void)state;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    run_subject(&run, "shut-in 4", "ALGOPROF_RATE=1");
    assert_int_equal(run.status, 0);
    while (wait(NULL) > 0)
        ;
    run_list(&run);
    assert_int_equal(run.logs, 2);
    for (unsigned i = 0; i < 2; i++) {
        run_open(&run, i, &walk);
        bool is_child = walk.header.flags & ALOG_H_FORKED;
        forked += is_child;
        assert_int_equal(walk.site[0].instances, is_child ? 1000 : 10);
        assert_int_equal(walk.commit.state, is_child ? ALOG_FINISHED : ALOG_RUNNING);
        walk_close(&walk);
    }
    assert_int_equal(forked, 1);
    run_clean(&run);
}

static void check_prefix(void)
{
    for (unsigned i = 0; i < walk.sites; i++) {
        struct walk_site *s = &walk.site[i];
        uint64_t cost = strcmp(s->name, "alpha") ? 5 : 3;
        assert_in_range(s->cost, (s->instances ? s->instances - 1 : 0) * cost, s->instances * cost);
    }
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct alog_instance *a = &walk.instance[i].i;
        uint64_t cost = strcmp(walk.site[a->site].name, "alpha") ? 5 : 3;
        assert_int_equal(a->cost, cost);
        assert_int_equal(a->total_cost, cost * a->total_instances);
        assert_int_equal(a->total_instances, a->index + 1);
        assert_int_equal(a->rms, cost);
        if (!a->thin && !(a->flags & ALOG_I_COUNTED))   /* a full log's sets are thinned, or missing */
            assert_int_equal(walk_cells(&walk.instance[i], NULL, 0), cost);
    }
}

static void killed_at_random(void **state)
{
    (void)state;
    srand(1);
    for (int i = 0; i < 20; i++) {
        static const char *const envs[] = { "", "ALGOPROF_RATE=1", "ALGOPROF_PAIRS=8" };
        run_and_kill(&run, "endless", envs[i % 3], 1 + (unsigned)rand() % 60000);
        assert_true(WIFSIGNALED(run.status));
        for (unsigned k = 0; k < run.logs; k++) {
            run_open(&run, k, &walk);
            assert_int_equal(walk.commit.state, ALOG_RUNNING);
            check_prefix();
            walk_close(&walk);
        }
        run_clean(&run);
    }
}

/* Another thread is in the loader's list meanwhile, which is locked. */
static void fork_beside_the_loader(void **state)
{
    (void)state;
    run_program = "forking";
    run_subject(&run, "", "ALGOPROF_RATE=1");
    run_program = "subject";
    assert_int_equal(run.status, 0);
    assert_int_equal(run.logs, 2);
    for (unsigned i = 0; i < run.logs; i++) {
        run_open(&run, i, &walk);
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        assert_int_equal(walk.instances, 1);
        walk_close(&walk);
    }
    run_clean(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads),
        cmocka_unit_test(full_log_counts),
        cmocka_unit_test(short_threads_are_folded),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(threads_begin_in_little_stack),
#endif
        cmocka_unit_test(fork_beside_the_loader),
        cmocka_unit_test(exit_with_running_threads),
        cmocka_unit_test(slow_path_is_waited_for),
        cmocka_unit_test(lost_instance_is_told),
        cmocka_unit_test(shared_library),
        cmocka_unit_test(fork_gives_own_logs),
        cmocka_unit_test(fork_without_pid_gets_a_suffix),
        cmocka_unit_test(child_that_does_nothing_has_no_log),
        cmocka_unit_test(bare_clone),
        cmocka_unit_test(spawn_touches_nothing),
        cmocka_unit_test(forks_among_threads),
        cmocka_unit_test(handlers_count),
        cmocka_unit_test(jumps_out_of_handlers),
        cmocka_unit_test(jumps_out_of_each),
        cmocka_unit_test(shut_in),
        cmocka_unit_test(daemons),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(sealed),
#endif
        cmocka_unit_test(other_abi),
        cmocka_unit_test(abort_leaves_a_partial_log),
        cmocka_unit_test(killed_when_left),
        cmocka_unit_test(killed_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
