/* SPDX-License-Identifier: MIT
 *
 * What ALGOPROF_BUDGET lets through.  The program tells the CPU time that it
 * spent traced; shares of it are judged, no clock here. */
#include "run.h"
#include <stdio.h>

#define RUNS 5

static struct run run;
static struct walk walk;
static unsigned long traced, all, longest;

static const struct walk_site *burn(const char *args, const char *env)
{
    run_one(&run, &walk, args, env);
    assert_int_equal(sscanf(run.out, "%lu %lu %lu", &traced, &all, &longest), 3);
    return &walk.site[0];
}

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

/* What the budget is of the time that was not traced, its allowance, and the
 * pair that it was misjudged by. */
static void check_bound(double percent)
{
    double most = (double)(all - traced) * percent / 100 + 2e6 + 2 * (double)longest;
    if ((double)traced > most)
        fail_msg("%lu ns traced of %lu, at most %.0f", traced, all, most);
}

/* 0.4 s; unbounded, more than 60 pairs of 0.8 ms would be.  Result: is the budget used? */
static bool burn_costly(const char *env, double percent)
{
    const struct walk_site *s = burn("1 20000 20 400", env);
    check_bound(percent);
    assert_int_equal(walk.header.flags, ALOG_H_BUDGET_ENFORCED);
    assert_true(s->sampler.refused_budget > 0);
    assert_true(s->sampler.starts > 0 && walk.instances > 1);
    assert_int_equal(s->instances, 20000);
    bool used = (double)traced > 1e6 + (double)all * percent / 100 * 0.2;
    if (percent == 5)           /* room for more than 16 pairs */
        used &= s->sampler.halvings > 0;
    done();
    return used;
}

/* An instance that had to wait may count for more than it took: of some runs on a busy machine one has to
 * use its budget. */
static void costly_instances(void **state)
{
    static const struct {
        const char *env;
        double percent;
    } budgets[] = { { "ALGOPROF_BUDGET=0.1", 0.1 }, { "ALGOPROF_BUDGET=1", 1 }, { "ALGOPROF_BUDGET=5", 5 } };
    (void)state;
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        bool used = false;
        for (unsigned n = 0; n < RUNS && !used; n++)
            used = burn_costly(budgets[i].env, budgets[i].percent);
        assert_true(used);
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

/* What costs little is not refused. */
static void cheap_instances(void **state)
{
    (void)state;
    const struct walk_site *s = burn("1 60000 5 6", "ALGOPROF_BUDGET=5");
    assert_in_range(s->sampler.kept, 17, 127);
    assert_true(s->sampler.halvings > 0);
    done();
}

/* The first pair is taken; its second not, where the first had all there is. */
static void long_instances(void **state)
{
    (void)state;
    const struct walk_site *s = burn("1 10 2000 30000", "ALGOPROF_BUDGET=1");
    assert_int_equal(s->traced, 1);
    assert_int_equal(walk.instances, 1);
    assert_int_equal(walk.instance[0].i.flags, ALOG_I_FIRST_PAIR);
    assert_true(s->sampler.refused_budget > 0);
    done();
    burn("1 10 100 500", "ALGOPROF_BUDGET=1");
    assert_true(walk.instances >= 2);
    assert_int_equal(walk.instance[1].i.pair, 0);
    assert_int_equal(walk.instance[1].i.place, 1);
    done();
}

/* All threads spend of one budget. */
static void many_threads(void **state)
{
    (void)state;
    burn("16 1000 20 400", "ALGOPROF_BUDGET=1");
    check_bound(1);
    done();
}

static void unlike_instances(void **state)
{
    (void)state;
    burn("1 5000 2 40 20", "ALGOPROF_BUDGET=1");
    check_bound(1);
    done();
}

/* A program's main loop is one instance, and its first pair has all the allowance
 * reserved: what is in it gets of that. */
static void one_instance_around_all(void **state)
{
    (void)state;
    burn("1 200 2 3 0 1", "ALGOPROF_BUDGET=1");
    assert_int_equal(walk.sites, 2);
    assert_int_equal(walk.site[0].traced, 1);
    assert_in_range(walk.site[1].traced, 12, 120);
    for (unsigned i = 0; i < walk.instances; i++)
        assert_int_equal(walk.instance[i].i.flags & ALOG_I_CUT, 0);
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costly_instances), cmocka_unit_test(no_budget),    cmocka_unit_test(cheap_instances),
        cmocka_unit_test(long_instances),   cmocka_unit_test(many_threads), cmocka_unit_test(unlike_instances),
        cmocka_unit_test(one_instance_around_all),
    };
    run_program = "burner";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
