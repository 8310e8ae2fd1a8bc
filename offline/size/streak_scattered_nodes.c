/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7, where others' data lie between: nodes that an allocator laid here and there.
 *
 * About a cell that a pair read lie those of the same node, which the pair read, too; and no other node's, so that about
 * it the cells of other pairs are fewer than further off.  By how many, in cells that any pair may read, is what a node
 * takes of its range: as much as there is of ranges for each node, if nodes lie about evenly.  (Of such point patterns the
 * structure factor is 0 for long waves: Torquato and Stillinger, Phys. Rev. E 68, 041113, 2003.)  Samples of the nodes have
 * the same ratios of densities as all of them.
 * The share is the cells of a node by what it takes. */
#include "size/streak_scattered_nodes.h"

#include <math.h>
#include <stdbool.h>

#define MOST_AHEAD 64.          /* segments that are looked at from one, on average */
#define MOST_SEGMENTS 16384     /* of a range that are looked at */
#define EVEN 1.25               /* times as dense as others may an octave be, where a node's surroundings end */
#define MOST_ERROR 0.3          /* relative, of the share */

static unsigned octave_of(uint64_t distance)
{
    return 63 - (unsigned)__builtin_clzll(distance);
}

static uint64_t middle_of(const struct streak_segment *s)
{
    return 2 * s->first + s->cells;     /* in halves of a cell */
}

/* So far ahead are the ranges' segments looked at: octaves. */
static unsigned octaves_of(const struct streak_collect *c, size_t from, size_t to)
{
    double room = (double)(c->segment[to - 1].first - c->segment[from].first);
    double reach = MOST_AHEAD * room / (double)(to - from);
    unsigned n = 1;
    while (n < STREAK_OCTAVES && exp2(n + 1) <= fmin(reach, room))
        n++;
    return n;
}

static void add_segment(struct streak_share *share, const struct streak_collect *c, size_t i, size_t to, unsigned octaves)
{
    const struct streak_segment *s = &c->segment[i];
    uint64_t end = c->segment[to - 1].first;
    double cells = (double)s->cells;
    share->cells += cells;
    share->squares += cells * cells;
    for (unsigned k = 0; k < octaves; k++)
        share->base[k] += s->first + (UINT64_C(2) << k) <= end ? cells : 0;
    for (size_t j = i + 1; j < to; j++) {
        const struct streak_segment *t = &c->segment[j];
        uint64_t distance = (middle_of(t) - middle_of(s)) / 2;
        double both = cells * (double)t->cells;
        unsigned k = octave_of(distance + !distance);
        if (k >= octaves)
            return;
        if (s->first + (UINT64_C(2) << k) > end)
            continue;
        if (s->place / 2 == t->place / 2) {
            share->own[k] += both;
            share->own_distance[k] += both * (double)distance;
        } else {
            share->others[k] += both;
            share->others_distance[k] += both * (double)distance;
            share->met[k]++;
        }
    }
}

void streak_share_add(struct streak_share *s, const struct streak_collect *c, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (c->segment[i].repeats > 1)
            return;
    size_t step = (to - from) / MOST_SEGMENTS + 1;
    unsigned octaves = octaves_of(c, from, to);
    for (size_t i = from; i < to; i += step)
        add_segment(s, c, i, to, octaves);
}

/* Cells per cell of distance in octaves `far` - 1 and `far`; all: sums by octaves. */
static double density(const struct streak_share *s, const double *all, unsigned far)
{
    return (all[far - 1] + all[far]) / (s->base[far - 1] + 2 * s->base[far]) / exp2(far - 1);
}

/* Cells up to distance 2^far, with weights that go down to 0 there, so that it matters little where that is. */
static double weigh(const struct streak_share *s, const double *all, const double *distances, unsigned far)
{
    double sum = 0;
    for (unsigned k = 0; k < far; k++)
        sum += (all[k] - distances[k] / exp2(far)) / s->base[k];
    return sum;
}

/* If nodes are about evenly from octave `far` on; *error: relative, infinite if that tells nothing. */
static double share_from(const struct streak_share *s, unsigned far, double *error)
{
    double room = exp2(far), even = density(s, s->others, far), met = 0;
    double own = s->squares / s->cells + 2 * weigh(s, s->own, s->own_distance, far) - room * density(s, s->own, far);
    double taken = room - 2 * weigh(s, s->others, s->others_distance, far) / even;
    for (unsigned k = 0; k < far; k++)
        met += s->met[k];
    bool is_known = taken > 0 && own > 0;
    *error = is_known ? room * sqrt(1 / (met + 1) + 1 / (s->met[far - 1] + s->met[far])) / taken : INFINITY;
    return is_known ? fmin(1, own / taken) : 1;
}

/* Whether octaves k - 1 to k + 1 have one density. */
static bool is_even(const struct streak_share *s, unsigned k)
{
    double least = INFINITY, most = 0;
    for (unsigned i = k - 1; i <= k + 1; i++) {
        double here = s->others[i] / s->base[i] / exp2(i);
        least = fmin(least, here);
        most = fmax(most, here);
    }
    return least > 0 && most <= EVEN * least;
}

double streak_share(const struct streak_share *s)
{
    double sum = 0, weights = 0;
    for (unsigned k = 1; k + 1 < STREAK_OCTAVES && s->base[k + 1] > 0; k++) {
        double error, share = is_even(s, k) ? share_from(s, k, &error) : NAN;
        if (isnan(share) || error > MOST_ERROR)
            continue;
        sum += share / (error * error);
        weights += 1 / (error * error);
    }
    return weights > 0 ? sum / weights : NAN;
}
