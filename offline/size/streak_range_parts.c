/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7: parts of ranges that are visited more, or less, than others.  Streaks begin and end unseen where cells
 * are seen to be read in one short episode: a part has the share of the hidden streaks that it has of these cells.  How
 * many of its unseen slots these visit, v to a slot on average, tells the order of visits:
 *
 * - Passes over all of it visit each slot before one of them twice: 1 - v are left.
 * - Visits at random leave (1 + v/4)^-4.  Slots that are all visited alike leave e^-v, 6 % of them less at most; with an
 *   exponential distribution of visits 1/(1 + v) would be left, 15 % more at most.
 * - Of an order that is not known the middle of passes and such a distribution is taken, by factors of what is read.
 * - Of a tree in an array, as a search by halves has it, half as many slots are visited twice as often as the others: how
 *   often has a Pareto distribution of exponent 1, of which E_2 (lambda) are left, the generalised exponential integral,
 *   if the slots that are visited least are so lambda times.
 */
#include "size/streak_range_parts.h"

#include <gsl/gsl_sf_expint.h>
#include <math.h>
#include <stdlib.h>

#include "base/util.h"

#define LEAST_SPOTS 8           /* pairs, of which is told whether they came in an order */
#define RANDOM_RATIO 1.5        /* of mean square step and variance: 2 at random, */
#define PASSES_RATIO 1.         /* 1 in two passes */
#define LEAST_AGAIN 0.05        /* of a tree's cells, those met again; */
#define MORE_AGAIN 3.           /* and times as many as by chance */
#define ONCE 0.9                /* visits to a slot, if all are read once in random order, at least */
#define NOT_ONCE 1.6            /* then it would be 1; so much more no error of streaks and slots makes */
#define ALIKE 4.                /* shape of the distribution of visits at random; 1: some slots have most of them */
#define TOO_MANY 100.           /* visits, to leave any slot unread */
#define ROUNDS 20               /* until lambda stands */

static int compare_spots(const void *a, const void *b)
{
    const struct streak_spot *x = a, *y = b;
    return (x->pair > y->pair) - (x->pair < y->pair);
}

/* One spot for each pair, the mean of its own, in the order of time; their number. */
static size_t merge_spots(struct streak_spot *spot, size_t n)
{
    size_t pairs = 0;
    qsort(spot, n, sizeof *spot, compare_spots);
    for (size_t i = 0; i < n; pairs++) {
        struct streak_spot sum = { spot[i].pair, 0 };
        size_t from = i;
        for (; i < n && spot[i].pair == sum.pair; i++)
            sum.address += spot[i].address;
        spot[pairs] = (struct streak_spot){ sum.pair, sum.address / (double)(i - from) };
    }
    return pairs;
}

/* The mean square of the steps from pair to pair by the variance of where they came (von Neumann 1941). */
static enum streak_order order_of(struct streak_spot *spot, size_t n)
{
    double mean = 0, steps = 0, squares = 0, pairs = (double)(n = merge_spots(spot, n));
    if (n < LEAST_SPOTS)
        return STREAK_UNKNOWN_ORDER;
    for (size_t i = 0; i < n; i++)
        mean += spot[i].address / pairs;
    for (size_t i = 0; i < n; i++) {
        double x = spot[i].address - mean, step = i > 0 ? spot[i].address - spot[i - 1].address : 0;
        squares += x * x;
        steps += step * step;
    }
    double step = steps / (pairs - 1), variance = squares / pairs;
    return step >= RANDOM_RATIO * variance ? STREAK_RANDOM : step < PASSES_RATIO * variance ? STREAK_PASSES : STREAK_UNKNOWN_ORDER;
}

int streak_parts_add(struct streak_parts *p, const struct streak_input *in, const struct streak_part_segment *s)
{
    struct streak_part *part = &p->open;
    double cells = s->weight * (double)s->segment->cells;
    part->cells += cells;
    part->holes += s->holes;
    if (s->segment->single)
        part->births += cells * streak_weight(in, s->segment->place, false);
    else
        part->again += cells;
    part->meets += s->meets;
    if ((s->meets > 0 || s->last) && p->n_spots < STREAK_PART_MEETS)
        p->spot[p->n_spots++] = (struct streak_spot){ s->segment->place / 2, (double)(s->segment->first + s->segment->cells) };
    if (part->meets < STREAK_PART_MEETS && !s->last)
        return 0;
    if (array_grow(&p->part, &p->cap, p->n + 1, sizeof *p->part) != 0)
        return -1;
    part->times = s->times;
    part->order = order_of(p->spot, p->n_spots);
    p->part[p->n++] = *part;
    *part = (struct streak_part){ 0 };
    p->n_spots = 0;
    return 0;
}

/* Whether cells are met again more often than by chance, as the upper nodes of a tree: by chance a slot has m visits of the
 * sample. */
static bool is_met_again(const struct streak_part *p)
{
    double m = log1p(p->cells / p->holes), chance = 1 - m / expm1(m);
    return p->again >= fmax(LEAST_AGAIN, MORE_AGAIN * chance) * p->cells;
}

/* The share that is left of a tree's slots; more: times as many instances has the run as the sample, which has seen the slots
 * that are visited so much more than the others.  The mean of so cut a distribution is v = lambda ln (more / lambda). */
static double left_of_tree(double v, double more)
{
    double lambda = v;
    for (int i = 0; i < ROUNDS && lambda > 0; i++)
        lambda = v / fmax(1, log(more / lambda));
    return lambda < TOO_MANY ? gsl_sf_expint_E2(lambda) : 0;
}

/* Some slots are visited more often than others, as those behind a name that many use: how often has a gamma distribution. */
static double left_at_random(double v)
{
    return pow(1 + v / ALIKE, -ALIKE);
}

/* The share that is left of slots in no known order: the middle, by factors of what is read, of passes and of visits of which some
 * slots have most. */
static double left_of_unknown(double v)
{
    return 1 - sqrt(fmin(1, v) * v / (1 + v));
}

/* once: all slots may be read once, in no order, or those that are visited at random; so the middle of the two, by factors. */
static double left_of(const struct streak_part *p, double streaks, double more, bool once)
{
    double v = streaks / p->holes;
    if (is_met_again(p) && p->order != STREAK_PASSES)
        return left_of_tree(v, more);
    if (p->order == STREAK_PASSES)
        return fmax(0, 1 - v);
    if (once)
        return 1 - sqrt(1 - left_at_random(v));
    return p->order == STREAK_RANDOM ? left_at_random(v) : left_of_unknown(v);
}

double streak_parts_unread(const struct streak_parts *p, const struct streak_input *in, double hidden, double dear)
{
    struct streak_part all = { 0 };
    double unread = 0, more = fmax(1, in->instances / (2 * (double)in->pairs));
    for (size_t i = 0; i < p->n; i++) {
        const struct streak_part *part = &p->part[i];
        all.cells += part->times * part->cells;
        all.holes += part->times * part->holes;
        all.again += part->times * part->again;
        all.births += part->times * part->births;
    }
    bool once = !is_met_again(&all) && hidden > ONCE * all.holes && hidden < NOT_ONCE * all.holes;
    for (size_t i = 0; i < p->n && all.births > 0; i++) {
        const struct streak_part *part = &p->part[i];
        double streaks = hidden * part->births / all.births + dear * part->holes / all.holes;
        if (part->holes > 0)
            unread += part->times * part->holes * left_of(part, streaks, more, once);
    }
    return unread;
}

void streak_parts_end(struct streak_parts *p)
{
    free(p->part);
    *p = (struct streak_parts){ 0 };
}
