/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What must hold of any logs, here random ones of several threads and loops: every
 * size is a number that holds what was seen and lies in its interval, every exponent
 * in its own, and neither the order of logs nor the number of threads of the
 * analysis changes a bit of either.
 */
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "logmake.h"
#include "target/dataset.h"

#define ROUNDS 25
#define MOST_LOGS 9
#define CELLS 40

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

/* What a loop reads. */
struct loop {
    unsigned kind, cells, most;
    uint64_t instances;
};

/* Words of instance i, ascending. */
static unsigned read_words(const struct loop *l, uint64_t i, uint64_t *word)
{
    unsigned n = 1 + (unsigned)draw(l->most), kept = 0;
    uint64_t first = l->kind == 0 ? 0 : l->kind == 1 ? i * l->most : l->kind == 2 ? i / 7 * l->most
                     : draw(l->cells);
    for (unsigned k = 0; k < n; k++) {      /* of kind 4: with gaps */
        uint64_t next = first + (l->kind == 4 ? k * 3 + draw(3) : k);
        if (kept == 0 || next > word[kept - 1])
            word[kept++] = next;
    }
    return draw(20) == 0 ? 0 : kept;
}

struct counted {
    uint64_t order, pair;
};

static void add_instance(struct logmake *log, const struct loop *l, uint32_t site, uint32_t thread,
                         uint64_t index, unsigned place, uint64_t *cost, struct counted *c)
{
    uint64_t word[CELLS];
    struct cells cells[CELLS];
    unsigned n = read_words(l, index, word), ranges = 0;
    for (unsigned k = 0; k < n; k++)
        if (ranges > 0 && cells[ranges - 1].first + cells[ranges - 1].count == word[k] * 8)
            cells[ranges - 1].count += 8;
        else
            cells[ranges++] = (struct cells){ word[k] * 8, 8 };
    const struct alog_instance in = { .site = site, .thread = thread, .index = index, .cost = n,
                                      .pair = c->pair, .period = 8, .order = c->order,
                                      .total_instances = index + 1, .total_cost = *cost + n,
                                      .parent = ALOG_NONE, .place = (uint8_t)place };
    logmake_instance(log, &in, cells, ranges, NULL, 0);
    c->order++;
    *cost += n;
}

static void add_thread(struct logmake *log, const struct loop *l, uint32_t site, uint32_t thread,
                       struct counted *c, uint64_t *starts)
{
    uint64_t traced = 0, cost = 0, gap = 1 + draw(60), n = l->instances, at = draw(3) ? 0 : draw(9);
    for (; at + 2 <= n && traced < 200; at += 2 + draw(gap), traced += 2, c->pair++, ++*starts)
        for (unsigned place = 0; place < 2; place++)
            add_instance(log, l, site, thread, at + place, place, &cost, c);
    double mean = traced > 0 ? (double)cost / (double)traced : 1;
    uint64_t rest = (uint64_t)(mean * (double)(n - traced) * (double)(5 + draw(11)) / 10);
    const struct alog_counts counts = { .instances = n, .traced = traced, .cost = cost + rest,
                                        .folded = ALOG_NONE };
    logmake_counter(log, site, thread, &counts);
}

/* Of the same loops in each run, some shorter, some longer. */
static struct log_points *points_of(uint64_t seed, unsigned run, const char *path)
{
    struct logmake log;
    struct log *parsed;
    struct log_points *points;
    struct err err;
    struct counted c = { 0, 0 };
    state = seed;
    struct loop loops[2];
    for (int i = 0; i < 2; i++)
        loops[i] = (struct loop){ (unsigned)draw(5), 3 + (unsigned)draw(3000),
                                  1 + (unsigned)draw(CELLS), 0 };
    state = seed * 1000 + run;
    logmake_start(&log, run + 1);
    logmake_module(&log, 0, "b");
    for (uint32_t site = 0; site < 2; site++) {
        uint64_t starts = 0, threads = 1 + draw(3);
        logmake_site(&log, site, site ? "g" : "f", "f.c", 1 + site);
        for (uint32_t thread = 0; thread < threads; thread++) {
            loops[site].instances = 2 + draw(run % 3 == 0 ? 10 : 3000);
            add_thread(&log, &loops[site], site, thread, &c, &starts);
        }
        const struct alog_sampler_state sampler = { .starts = starts, .kept = starts,
                                                    .refused_budget = draw(4) ? 0 : draw(40) };
        logmake_sampler(&log, site, &sampler);
    }
    logmake_commit(&log, 0, 1, draw(5) ? ALOG_FINISHED : ALOG_RUNNING);
    if (log_parse(log.bytes, log.size, &parsed, &err) != 0 ||
        log_points_make(parsed, path, 0, &points, &err) != 0)
        fail_msg("seed %u, run %u: %s", (unsigned)seed, run, err.text);
    log_free(parsed);
    return points;
}

static const char *const paths[MOST_LOGS] = { "a", "b", "c", "d", "e", "f", "g", "h", "i" };

static void analyse(uint64_t seed, unsigned n, const unsigned *order, int estimator,
                    struct dataset *set)
{
    struct err err;
    *set = (struct dataset){ .pool = { .estimator = estimator, .all_estimators = true } };
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(dataset_add(set, points_of(seed, order[i], paths[order[i]])), 0);
    assert_int_equal(dataset_finish(set, &err), 0);
}

static void check_estimate(const struct estimate *e, double seen)
{
    assert_false(isinf(e->size) || isinf(e->low) || isinf(e->high));
    assert_int_equal(isnan(e->low), isnan(e->high));
    if (isnan(e->size)) {
        assert_true(isnan(e->low));
        return;
    }
    assert_true(e->size >= seen * (1 - 1e-12));
    if (!isnan(e->low) && !(e->low >= seen * (1 - 1e-12) && e->low <= e->size && e->size <= e->high))
        fail_msg("size %.17g in %.17g to %.17g, %.17g seen", e->size, e->low, e->high, seen);
}

static void check_fit(const struct fit *f)
{
    assert_false(isinf(f->exponent) || isinf(f->sigma));
    assert_int_equal(isnan(f->sigma), f->rows == 0 || f->warnings & (1u << FIT_FEW_SIZES |
                                                                     1u << FIT_CLOSE_SIZES));
    assert_false(f->exponent < f->exponent_low || f->exponent > f->exponent_high);
    assert_false(f->base < f->base_low || f->base > f->base_high);
    if (f->cls != FIT_NONE && f->cls != FIT_EXP)
        assert_false(isnan(f->exponent));
}

static void check_target(const struct target *t)
{
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        struct packed_rest rest;
        point_unpack(t->pool, p->point, &rest);
        double seen = ldexp(rest.marked, (int)p->point->thin);
        for (int k = 0; k < ESTIMATORS; k++)
            check_estimate(&rest.estimates[k], seen);
        check_estimate(&p->size, seen);
        assert_false(p->joint_size < seen * (1 - 1e-12) || isinf(p->joint_size));
        assert_false(p->fitted_size < p->size.low || p->fitted_size > p->size.high);
        assert_false(isinf(p->fitted_size) || isinf(p->fitted_error) || p->fitted_error < 0);
    }
    assert_false(isinf(t->joint.exponent) || t->joint.exponent < t->joint.low ||
                 t->joint.exponent > t->joint.high);
    check_fit(&t->fit);
    check_fit(&t->instances_fit);
}

/* The figures of a data set, to the last bit. */
static char *figures_of(const struct dataset *set)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    for (size_t i = 0; i < set->n_targets; i++) {
        const struct target *t = &set->targets[i];
        const struct fit *const fits[] = { &t->fit, &t->instances_fit };
        fprintf(file, "%zu %d %x %a %a %a\n", t->n_points, (int)t->judgement.verdict, t->warnings, t->joint.exponent,
                t->joint.low, t->joint.high);
        for (int k = 0; k < 2; k++)
            fprintf(file, "%s %a %a %a %a %x %x %s\n", fit_class_name(fits[k]->cls),
                    fits[k]->exponent, fits[k]->exponent_low, fits[k]->exponent_high,
                    fits[k]->sigma, fits[k]->set, fits[k]->warnings, fits[k]->formula);
        for (size_t p = 0; p < t->n_points; p++) {
            const struct target_point *point = &t->points[p];
            fprintf(file, "%s %a %a %a %a %a %a %x\n", point->log->path, point->size.size,
                    point->size.low, point->size.high, point->joint_size, point->fitted_size,
                    point->fitted_error, point->warnings);
        }
    }
    fclose(file);
    return text;
}

static void test_any_logs(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        unsigned order[MOST_LOGS], n = 1 + (unsigned)(seed * 5 % MOST_LOGS);
        char *expected = NULL;
        for (unsigned i = 0; i < n; i++)
            order[i] = i;
        for (int turn = 0; turn < 3; turn++) {
            state = seed * 31 + (uint64_t)turn;
            for (unsigned i = n; turn > 0 && i > 1; i--) {
                unsigned k = (unsigned)draw(i), kept = order[i - 1];
                order[i - 1] = order[k];
                order[k] = kept;
            }
            omp_set_num_threads(1 + turn);
            struct dataset set;
            analyse(seed, n, order, ESTIMATOR_DEFAULT, &set);
            for (size_t i = 0; i < set.n_targets; i++)
                check_target(&set.targets[i]);
            char *said = figures_of(&set);
            if (expected && strcmp(said, expected) != 0)
                fail_msg("seed %u: another order of logs says\n%snot\n%s", (unsigned)seed, said,
                         expected);
            if (expected)
                free(said);
            else
                expected = said;
            dataset_free(&set);
        }
        free(expected);
    }
}

/* Whatever estimator is chosen. */
static void test_estimators(void **unused)
{
    static const unsigned order[] = { 0, 1, 2, 3, 4, 5 };
    (void)unused;
    for (int estimator = 0; estimator < ESTIMATORS; estimator++) {
        struct dataset set;
        analyse(77 + (uint64_t)estimator, 6, order, estimator, &set);
        for (size_t i = 0; i < set.n_targets; i++)
            check_target(&set.targets[i]);
        dataset_free(&set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_logs),
        cmocka_unit_test(test_estimators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
