/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Quantiles of a posterior's points.  A log of some kB has posteriors of ten thousand
 * points and little else that takes time, so they are sorted only where a quantile is.
 */
#include "size/streak_model.h"

#define FEW 12u                 /* points that insertion sorts fastest */
#define ROUNDING 1e-9           /* of sums in another order, of all weights */

/* What is sorted for. */
struct wanted {
    double all;                 /* sum of the weights */
    uint64_t random;            /* whose pivots no input foresees the worst of */
};

static const double quantiles[] = { STREAK_LOW, STREAK_MID, STREAK_HIGH };

static bool less(const struct streak_point *x, const struct streak_point *y)
{
    return x->value < y->value || (!(y->value < x->value) && x->weight < y->weight);
}

static void swap(struct streak_point *a, struct streak_point *b)
{
    struct streak_point c = *a;
    *a = *b;
    *b = c;
}

static void insertion_sort(struct streak_point *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && less(&p[k], &p[k - 1]); k--)
            swap(&p[k], &p[k - 1]);
}

/* Whether a quantile is where weights add up from `from` to `to`. */
static bool is_wanted(const struct wanted *w, double from, double to)
{
    double margin = ROUNDING * w->all;
    for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        double at = quantiles[i] * w->all;
        if (from - margin <= at && at <= to + margin)
            return true;
    }
    return false;
}

/* The first and the last as if n > 0 points were sorted: neighbours of those that are. */
static void settle_ends(struct streak_point *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (less(&p[i], &p[0]))
            swap(&p[i], &p[0]);
    for (size_t i = 1; i + 1 < n; i++)
        if (less(&p[n - 1], &p[i]))
            swap(&p[i], &p[n - 1]);
}

static double weight_of(const struct streak_point *p, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += p[i].weight;
    return sum;
}

/* Hoare's: none before the index is greater than any behind; 0 < index < n. */
static size_t part(struct wanted *w, struct streak_point *p, size_t n)
{
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    const struct streak_point pivot = p[(w->random >> 33) % (n - 1)];
    size_t low = 0, high = n - 1;
    for (;; low++, high--) {
        while (less(&p[low], &pivot))
            low++;
        while (less(&pivot, &p[high]))
            high--;
        if (low >= high)
            return high + 1;
        swap(&p[low], &p[high]);
    }
}

/* before: the sum of the weights before p. */
static void sort_wanted(struct wanted *w, struct streak_point *p, size_t n, double before)
{
    while (n > FEW) {
        if (!is_wanted(w, before, before + weight_of(p, n))) {
            settle_ends(p, n);
            return;
        }
        size_t at = part(w, p, n);
        sort_wanted(w, p, at, before);
        before += weight_of(p, at);
        p += at;
        n -= at;
    }
    insertion_sort(p, n);
}

size_t streak_points_sort(struct streak_point *points, size_t n)
{
    struct wanted wanted = { .random = 1 };
    size_t kept = 0;
    double all, before = 0;
    for (size_t i = 0; i < n; i++)
        if (points[i].weight > STREAK_NEGLIGIBLE)
            points[kept++] = points[i];
    wanted.all = weight_of(points, kept);
    sort_wanted(&wanted, points, kept, 0);
    all = weight_of(points, kept);
    for (size_t i = 0; i < kept; i++) {
        double share = points[i].weight / all;
        before += share;
        points[i].weight = before - 0.5 * share;
    }
    return kept;
}

double streak_points_quantile(const struct streak_point *points, size_t n, double q)
{
    size_t low = 0, high = n - 1;
    if (q <= points[0].weight)
        return points[0].value;
    if (q >= points[high].weight)
        return points[high].value;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (points[mid].weight <= q)
            low = mid;
        else
            high = mid;
    }
    double from = points[low].value, to = points[high].value;
    double span = points[high].weight - points[low].weight;
    return from + (to - from) * (q - points[low].weight) / span;
}
