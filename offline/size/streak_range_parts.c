/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7: parts of ranges that are visited more, or less, than others.  Streaks begin and end unseen where cells
 * are seen to be read in one short episode: a part has the share of the hidden streaks that it has of these cells.  How
 * many of its unseen slots these visit, v to a slot on average, tells the order of visits:
 *
 * - Passes over all of it visit each slot before one of them twice: 1 - v are left.
 * - Visits at random leave (1 + v/k)^-k, if some slots are visited more often than others by a gamma distribution of shape k.
 *   Then cells are met again in the sample 1 + 1/k times as often as by chance.  The upper nodes of a tree are met again by all, which
 *   tells little of the others, so k is a quarter at least.
 * - Of an order that is not known the middle of the two is taken, by factors of what is read.
 */
#include "size/streak_range_parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/util.h"

#define LEAST_SPOTS 8           /* pairs, of which is told whether they came in an order */
#define RANDOM_RATIO 1.5        /* of mean square step and variance: 2 at random, */
#define PASSES_RATIO 1.         /* 1 in two passes */
#define ONCE 0.9                /* visits to a slot, if all are read once in random order, at least */
#define NOT_ONCE 1.6            /* then it would be 1; so much more no error of streaks and slots makes */
#define ALIKE 4.                /* shape of the distribution of visits at random, at most; 1: some slots have most of them */
#define UNKNOWN_SHAPE 1.        /* what is thought of visits in no known order */
#define LEAST_SHAPE 0.25        /* less is made by few slots that nearly all meet, as the root of a tree, which tell nothing of the others */
#define PASSES_SHAPE 1.5        /* of less, what comes in an order is no passes: some slots are visited far more often than others */
#define SPARSE 4.               /* times as many slots of a part are unseen as seen: few of its cells are met again by chance */
#define MORE_ROWS 10.           /* what is thought without a sample weighs as so many more rows of cells */
#define FEW_PARTS 4

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
    part->rows += s->weight;
    part->holes += s->holes;
    if (s->segment->single)
        part->births += cells * streak_weight(in, s->segment->place, false);
    else
        part->again += cells;
    if (s->segment->several)
        part->several += cells;
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

/* Slots are visited at random, some more often than others: how often has a gamma distribution of that shape. */
static double left_at_random(double v, double shape)
{
    return pow(1 + v / shape, -shape);
}

/* Of what is met by chance, if all slots are visited alike. */
static double met_by_chance(const struct streak_part *p)
{
    double m = p->holes > 0 ? log1p(p->cells / p->holes) : 0;
    return m > 0 ? p->cells * (1 - m / expm1(m)) : 0;
}

/* Of a part, or of several. */
struct sum {
    double cells, rows, again, several, by_chance;
};

static void add_part(struct sum *sum, const struct streak_part *p)
{
    sum->cells += p->times * p->cells;
    sum->rows += p->times * p->rows;
    sum->again += p->times * p->again;
    sum->several += p->times * p->several;
    sum->by_chance += p->times * met_by_chance(p);
}

/* How many times as often as by chance cells are met again; usual: of some more rows. */
static double ratio_of(const struct sum *s, bool passes, double usual)
{
    double more = s->rows > 0 ? MORE_ROWS * s->cells / s->rows : 0;
    return more > 0 ? ((passes ? s->several : s->again) + usual * more) / (s->by_chance + more) : usual;
}

/* What all parts tell. */
struct whole {
    struct sum sparse;          /* of which most is unseen */
    double holes, births;
    bool once;                  /* all slots may be read once, in no order */
};

static bool is_sparse(const struct streak_part *p)
{
    return p->holes >= SPARSE * p->cells;
}

/* Sparse parts tell the shape together, as each has few cells that are met again; usual: if nothing is known.  Where cells came in
 * an order, those that pairs met one after the other tell nothing. */
static double shape_of(const struct streak_part *p, const struct whole *w, double usual)
{
    struct sum own = { 0 };
    if (!is_sparse(p))
        add_part(&own, p);
    bool passes = p->order == STREAK_PASSES;
    double ratio = ratio_of(&own, passes, ratio_of(&w->sparse, passes, 1 + 1 / usual));
    return fmax(LEAST_SHAPE, ratio > 1 + 1 / ALIKE ? 1 / (ratio - 1) : ALIKE);
}

static double left_of(const struct streak_part *p, double streaks, const struct whole *w)
{
    double v = streaks / p->holes, shape = shape_of(p, w, ALIKE), random = left_at_random(v, shape);
    if (p->order == STREAK_PASSES)
        return shape < PASSES_SHAPE ? random : fmax(0, 1 - v);
    if (w->once)
        return 1 - sqrt(1 - random);
    return p->order == STREAK_RANDOM ? random : 1 - sqrt(fmin(1, v) * (1 - left_at_random(v, shape_of(p, w, UNKNOWN_SHAPE))));
}

/* Of the sparse parts the one of which most is met again: it may have the end of what is read all over.  p->n: they are too few to
 * spare one. */
static size_t border_of(const struct streak_parts *p)
{
    size_t border = p->n, sparse = 0;
    double most = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct streak_part *part = &p->part[i];
        if (!is_sparse(part))
            continue;
        sparse++;
        if (part->again > most * part->cells) {
            most = part->again / part->cells;
            border = i;
        }
    }
    return sparse >= FEW_PARTS ? border : p->n;
}

double streak_parts_unread(const struct streak_parts *p, double hidden, double dear)
{
    struct whole w = { 0 };
    double unread = 0;
    size_t border = border_of(p);
    for (size_t i = 0; i < p->n; i++) {
        const struct streak_part *part = &p->part[i];
        if (is_sparse(part) && i != border)
            add_part(&w.sparse, part);
        w.holes += part->times * part->holes;
        w.births += part->times * part->births;
    }
    w.once = hidden > ONCE * w.holes && hidden < NOT_ONCE * w.holes;
    for (size_t i = 0; i < p->n && w.births > 0; i++) {
        const struct streak_part *part = &p->part[i];
        double streaks = hidden * part->births / w.births + dear * part->holes / w.holes;
        if (part->holes > 0)
            unread += part->times * part->holes * left_of(part, streaks, &w);
    }
    return unread;
}

void streak_parts_end(struct streak_parts *p)
{
    free(p->part);
    *p = (struct streak_parts){ 0 };
}
