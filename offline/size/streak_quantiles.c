/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Quantiles of a posterior's points.  A log of some kB has posteriors of ten thousand
 * points and little else that takes time, so only those near a quantile are sorted.
 */
#include <math.h>
#include <string.h>

#include "size/streak_model.h"

#define FEW 12u                 /* points that insertion sorts fastest */
#define MANY 100u               /* points that are looked through before any is sorted */
#define BUCKETS 1024u
#define ROUNDING 1e-9           /* of sums in another order, of all weights */

static const double quantiles[] = { STREAK_LOW, STREAK_MID, STREAK_HIGH };

/* Points by value, in order. */
struct buckets {
    uint64_t least;             /* key of the first bucket's first value */
    unsigned shift;             /* so many keys are in one: 2 to this */
    double weight[BUCKETS], before[BUCKETS];    /* of its points; of all in buckets before it */
    bool needed[BUCKETS];       /* a quantile is in it, or between it and one that has points */
};

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

/* Hoare's: none before the index is greater than any behind; 0 < index < n.  No input foresees the
 * worst of pivots that are drawn. */
static size_t part(uint64_t *random, struct streak_point *p, size_t n)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    const struct streak_point pivot = p[(*random >> 33) % (n - 1)];
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

static void sort(uint64_t *random, struct streak_point *p, size_t n)
{
    while (n > FEW) {
        size_t at = part(random, p, n);
        sort(random, p, at);
        p += at;
        n -= at;
    }
    insertion_sort(p, n);
}

/* In the order of the values; those of an octave are as many as of any other. */
static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static size_t bucket_of(const struct buckets *b, const struct streak_point *p)
{
    return (size_t)((key_of(p->value) - b->least) >> b->shift);
}

/* The sum of all weights. */
static double fill_buckets(struct buckets *b, const struct streak_point *p, size_t n)
{
    uint64_t most = 0;
    double sum = 0;
    *b = (struct buckets){ .least = UINT64_MAX };
    for (size_t i = 0; i < n; i++) {
        uint64_t key = key_of(p[i].value);
        b->least = key < b->least ? key : b->least;
        most = key > most ? key : most;
    }
    while ((most - b->least) >> b->shift >= BUCKETS)
        b->shift++;
    for (size_t i = 0; i < n; i++)
        b->weight[bucket_of(b, &p[i])] += p[i].weight;
    for (size_t i = 0; i < BUCKETS; i++) {
        b->before[i] = sum;
        sum += b->weight[i];
    }
    return sum;
}

static bool has_quantile(const struct buckets *b, size_t i, double all)
{
    double margin = ROUNDING * all;
    for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; q++) {
        double at = quantiles[q] * all;
        if (b->before[i] - margin <= at && at <= b->before[i] + b->weight[i] + margin)
            return true;
    }
    return false;
}

/* Buckets with a quantile, and those with points before and behind each. */
static void find_needed(struct buckets *b, double all)
{
    size_t last = 0;            /* that has points */
    bool had = false;           /* a quantile is in it */
    for (size_t i = 0; i < BUCKETS; i++) {
        if (!(b->weight[i] > 0))
            continue;
        bool has = has_quantile(b, i, all);
        b->needed[last] |= has;
        b->needed[i] = has || had;
        last = i;
        had = has;
    }
}

/* Drops the points that no quantile needs; how many are left, in order and added up. */
static size_t sort_needed(struct streak_point *points, size_t n)
{
    struct buckets b;
    uint64_t random = 1;
    double all = fill_buckets(&b, points, n), before = 0;
    size_t kept = 0, last = BUCKETS;
    find_needed(&b, all);
    for (size_t i = 0; i < n; i++) {
        points[kept] = points[i];
        kept += b.needed[bucket_of(&b, &points[i])];
    }
    sort(&random, points, kept);
    for (size_t i = 0; i < kept; i++) {
        size_t bucket = bucket_of(&b, &points[i]);
        double share = points[i].weight / all;
        if (bucket != last)
            before = b.before[bucket] / all;
        last = bucket;
        before += share;
        points[i].weight = before - 0.5 * share;
    }
    return kept;
}

static size_t sort_all(struct streak_point *points, size_t n)
{
    uint64_t random = 1;
    double all = 0, before = 0;
    sort(&random, points, n);
    for (size_t i = 0; i < n; i++)
        all += points[i].weight;
    for (size_t i = 0; i < n; i++) {
        double share = points[i].weight / all;
        before += share;
        points[i].weight = before - 0.5 * share;
    }
    return n;
}

size_t streak_points_sort(struct streak_point *points, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        points[kept] = points[i];
        kept += points[i].weight > STREAK_NEGLIGIBLE;
    }
    return kept > MANY ? sort_needed(points, kept) : sort_all(points, kept);
}

/* The point before the quantile, and how far it is to the next, as a share. */
static const struct streak_point *find_quantile(const struct streak_point *points, size_t n, double q, double *way)
{
    size_t low = 0, high = n - 1;
    *way = 0;
    if (q <= points[0].weight)
        return points;
    if (q >= points[high].weight)
        return points + high;
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (points[mid].weight <= q)
            low = mid;
        else
            high = mid;
    }
    *way = (q - points[low].weight) / (points[high].weight - points[low].weight);
    return points + low;
}

double streak_points_quantile(const struct streak_point *points, size_t n, double q)
{
    double way;
    const struct streak_point *p = find_quantile(points, n, q, &way);
    return way > 0 ? p[0].value + (p[1].value - p[0].value) * way : p[0].value;
}

double streak_points_quantile_ln(const struct streak_point *points, size_t n, double q)
{
    double way;
    const struct streak_point *p = find_quantile(points, n, q, &way);
    return way > 0 ? p[0].value * pow(p[1].value / p[0].value, way) : p[0].value;
}
