/* SPDX-License-Identifier: MIT
 * Which instances are traced and kept, as the logs say. */
#include "run.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct run run;
static struct walk walk;

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

/* Every kept start has its two instances, next to each other. */
static void check_pairs(const struct walk *w, uint64_t kept)
{
    unsigned seconds = 0;
    for (unsigned i = 0; i < w->instances; i++) {
        const struct alog_instance *a = &w->instance[i].i;
        if (a->place)
            seconds++;
        for (unsigned k = 0; k < w->instances; k++) {
            const struct alog_instance *b = &w->instance[k].i;
            if (!a->place && b->place && a->pair == b->pair && a->site == b->site) {
                assert_int_equal(b->index, a->index + 1);
                assert_int_equal(b->thread, a->thread);
                assert_int_equal(b->period, a->period);
            }
        }
    }
    assert_int_equal(w->instances - seconds, kept);
    assert_in_range(seconds, kept - 1, kept);
}

static void auto_keeps_what_says_256_kb(void **state)
{
    (void)state;
    run_one(&run, &walk, "alphas 100000", "ALGOPROF_SEED=3");
    const struct walk_site *s = &walk.site[0];
    assert_int_equal(s->instances, 100000);
    assert_int_equal(s->cost, 300000);
    assert_int_equal(s->sampler_period, 1);
    assert_in_range(s->sampler.kept, 500, 1300);
    assert_int_equal(s->sampler.kept + s->sampler.dropped, s->sampler.starts);
    assert_in_range(s->sampler.halvings, 5, 8);
    assert_int_equal(walk.events, s->sampler.halvings);
    assert_true(walk.header.flags & ALOG_H_SEEDED);
    check_pairs(&walk, s->sampler.kept);
    done();
}

static void first_pair_is_taken_and_marked(void **state)
{
    (void)state;
    run_one(&run, &walk, "alphas 20", "ALGOPROF_RATE=1000000");
    assert_int_equal(walk.instances, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(walk.instance[i].i.index, i);
        assert_int_equal(walk.instance[i].i.place, i);
        assert_int_equal(walk.instance[i].i.flags, ALOG_I_FIRST_PAIR);
        assert_int_equal(walk.instance[i].i.period, 1000000);
    }
    done();
}

static void rate_1_takes_all(void **state)
{
    (void)state;
    run_one(&run, &walk, "alphas 1001", "ALGOPROF_RATE=1");
    assert_int_equal(walk.instances, 1001);
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct alog_instance *a = &walk.instance[i].i;
        assert_int_equal(a->index, i);
        assert_int_equal(a->pair, i / 2);
        assert_int_equal(a->place, i % 2);
        assert_int_equal(a->period, 1);
        assert_int_equal(a->order, i);
        assert_int_equal(a->cost, 3);
        assert_int_equal(a->rms, 3);
        assert_int_equal(a->total_instances, i + 1);
        assert_int_equal(a->total_cost, 3 * (i + 1));
    }
    assert_int_equal(walk.site[0].traced, 1001);
    done();
}

/* Starts at rate N: renewals of a geometric gap plus the pair's two. */
static void fixed_rate(void **state)
{
    (void)state;
    run_one(&run, &walk, "alphas 200000", "ALGOPROF_RATE=100 ALGOPROF_SEED=5");
    double expected = 200000 / 101.0, sd = sqrt(200000.0 * 9900 / pow(101, 3));
    assert_true(fabs((double)walk.site[0].sampler.starts - expected) < 4 * sd);
    assert_int_equal(walk.site[0].sampler.dropped, 0);
    assert_int_equal(walk.instances / 2, walk.site[0].sampler.starts);
    check_pairs(&walk, walk.site[0].sampler.starts);
    done();
}

/* Kept starts are spread evenly over the run, not only at its end: over 60
 * seeds, chi-square of the place's octile against its 0.999 quantile. */
static void kept_pairs_are_uniform(void **state)
{
    unsigned count[8] = { 0 }, total = 0;
    double chi = 0;
    (void)state;
    for (int seed = 1; seed <= 60; seed++) {
        char env[64];
        snprintf(env, sizeof env, "ALGOPROF_SEED=%d", seed);
        run_one(&run, &walk, "alphas 16000", env);
        for (unsigned i = 0; i < walk.instances; i++) {
            const struct alog_instance *a = &walk.instance[i].i;
            if (a->place || (a->flags & ALOG_I_FIRST_PAIR))
                continue;
            count[a->index / 2000]++;
            total++;
        }
        done();
    }
    for (int i = 0; i < 8; i++)
        chi += pow(count[i] - total / 8.0, 2) / (total / 8.0);
    assert_true(chi < 24.32);
    assert_in_range(total / 60, 600, 1300);
}

/* The same seed gives the same instances (in any order: sets differ in size,
 * since regions are numbered anew), another seed others. */
static void seed_repeats(void **state)
{
    static bool taken[3][5000];
    (void)state;
    for (int i = 0; i < 3; i++) {
        run_one(&run, &walk, "alphas 5000", i < 2 ? "ALGOPROF_SEED=9" : "ALGOPROF_SEED=10");
        for (unsigned k = 0; k < walk.instances; k++)
            taken[i][walk.instance[k].i.index] = true;
        done();
    }
    assert_memory_equal(taken[0], taken[1], sizeof taken[0]);
    assert_memory_not_equal(taken[0], taken[2], sizeof taken[0]);
}

static void pairs_bound_is_read(void **state)
{
    (void)state;
    run_one(&run, &walk, "alphas 50000", "ALGOPROF_PAIRS=16");
    assert_in_range(walk.site[0].sampler.kept, 1, 15);
    assert_int_equal(walk.header.pairs, 16);
    done();
}

static void threads_share_a_sampler(void **state)
{
    (void)state;
    run_one(&run, &walk, "threads 8 20000", "");
    const struct walk_site *s = &walk.site[0];
    unsigned first = 0;
    assert_int_equal(s->instances, 160000);
    assert_int_equal(s->cost, 320000);
    assert_int_equal(s->counters, 8);
    assert_in_range(s->sampler.kept, 300, 1300);
    for (unsigned i = 0; i < walk.instances; i++)
        first += walk.instance[i].i.flags & ALOG_I_FIRST_PAIR && !walk.instance[i].i.place;
    assert_in_range(first, 0, 1);
    check_pairs(&walk, s->sampler.kept);
    done();
}

/* A start drawn early comes due at a small probability: it is nearly always refused. */
static void stale_starts_are_refused(void **state)
{
    unsigned refused = 0;
    (void)state;
    for (int seed = 1; seed <= 20; seed++) {
        char env[64];
        snprintf(env, sizeof env, "ALGOPROF_SEED=%d", seed);
        run_one(&run, &walk, "stale", env);
        refused += (unsigned)walk.site[0].sampler.refused_stale;
        done();
    }
    assert_in_range(refused, 18, 20);
}

static void skipped_instances_count(void **state)
{
    (void)state;
    run_one(&run, &walk, "skip", "ALGOPROF_RATE=10");
    assert_int_equal(walk.site[0].instances, 1000);
    assert_int_equal(walk.site[0].cost, 2000);
    assert_int_equal(walk.instances, 0);
    assert_in_range(walk.site[0].untraced_starts, 60, 150);
    done();
}

/* Sets of 2 KB on average: all pairs ever taken would need more than the log has. */
static void dropped_space_is_reused(void **state)
{
    uint64_t bytes = 0;
    (void)state;
    run_one(&run, &walk, "reuse 200000", "ALGOPROF_SEED=4 ALGOPROF_MAX_LOG=1M");
    for (unsigned i = 0; i < walk.instances; i++)
        bytes += sizeof(struct alog_block) + sizeof(struct alog_instance) + walk.instance[i].i.set_bytes;
    uint64_t all = bytes / walk.site[0].sampler.kept * walk.site[0].sampler.starts;
    assert_true(walk.site[0].sampler.dropped > 100);
    assert_true(all > walk.size);
    assert_true(walk.free_bytes < walk.size);
    for (unsigned i = 0; i < walk.events; i++)
        assert_int_not_equal(walk.event[i].kind, ALOG_E_STOPPED);
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auto_keeps_what_says_256_kb),
        cmocka_unit_test(first_pair_is_taken_and_marked),
        cmocka_unit_test(rate_1_takes_all),
        cmocka_unit_test(fixed_rate),
        cmocka_unit_test(kept_pairs_are_uniform),
        cmocka_unit_test(seed_repeats),
        cmocka_unit_test(pairs_bound_is_read),
        cmocka_unit_test(threads_share_a_sampler),
        cmocka_unit_test(stale_starts_are_refused),
        cmocka_unit_test(skipped_instances_count),
        cmocka_unit_test(dropped_space_is_reused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
