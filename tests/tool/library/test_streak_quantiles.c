/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Quantiles of points of which only those near are sorted: those of points all sorted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "size/streak_model.h"

#define MOST 3000
#define ROUNDING 1e-13          /* of sums of shares in another order: so much another quantile is as right */

static uint64_t state = 5;

static double uniform(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

/* Values in runs, as a posterior's, many the same; weights of all magnitudes, some
 * of most, some of none. */
static void draw(struct streak_point *points, size_t n, unsigned kind)
{
    double run = 0, step = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % 24 == 0) {
            run = 20 * uniform() - 10;
            step = uniform() - 0.5;
        }
        points[i].value = kind & 1 ? run + step * (double)(i % 24) : (double)(int)(9 * uniform());
        if (kind & 2 && points[i].value > 3)
            points[i].value = 3;
        points[i].weight = kind & 4 ? uniform() : 1.0 / (double)n;
        if (kind & 8)
            points[i].weight *= uniform() < 0.01 ? 1e6 : uniform() < 0.1 ? 1e-30 : 1;
    }
}

static int compare(const void *a, const void *b)
{
    const struct streak_point *x = a, *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static size_t sort_all(struct streak_point *points, size_t n)
{
    size_t kept = 0;
    double all = 0, before = 0;
    for (size_t i = 0; i < n; i++)
        if (points[i].weight > STREAK_NEGLIGIBLE)
            points[kept++] = points[i];
    qsort(points, kept, sizeof *points, compare);
    for (size_t i = 0; i < kept; i++)
        all += points[i].weight;
    for (size_t i = 0; i < kept; i++) {
        before += points[i].weight / all;
        points[i].weight = before - 0.5 * points[i].weight / all;
    }
    return kept;
}

static void test_quantiles(void **unused)
{
    static const double quantiles[] = { STREAK_LOW, STREAK_MID, STREAK_HIGH };
    static struct streak_point points[MOST], expected[MOST];
    (void)unused;
    for (unsigned round = 0; round < 600; round++) {
        size_t n = 1 + (size_t)(uniform() * (round % 3 ? 60 : MOST - 1));
        draw(points, n, round % 16);
        memcpy(expected, points, n * sizeof *points);
        size_t kept = sort_all(expected, n);
        size_t left = streak_points_sort(points, n);
        assert_in_range(left, kept > 0, kept);
        for (size_t q = 0; q < 3 && kept > 0; q++) {
            double got = streak_points_quantile(points, left, quantiles[q]);
            double least = streak_points_quantile(expected, kept, quantiles[q] - ROUNDING);
            double most = streak_points_quantile(expected, kept, quantiles[q] + ROUNDING);
            if (!(got - most < 1e-9 && least - got < 1e-9))
                fail_msg("round %u, %zu points, quantile %g: %.17g, not %.17g to %.17g", round, n,
                         quantiles[q], got, least, most);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_quantiles) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
