/* SPDX-License-Identifier: MIT
 *
 * Jumps out of the runtime, after each number of instructions: nothing of a
 * traced recursion is lost but the call that was being noted (chains_steps.c is
 * the program), and of a loop but the instance that was jumped out of (ends.c). */
#include "run.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

static struct run run;
static struct walk walk;
static struct walk_row rows[64];
static int stride;

static void be_traced(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static bool stopped(pid_t pid, int *signal)
{
    siginfo_t end = { 0 };
    int status;
    if (waitid(P_PID, (id_t)pid, &end, WEXITED | WSTOPPED | WNOWAIT) || end.si_code != CLD_TRAPPED)
        return false;           /* its status is waited for elsewhere */
    if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        return false;
    *signal = WSTOPSIG(status);
    return true;
}

/* The round's number of steps behind its trap, then the signal. */
static void step_through(pid_t pid)
{
    int signal;
    if (!stopped(pid, &signal))         /* at the exec */
        return;
    ptrace(PTRACE_CONT, pid, NULL, NULL);
    for (long round = 0; stopped(pid, &signal); round++) {
        if (signal != SIGTRAP) {
            round--;
            ptrace(PTRACE_CONT, pid, NULL, (void *)(intptr_t)signal);
            continue;
        }
        for (long i = 0; i < round * stride; i++)
            if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) || !stopped(pid, &signal))
                return;
        ptrace(PTRACE_CONT, pid, NULL, (void *)(intptr_t)SIGUSR1);
    }
}

static void check_round(const struct walk_instance *in, unsigned long calls, bool jumped)
{
    uint64_t ended = 0;
    int n = walk_rows(in, rows, 64);
    assert_true(n >= 0);
    for (int i = 0; i < n; i++)
        ended += rows[i].count;
    assert_int_equal(in->i.flags & ~ALOG_I_FIRST_PAIR, 0);
    assert_int_equal(in->chain.longest, 1 + 9);
    assert_in_range(in->i.cost, calls - jumped, calls);
    assert_in_range(ended, in->i.cost - jumped, in->i.cost + jumped);
    if (ended != in->i.cost)
        assert_int_equal(in->chain.flags, ALOG_C_LOST);
}

static void check_scene(int scene, int rounds, int by)
{
    char args[64];
    unsigned long calls;
    int jumped = 0, jumps = 0;
    stride = by;
    snprintf(args, sizeof args, "steps %d %d", rounds, scene);
    run_one(&run, &walk, args, "ALGOPROF_RATE=1");
    assert_int_equal(walk.instances, rounds);
    const char *text = run.out;
    for (int i = 0; i < rounds; i++) {
        assert_int_equal(sscanf(text, "%lu %d", &calls, &jumped), 2);
        text = strchr(text, '\n') + 1;
        check_round(&walk.instance[i], calls, jumped);
        jumps += jumped;
    }
    assert_true(jumps > rounds / 2);
    assert_false(jumped);       /* the last came behind it all */
    walk_close(&walk);
    run_clean(&run);
}

static void calls(void **state)
{
    (void)state;
    check_scene(0, 200, 1);
}

static void calls_as_jumps(void **state)
{
    (void)state;
    check_scene(1, 110, 5);
}

static void tail_calls(void **state)
{
    (void)state;
    check_scene(2, 90, 5);
}

static void landings(void **state)
{
    (void)state;
    check_scene(3, 60, 11);
}

/* Each is as it was or not there at all, and none is there twice. */
static void check_instances(void)
{
    bool *seen = calloc((size_t)walk.site[0].instances + 1, 1);
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct alog_instance *a = &walk.instance[i].i;
        if (a->site)
            continue;
        assert_true(a->index < walk.site[0].instances);
        assert_false(seen[a->index]);
        seen[a->index] = true;
        if (a->flags & (ALOG_I_CUT | ALOG_I_LOST))
            continue;
        assert_int_equal(a->cost, 4);
        assert_int_equal(a->rms, 16);
    }
    free(seen);
}

/* jumps: pairs that they may have left without an instance, or with one. */
static void check_kept(long jumps)
{
    const struct walk_site *s = &walk.site[0];
    uint64_t both = 0, any = 0;
    for (unsigned i = 0; i < walk.instances; i++) {
        bool found = walk.instance[i].i.site;
        for (unsigned k = 0; k < i && !found; k++)
            found = walk.instance[k].i.pair == walk.instance[i].i.pair;
        any += !found;
        both += found && !walk.instance[i].i.site;
    }
    assert_in_range(s->sampler.kept, any > (uint64_t)jumps ? any - (uint64_t)jumps : 0, any + (uint64_t)jumps);
    assert_in_range(both, any > (uint64_t)jumps ? any - (uint64_t)jumps : 0, any);
}

static void ends(const char *args, int by, const char *env)
{
    long began, jumps;
    stride = by;
    run_program = "ends";
    run_one(&run, &walk, args, env);
    run_program = "chains";
    assert_int_equal(sscanf(run.out, "%ld %ld", &began, &jumps), 2);
    assert_true(jumps > 20);
    assert_int_equal(walk.commit.state, ALOG_FINISHED);
    assert_in_range(walk.site[0].instances, began - jumps, began);
    assert_int_equal(walk.sites, 2);
    assert_int_equal(walk.site[1].instances, 1);
    check_instances();
    if (strstr(env, "PAIRS"))
        check_kept(jumps);
    else
        assert_in_range(walk.instances, began - jumps - 1, began);
    walk_close(&walk);
    run_clean(&run);
}

static void ends_of_all(void **state)
{
    (void)state;
    ends("100", 25, "ALGOPROF_RATE=1");
    ends("120 1", 41, "ALGOPROF_RATE=1");
}

/* With halvings. */
static void ends_of_pairs(void **state)
{
    (void)state;
    ends("100", 23, "ALGOPROF_PAIRS=24");
    ends("120 1", 53, "ALGOPROF_PAIRS=24");
}

/* The log's share of what it cost is written, too. */
static void ends_with_budget(void **state)
{
    (void)state;
    ends("80", 41, "ALGOPROF_PAIRS=64 ALGOPROF_BUDGET=100000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls),
        cmocka_unit_test(calls_as_jumps),
        cmocka_unit_test(tail_calls),
        cmocka_unit_test(landings),
        cmocka_unit_test(ends_of_all),
        cmocka_unit_test(ends_of_pairs),
        cmocka_unit_test(ends_with_budget),
    };
    run_program = "chains";
    run_before_exec = be_traced;
    run_meanwhile = step_through;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
