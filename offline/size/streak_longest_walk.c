/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK where each instance walks the same path from its start for a length of
 * its own: the size of a run is its longest walk.
 *
 * Lengths with an end (a list that is searched) crowd below it, and the gap
 * between the two longest tells how far it is (Robson and Whitlock 1964).
 * Lengths without one thin out, and the longest of many instances is well
 * beyond the longest of few.  How far it may be tells a generalised Pareto
 * distribution of the excesses over a high length (its moments: Hosking and Wallis
 * 1987): that is the interval's upper end.  As an estimate it would be worse than
 * the gap, since lengths that thin out mostly have an end too.
 */
#include <math.h>
#include <stdlib.h>

#include "size/streak_collect.h"
#include "size/streak_model.h"

#define LEAST_WALKS 4
#define LEAST_PLACES 20         /* for a tail */
#define LEAST_EXCESSES 5

struct place_size {
    uint64_t size;
    size_t place;
};

static int compare_sizes(const void *a, const void *b)
{
    const struct place_size *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Of ascending sizes. */
static void find_tail(const struct place_size *sorted, size_t n, struct streak_stats *out)
{
    size_t k = n / 10 > LEAST_EXCESSES ? n / 10 : LEAST_EXCESSES;
    double mean = 0, square = 0, from = 0;
    if (n < LEAST_PLACES)
        return;
    from = (double)sorted[n - k - 1].size;
    for (size_t i = n - k; i < n; i++)
        mean += ((double)sorted[i].size - from) / (double)k;
    for (size_t i = n - k; i < n; i++)
        square += pow((double)sorted[i].size - from - mean, 2) / (double)(k - 1);
    if (!(square > 0))
        return;
    double ratio = mean * mean / square;
    out->tail = (double)k;
    out->tail_from = from;
    out->tail_shape = 0.5 * (1 - ratio);
    out->tail_scale = 0.5 * mean * (1 + ratio);
}

int streak_walk_find(const struct streak_collect *c, struct streak_stats *out)
{
    size_t n = 0;
    struct place_size *sorted = malloc(2 * c->pairs * sizeof *sorted);
    if (!sorted)
        return -1;
    /* Who walks nowhere, as while a list is filled, says nothing of walks. */
    for (size_t i = 0; i < 2 * c->pairs; i++)
        if (c->size[i] > 0) {
            sorted[n] = (struct place_size){ c->size[i], n };
            n++;
        }
    double mean = ((double)n - 1) / 2, v = 0, cv = 0;
    qsort(sorted, n, sizeof *sorted, compare_sizes);
    for (size_t i = 0; i < n; i++) {
        v += ((double)i - mean) * ((double)i - mean);
        cv += ((double)i - mean) * ((double)sorted[i].place - mean);
    }
    out->longest = n > 0 ? (double)sorted[n - 1].size : 0;
    out->second = n > 1 ? (double)sorted[n - 2].size : 0;
    out->nested = n >= LEAST_WALKS && out->longest >= 0.995 * (double)c->seen &&
                  sorted[0].size != sorted[n - 1].size && fabs(cv / v) <= 0.7;
    if (out->nested)
        find_tail(sorted, n, out);
    free(sorted);
    return 0;
}

/* How far beyond the longest seen the longest of all is, with probability p that
 * it is no further. */
static double beyond(const struct streak_stats *s, double shape, double p)
{
    double more = s->tail * s->instances / (2 * s->pairs) / -log(p);
    double excess = fabs(shape) < 1e-6 ? log(more) : (pow(more, shape) - 1) / shape;
    return fmax(0, s->tail_from + s->tail_scale * excess - s->longest);
}

struct streak_range streak_walk_unseen(const struct streak_stats *s, double most)
{
    double gap = s->longest - s->second, high = 19 * fmax(gap, s->longest / (4 * s->pairs));
    struct streak_range u = { 0, gap, fmin(high, 2 * fmax(most, gap)) };
    if (s->tail > 0)
        u.high = fmax(u.high, beyond(s, s->tail_shape + 1 / sqrt(s->tail), 0.975));
    return u;
}
