/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sort.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define KENDALL_EXACT 40

static void errors_are_returned(void)
{
    gsl_set_error_handler_off();
}

void stats_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, errors_are_returned);
}

static int compare_weighted(const void *a, const void *b)
{
    const struct weighted *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

double stats_weighted_median(struct weighted *sample, size_t n)
{
    double total = 0, below = 0;
    size_t i = 0;
    if (n == 1)
        return sample[0].value;
    qsort(sample, n, sizeof *sample, compare_weighted);
    for (size_t k = 0; k < n; k++)
        total += sample[k].weight;
    /* Halves of each: the sum of two large values may overflow. */
    for (; i + 1 < n; i++) {
        below += sample[i].weight;
        if (below > total / 2)
            break;
        if (below >= total / 2)
            return sample[i].value / 2 + sample[i + 1].value / 2;
    }
    return sample[i].value;
}

/* P (at most `most` of the pairs of a random permutation of n are in order):
 * the i-th value inserted is in order with 0 .. i - 1 of those before it, all
 * equally likely. */
static double kendall_exact(size_t n, size_t most)
{
    enum { PAIRS = KENDALL_EXACT * (KENDALL_EXACT - 1) / 2 + 1 };
    double p[PAIRS] = { 1 }, next[PAIRS], sum = 0;
    size_t pairs = 0;
    for (size_t i = 2; i <= n; i++) {
        double window = 0;
        pairs += i - 1;
        for (size_t k = 0; k <= pairs; k++) {
            window += p[k];
            if (k >= i)
                window -= p[k - i];
            next[k] = window / (double)i;
        }
        memcpy(p, next, (pairs + 1) * sizeof *p);
    }
    for (size_t k = 0; k <= most && k <= pairs; k++)
        sum += p[k];
    return sum;
}

/* Variance of (pairs in order - pairs out of order), times 18. */
static double kendall_variance18(const double *y, size_t n, int *ties)
{
    double *sorted = malloc(n * sizeof *sorted), v = (double)n * ((double)n - 1) * (2 * (double)n + 5);
    if (!sorted)
        return GSL_NAN;
    memcpy(sorted, y, n * sizeof *y);
    gsl_sort(sorted, 1, n);
    *ties = 0;
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && sorted[k] <= sorted[i]; k++)
            *ties = 1;
        double t = (double)(k - i);
        v -= t * (t - 1) * (2 * t + 5);
    }
    free(sorted);
    return v;
}

double stats_kendall_falls(const double *y, size_t n)
{
    size_t up = 0, down = 0;
    int ties = 0;
    if (n < 2)
        return 1;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            up += y[k] > y[i];
            down += y[k] < y[i];
        }
    double variance = kendall_variance18(y, n, &ties) / 18;
    if (!ties && n <= KENDALL_EXACT)
        return kendall_exact(n, up);
    if (!(variance > 0))
        return gsl_isnan(variance) ? variance : 1;
    return gsl_cdf_ugaussian_P(((double)up - (double)down + 1) / sqrt(variance));
}
