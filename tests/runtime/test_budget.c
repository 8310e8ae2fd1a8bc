/* SPDX-License-Identifier: MIT
 *
 * What ALGOPROF_BUDGET lets through.  The program says what tracing added to its own CPU time; shares of that are
 * judged, no clock here. */
#include "run.h"
#include <stdio.h>

#define RUNS 5

static struct run run;
static struct walk walk;
static unsigned long added, own, longest;

static const struct walk_site *burn(const char *args, const char *env)
{
    run_one(&run, &walk, args, env);
    assert_int_equal(sscanf(run.out, "%lu %lu %lu", &added, &own, &longest), 3);
    return &walk.site[0];
}

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

/* What the budget is of the program's own time, its allowance, and the
 * pair that it was misjudged by.  The price may be two thirds of what the work took. */
static double most_added(double percent)
{
    return 1.5 * ((double)own * percent / 100 + 2e6) + 2 * (double)longest;
}

static bool is_within(double percent)
{
    if ((double)added <= most_added(percent))
        return true;
    print_message("%lu ns added to %lu, at most %.0f\n", added, own, most_added(percent));
    return false;
}

/* On a busy machine all that is traced may take longer: of some runs one has to keep to the budget. */
static const struct walk_site *burn_within(const char *args, const char *env, double percent)
{
    const struct walk_site *s = burn(args, env);
    for (unsigned n = 1; !is_within(percent); n++) {
        assert_true(n < RUNS);
        done();
        s = burn(args, env);
    }
    return s;
}

/* 0.4 s; unbounded, all instances' 4 s would be traced.  The least budget is enough for a few of them.  Result: is the
 * budget used, and kept? */
static bool burn_costly(const char *env, double percent)
{
    const struct walk_site *s = burn("1 20000 20 30000", env);
    assert_int_equal(walk.header.flags, ALOG_H_BUDGET_ENFORCED);
    assert_true(s->sampler.halvings > 0 || s->sampler.refused_budget > 0);
    assert_int_equal(s->instances, 20000);
    double least = 5e5 + (double)own * percent / 100 * 0.2;
    bool used = s->sampler.starts > 0 && walk.instances > 1 && (double)added > least;
    if (!used)
        print_message("%lu starts, %lu ns added to %lu, at least %.0f\n", s->sampler.starts, added, own, least);
    bool kept = is_within(percent);
    done();
    return used && kept;
}

/* An instance that had to wait may count for more than it took: of some runs on a busy machine one has to use its
 * budget, and keep to it. */
static void costly_instances(void **state)
{
    static const struct {
        const char *env;
        double percent;
    } budgets[] = { { "ALGOPROF_BUDGET=0.1", 0.1 }, { "ALGOPROF_BUDGET=1", 1 }, { "ALGOPROF_BUDGET=5", 5 } };
    (void)state;
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        bool right = false;
        for (unsigned n = 0; n < RUNS && !right; n++)
            right = burn_costly(budgets[i].env, budgets[i].percent);
        assert_true(right);
    }
}

static void no_budget(void **state)
{
    (void)state;
    const struct walk_site *s = burn("1 20000 2 20", "ALGOPROF_BUDGET=0");
    assert_int_equal(s->sampler.refused_budget, 0);
    assert_true(s->sampler.starts > 128);
    assert_int_equal(walk.header.flags, 0);
    done();
}

/* What costs little is not refused: likewise. */
static void cheap_instances(void **state)
{
    (void)state;
    for (unsigned n = 0, enough = 0; !enough; n++) {
        const struct walk_site *s = burn("1 60000 5 100", "ALGOPROF_BUDGET=5");
        assert_true(n < RUNS && s->sampler.kept <= 2000 && s->sampler.halvings > 0);
        enough = s->sampler.kept >= 17;
        done();
    }
}

/* What outgrows all there is is cut. */
static void long_instances(void **state)
{
    (void)state;
    const struct walk_site *s = burn_within("1 10 2000 2000000", "ALGOPROF_BUDGET=1", 1);
    assert_in_range(s->traced, 1, 4);
    assert_true(walk.instance[0].i.flags & ALOG_I_CUT);
    done();
    burn("1 10 100 5000", "ALGOPROF_BUDGET=1");
    assert_true(walk.instances >= 2);
    assert_int_equal(walk.instance[1].i.pair, 0);
    assert_int_equal(walk.instance[1].i.place, 1);
    done();
}

/* Instances that are long, but cost nothing to trace: all of 64 are. */
static void few_instances(void **state)
{
    (void)state;
    const struct walk_site *s = burn("1 64 400 100", "ALGOPROF_BUDGET=1");
    assert_int_equal(s->traced, 64);
    assert_int_equal(walk.instances, 64);
    done();
}

/* All threads spend of one budget. */
static void many_threads(void **state)
{
    (void)state;
    burn_within("16 1000 20 100000", "ALGOPROF_BUDGET=1", 1);
    done();
}

static void unlike_instances(void **state)
{
    (void)state;
    burn_within("1 5000 2 10000 20", "ALGOPROF_BUDGET=1", 1);
    done();
}

/* A program's main loop is one instance: it leaves a part of the allowance to what is in it.  Result: how many of these
 * are traced. */
static unsigned long burn_around_all(void)
{
    burn("1 200 2 1000 0 1", "ALGOPROF_BUDGET=1");
    assert_int_equal(walk.sites, 2);
    assert_int_equal(walk.site[0].traced, 1);
    unsigned long inner = walk.site[1].traced;
    assert_in_range(inner, 1, 200);
    for (unsigned i = 0; i < walk.instances; i++)
        assert_int_equal(walk.instance[i].i.flags & ALOG_I_CUT, 0);
    done();
    return inner;
}

/* On a busy machine the main loop may have cost more: of some runs one has to leave enough. */
static void one_instance_around_all(void **state)
{
    (void)state;
    for (unsigned n = 0; burn_around_all() < 12; n++)
        assert_true(n < RUNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costly_instances), cmocka_unit_test(no_budget),    cmocka_unit_test(cheap_instances),
        cmocka_unit_test(few_instances),    cmocka_unit_test(long_instances),   cmocka_unit_test(many_threads), cmocka_unit_test(unlike_instances),
        cmocka_unit_test(one_instance_around_all),
    };
    run_program = "burner";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
