/* SPDX-License-Identifier: MIT
 * Chains of recursions, as the logs say, against whole trees of calls. */
#include "run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static struct run run;
static struct walk walk;
static struct walk_row rows[2048];

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

/* The chains of the log, loops left out. */
static const struct walk_instance *chain(unsigned n)
{
    for (unsigned i = 0; i < walk.instances; i++)
        if (walk.site[walk.instance[i].i.site].site.kind == ALOG_RECURSION && !n--)
            return &walk.instance[i];
    fail_msg("too few chains in the log");
    return NULL;
}

static unsigned chains(void)
{
    unsigned n = 0;
    for (unsigned i = 0; i < walk.instances; i++)
        n += walk.site[walk.instance[i].i.site].site.kind == ALOG_RECURSION;
    return n;
}

static void check_row(const struct walk_row *r, const char *text)
{
    struct walk_row e;
    int n = sscanf(text, "%lu %lu %lu %lu %lu %lu %lu %la", &e.size_low, &e.size_high, &e.count, &e.size_sum,
                   &e.cost_low, &e.cost_high, &e.cost_sum, &e.squares);
    assert_int_equal(n, 8);
    assert_int_equal(r->size_low, e.size_low);
    assert_int_equal(r->size_high, e.size_high);
    assert_int_equal(r->count, e.count);
    assert_int_equal(r->size_sum, e.size_sum);
    assert_int_equal(r->cost_low, e.cost_low);
    assert_int_equal(r->cost_high, e.cost_high);
    assert_int_equal(r->cost_sum, e.cost_sum);
    assert_true(r->squares == e.squares);
}

/* One printed instance against a logged one; flags and losses as told.  The
 * text behind it. */
static const char *check_one(const struct walk_instance *in, const char *text, unsigned flags, unsigned lost)
{
    char name[32];
    unsigned long cost, longest, instances, sums;
    int got = walk_rows(in, rows, 2048);
    assert_true(got >= 0);
    assert_int_equal(sscanf(text, "instance %31s %lu %lu %lu %lu", name, &cost, &longest, &instances, &sums), 5);
    assert_string_equal(walk.site[in->i.site].name, name);
    assert_int_equal(in->i.cost, cost);
    assert_int_equal(in->chain.longest, longest);
    assert_int_equal(in->i.flags & ~ALOG_I_FIRST_PAIR, flags);
    assert_int_equal(in->chain.flags & ALOG_C_LOST, lost);
    text = strchr(text, '\n') + 1;
    if (lost)
        return text;
    assert_int_equal(in->chain.instances, instances);
    assert_int_equal(!!(in->chain.flags & ALOG_C_SUMS), sums);
    for (int i = 0; i < got; i++) {
        check_row(&rows[i], text);
        text = strchr(text, '\n') + 1;
    }
    return text;
}

static const char *next_instance(const char *text)
{
    const char *at = strncmp(text, "instance", 8) ? strstr(text, "\ninstance") : text - 1;
    return at ? at + 1 : NULL;
}

/* All of the output against all of the log, in order. */
static void check_all(unsigned expected, unsigned flags)
{
    const char *text = run.out;
    assert_true(strlen(run.out) < sizeof run.out - 1);
    assert_int_equal(chains(), expected);
    for (unsigned i = 0; i < expected; i++)
        text = check_one(chain(i), text, flags, 0);
    assert_string_equal(text, "");
}

static void run_chains(const char *args, const char *env)
{
    run_one(&run, &walk, args, env);
}

static void known_trees(void **state)
{
    static const struct {
        const char *args;
        unsigned instances;
    } cases[] = {
        { "fib 22", 23 },        { "list 1", 1 },        { "list 1000", 1 },      { "list 1024", 1 },
        { "list 1025", 1 },      { "list 20000", 1 },    { "even-odd 0", 2 },     { "even-odd 1", 2 },
        { "even-odd 300", 2 },   { "even-odd 30001", 2 }, { "comb 5", 1 },        { "comb 1000000", 1 },
        { "loop 2000", 1 },      { "deep 1000000", 2 },  { "stale", 3 },
        { "signal-stack", 2 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("    %s\n", cases[i].args);
        run_chains(cases[i].args, "ALGOPROF_RATE=1");
        check_all(cases[i].instances, 0);
        assert_int_equal(chain(0)->i.rms, 0);
        done();
    }
}

static void random_trees(void **state)
{
    char args[64];
    (void)state;
    for (int i = 0; i < 60; i++) {
        static const int sizes[] = { 100, 3000, 100000, 1000000 };
        snprintf(args, sizeof args, "trees %d %d %d", i, sizes[i % 20 ? i % 3 : 3], i / 3 % 2);
        run_chains(args, "ALGOPROF_RATE=1");
        check_all(2, 0);
        done();
    }
}

/* Where the last one was is no matter: its own frames are no input. */
static void wide_frames(void **state)
{
    (void)state;
    run_chains("wide 1900", "ALGOPROF_RATE=1");
    check_all(3, 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(chain(i)->i.rms, 0);
    done();
}

/* 10^8 levels of one frame: two runs, and closed forms when they end. */
static void long_loop(void **state)
{
    struct timespec from, to;
    (void)state;
    clock_gettime(CLOCK_MONOTONIC, &from);
    run_chains("loop 20000000", "ALGOPROF_RATE=1");
    clock_gettime(CLOCK_MONOTONIC, &to);
    check_all(1, 0);
    assert_in_range(to.tv_sec - from.tv_sec, 0, 10);
    assert_true(walk.size < 40000);
    done();
}

/* More levels than there is room for: depth and calls stay exact. */
static void beyond_the_room(void **state)
{
    (void)state;
    run_chains("deep 3000000", "ALGOPROF_RATE=1");
    assert_int_equal(chains(), 2);
    const char *text = check_one(chain(0), run.out, 0, ALOG_C_LOST);
    assert_in_range(chain(0)->chain.instances, 1000000, chain(0)->i.cost);
    check_one(chain(1), next_instance(text), 0, 0);
    done();
#ifndef __SANITIZE_ADDRESS__    /* it warns of the large stack that is left */
    run_chains("deep 2500000 1", "ALGOPROF_RATE=1");
    check_one(chain(0), run.out, ALOG_I_CUT, ALOG_C_LOST);
    done();
#endif
}

static void two_targets(void **state)
{
    (void)state;
    run_chains("two 60", "ALGOPROF_RATE=1");
    check_all(1 + 1 + 60 + 1, 0);
    assert_int_equal(walk.site[0].instances, 2);
    assert_int_equal(walk.site[1].instances, 61);
    done();
}

static void two_threads(void **state)
{
    (void)state;
    run_chains("threads 60", "ALGOPROF_RATE=1");
    check_all(120, 0);
    assert_int_equal(walk.site[0].instances, 120);
    assert_int_equal(walk.site[0].cost, 120 * 177);
    done();
}

static void shared_library(void **state)
{
    (void)state;
    run_shared = true;
    run_chains("trees 7 100000 1", "ALGOPROF_RATE=1");
    check_all(2, 0);
    done();
    run_shared = false;
}

/* Pairs are of outermost instances. */
static void pairs(void **state)
{
    (void)state;
    run_chains("threads 20000", "ALGOPROF_SEED=3");
    assert_int_equal(walk.site[0].instances, 40000);
    assert_int_equal(walk.site[0].cost, (uint64_t)40000 * 177);
    assert_in_range(walk.site[0].sampler.kept, 100, 1300);
    for (unsigned i = 0; i < walk.instances; i++)
        assert_int_equal(walk.instance[i].i.cost, 177);
    done();
}

static void cut_by_jumps(void **state)
{
    (void)state;
    run_chains("cut 5", "ALGOPROF_RATE=1");
    const char *text = run.out;
    assert_int_equal(chains(), 12);
    for (unsigned i = 0, whole; i < 12; i++) {
        whole = i % 4 == 2;
        text = check_one(chain(i), text, whole ? 0 : ALOG_I_CUT, 0);
    }
    assert_int_equal(walk.site[0].instances, 12);
    assert_int_equal(walk.site[0].traced, 12);
    done();
}

static void cut_by_ends(void **state)
{
    (void)state;
    run_chains("thread-end", "ALGOPROF_RATE=1");
    assert_int_equal(chains(), 2);
    check_one(chain(0), run.out, ALOG_I_CUT, 0);
    assert_true(chain(1)->i.flags & ALOG_I_CUT);
    assert_int_equal(chain(1)->i.cost, 4 + 2 * 3);
    assert_int_equal(chain(1)->chain.instances, 2 * 3);
    done();
    run_chains("exit", "");
    check_all(1, ALOG_I_CUT);
    done();
}

/* The log knows what had been counted when the inner instance began. */
static void killed_inside(void **state)
{
    (void)state;
    run_subject(&run, "killed-inside", "ALGOPROF_RATE=1 ALGOPROF_BUDGET=0");
    assert_true(WIFSIGNALED(run.status));
    run_open(&run, 0, &walk);
    assert_int_equal(chains(), 2);
    assert_int_equal(chain(1)->i.total_cost, 5 + 1000 + 3);
    assert_int_equal(walk.site[0].instances, 2);
    assert_int_equal(walk.site[0].cost, 5 + 1000 + 3 + 1000);
    done();
}

static void forks(void **state)
{
    static const char *const modes[] = { "fork", "clone" };
    (void)state;
    for (int m = 0; m < 2; m++) {
        run_subject(&run, modes[m], "ALGOPROF_RATE=1");
        assert_string_equal(run.err, "");
        assert_int_equal(run.status, 0);
        assert_int_equal(run.logs, 2);
        const char *text = run.out;
        for (int forked = 1; forked >= 0; forked--)
            for (unsigned i = 0; i < 2; i++) {
                run_open(&run, i, &walk);
                if (!!(walk.header.flags & ALOG_H_FORKED) == forked) {
                    assert_int_equal(chains(), 1);
                    text = check_one(chain(0), text, 0, 0);
                    assert_int_equal(walk.site[0].instances, 1);
                    assert_int_equal(walk.site[0].cost, walk.instance[0].i.cost);
                }
                walk_close(&walk);
            }
        run_clean(&run);
    }
}

/* A table of 2^17 lines has 8 MiB. */
static void forks_release_memory(void **state)
{
    long less = 0;
    (void)state;
    run_subject(&run, "fork-memory", "ALGOPROF_RATE=1 ALGOPROF_MAX_LOG=1M");
    assert_int_equal(run.status, 0);
    assert_int_equal(sscanf(run.out, "%ld", &less), 1);
    assert_true(less > 8 << 20);
    run_clean(&run);
}

/* A call that comes while the first of a pair is open is none of the pair. */
static void pairs_wait_for_their_first(void **state)
{
    (void)state;
    run_chains("nested 2000", "ALGOPROF_RATE=10 ALGOPROF_SEED=5");
    const struct walk_site *site = &walk.site[0];
    assert_in_range(site->sampler.starts, 100, 300);
    assert_in_range(walk.instances, 2 * site->sampler.starts - 1, 2 * site->sampler.starts);
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct alog_instance *in = &walk.instance[i].i;
        assert_int_equal(in->place, i % 2);
        assert_int_equal(in->pair, i / 2);
        if (i % 2)              /* the nested one came between */
            assert_int_equal(in->index, walk.instance[i - 1].i.index + 2);
    }
    done();
}

static void limit_stack(void)
{
    struct rlimit limit = { 1 << 20, 1 << 20 };
    setrlimit(RLIMIT_STACK, &limit);
}

/* Traced calls end when three quarters of the stack are used; counts go on. */
static void little_stack(void **state)
{
    (void)state;
#ifndef __SANITIZE_ADDRESS__    /* its frames are others */
    for (int thread = 0; thread < 2; thread++) {
        run_before_exec = thread ? NULL : limit_stack;
        run_chains(thread ? "little-stack 550 850 1" : "little-stack 550 850 0", "ALGOPROF_RATE=1");
        run_before_exec = NULL;
        assert_int_equal(chains(), 2);
        assert_int_equal(chain(0)->i.flags, ALOG_I_FIRST_PAIR);
        assert_int_equal(chain(0)->i.cost, 550);
        assert_int_equal(chain(1)->i.flags, ALOG_I_FIRST_PAIR | ALOG_I_CUT);
        assert_in_range(chain(1)->i.cost, 600, 800);
        assert_int_equal(chain(1)->chain.longest, chain(1)->i.cost);
        assert_int_equal(walk.site[0].cost, 550 + 850);
        done();
    }
#endif
}

/* fib (12) has 465 calls, fib (3) of the handler 5. */
static void handlers_on_top(void **state)
{
    long main_instances, handled;
    (void)state;
    run_chains("handler 3000", "ALGOPROF_RATE=1 ALGOPROF_MAX_LOG=1G");
    assert_int_equal(sscanf(run.out, "%ld %ld", &main_instances, &handled), 2);
    assert_true(handled > 10);
    assert_int_equal(walk.site[0].instances, main_instances + handled);
    assert_int_equal(walk.site[0].cost, 465 * main_instances + 5 * handled);
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct walk_instance *in = chain(i);
        assert_true(in->i.cost == 465 || in->i.cost == 5);
        assert_int_equal(in->chain.flags, 0);
        assert_int_equal(walk_rows(in, rows, 2048), in->i.cost == 465 ? 12 : 3);
    }
    done();
}

static void handlers_inside(void **state)
{
    unsigned longer = 0;
    (void)state;
    run_chains("handler-inside 3000", "ALGOPROF_RATE=1 ALGOPROF_MAX_LOG=1G");
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct walk_instance *in = chain(i);
        assert_int_equal((in->i.cost - 465) % 5, 0);
        assert_int_equal(in->chain.instances, in->i.cost);
        assert_int_equal(in->chain.flags, 0);
        assert_in_range(in->chain.longest, 12, 15);
        longer += in->i.cost > 465;
    }
    assert_true(longer > 5);
    done();
}

/* Out of anything: what follows is right. */
static void handlers_that_jump(void **state)
{
    (void)state;
    run_subject(&run, "handler-jumps 3000", "ALGOPROF_RATE=1 ALGOPROF_MAX_LOG=1G");
    assert_int_equal(run.status, 0);
    run_open(&run, 0, &walk);
    assert_true(walk.instances > 1000);
    const char *text = check_one(chain(walk.instances - 2), run.out, 0, 0);
    check_one(chain(walk.instances - 1), text, 0, 0);
    for (unsigned i = 0; i < walk.instances; i++)
        if (!(walk.instance[i].i.flags & ALOG_I_CUT))
            assert_int_equal(walk.instance[i].i.cost, i + 2 < walk.instances ? 3193 : i + 2 == walk.instances ? 109 : 177);
    done();
}

/* Into the recursion: what was open beneath is gone, the instance is not.  A
 * jump out of the runtime may cost a call.  test_steps.c has each such jump. */
static void handlers_that_land(void **state)
{
    long jumps = 0;
    (void)state;
    for (int i = 0; i < 10; i++) {
        run_chains("handler-lands 3000", "ALGOPROF_RATE=1");
        assert_int_equal(sscanf(run.out, "%ld", &jumps), 1);
        assert_true(jumps > 5);
        assert_int_equal(walk.instances, 1);
        const struct walk_instance *in = chain(0);
        assert_int_equal(in->i.flags & ALOG_I_CUT, 0);
        assert_in_range(in->chain.longest, 20 + 1, 20 + 1 + 1);
        assert_in_range(in->i.cost, walk.site[0].cost - (uint64_t)jumps, walk.site[0].cost);
        assert_in_range(in->chain.instances, in->i.cost - (uint64_t)jumps, in->i.cost + (uint64_t)jumps);
        done();
    }
}

/* 8 bytes read a leaf; the loops in it have theirs. */
static void input(void **state)
{
    (void)state;
    run_chains("input 500", "ALGOPROF_RATE=1");
    const struct walk_instance *in = chain(0);
    assert_int_equal(in->i.rms, 500 * 8);
    assert_int_equal(walk_cells(in, NULL, 0), 500 * 8);
    assert_int_equal(in->i.cost, 999);
    assert_true(in->i.opaque_bytes > 0);
    assert_int_equal(walk_rows(in, rows, 2048) > 8, 1);
    assert_int_equal(walk.instances, 501);
    for (unsigned i = 0; i < 500; i++) {
        assert_int_equal(walk.instance[i].i.parent, in->i.site);
        assert_int_equal(walk.instance[i].i.rms, 8);
    }
    done();
}

/* The set is given up, the calls are not. */
static void input_without_memory(void **state)
{
    (void)state;
#ifndef __SANITIZE_ADDRESS__
    run_chains("unseen", "ALGOPROF_RATE=1");
    check_all(1, ALOG_I_UNSEEN);
    assert_int_equal(chain(0)->i.rms, 0);
    assert_int_equal(chain(0)->i.set_bytes, 0);
    done();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_trees),
        cmocka_unit_test(random_trees),
        cmocka_unit_test(wide_frames),
        cmocka_unit_test(long_loop),
        cmocka_unit_test(beyond_the_room),
        cmocka_unit_test(two_targets),
        cmocka_unit_test(two_threads),
        cmocka_unit_test(shared_library),
        cmocka_unit_test(pairs),
        cmocka_unit_test(cut_by_jumps),
        cmocka_unit_test(cut_by_ends),
        cmocka_unit_test(killed_inside),
        cmocka_unit_test(forks),
        cmocka_unit_test(forks_release_memory),
        cmocka_unit_test(pairs_wait_for_their_first),
        cmocka_unit_test(little_stack),
        cmocka_unit_test(handlers_on_top),
        cmocka_unit_test(handlers_inside),
        cmocka_unit_test(handlers_that_jump),
        cmocka_unit_test(handlers_that_land),
        cmocka_unit_test(input),
        cmocka_unit_test(input_without_memory),
    };
    run_program = "chains";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
