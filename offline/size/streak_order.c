/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7: visits to random slots of a range leave some unread, passes over all of it none.  Passes show in two
 * ways.  The pairs' places go with time: the mean square of the steps from one to the next is far below twice their
 * variance (von Neumann 1941).  And cells are met again less often than by chance.
 */
#include "size/streak_order.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_PAIRS 24          /* in a range; of fewer, those of two passes look like random ones */
#define LEAST_RATIO 1.5         /* of mean square step and variance: random ones have 2, 24 pairs of two passes 1 */
#define LEAST_AGAIN 0.75        /* of the cells that are met again by chance; two visits to each cell make a half */
#define SURELY 2.               /* standard errors */
#define LEAST_VISITS 1.6        /* to a slot, ln 5: so a fifth at most is taken out, should each slot be read */

int streak_order_start(struct streak_order *o, const struct streak_collect *c)
{
    *o = (struct streak_order){ .spot = malloc(c->pairs * sizeof *o->spot),
                                .random = malloc((c->n_segments / LEAST_PAIRS + 1) * sizeof *o->random) };
    return o->spot && o->random ? 0 : -1;
}

void streak_order_end(struct streak_order *o)
{
    free(o->spot);
    free(o->random);
}

static double cells_of(const struct streak_segment *s)
{
    return (double)s->cells * s->repeats;
}

/* Finds the pairs' spots, of no cells where there is none; their number. */
static size_t find_spots(struct streak_order *o, const struct streak_collect *c, size_t from, size_t to)
{
    size_t n = 0;
    for (size_t k = 0; k < c->pairs; k++)
        o->spot[k] = (struct streak_spot){ 0, 0 };
    for (size_t i = from; i < to; i++) {
        const struct streak_segment *s = &c->segment[i];
        struct streak_spot *spot = &o->spot[s->place / 2];
        double first = (double)(s->first - c->segment[from].first);
        double end = (double)(streak_segment_end(s, c->per_line) - c->segment[from].first);
        n += !(spot->cells > 0);
        spot->cells += cells_of(s);
        spot->address += cells_of(s) * (first + end) / 2;
    }
    return n;
}

/* The mean square of the steps between n spots by their variance. */
static double ratio_of(const struct streak_spot *spot, size_t pairs, size_t n)
{
    double mean = 0, steps = 0, squares = 0, last = NAN;
    for (size_t k = 0; k < pairs; k++)
        mean += spot[k].cells > 0 ? spot[k].address / spot[k].cells / (double)n : 0;
    for (size_t k = 0; k < pairs; k++) {
        if (!(spot[k].cells > 0))
            continue;
        double x = spot[k].address / spot[k].cells - mean;
        steps += isnan(last) ? 0 : (x - last) * (x - last);
        squares += x * x;
        last = x;
    }
    return squares > 0 ? steps / (double)(n - 1) / (squares / (double)n) : 0;
}

/* Whether cells were met again as often as by chance: of slots that have m visits of the sample each, m exp (-m) have one.
 * What one of n pairs read is met as a whole. */
static bool is_met_again(const struct streak_collect *c, size_t from, size_t to, double slots, size_t n)
{
    double cells = 0, again = 0;
    for (size_t i = from; i < to; i++) {
        cells += cells_of(&c->segment[i]);
        again += c->segment[i].single ? 0 : cells_of(&c->segment[i]);
    }
    double visits = log1p(cells / slots), least = LEAST_AGAIN * (cells - visits * slots) * (double)n / cells;
    return again * (double)n / cells >= least - SURELY * sqrt(fmax(least, 0));
}

void streak_order_add(struct streak_order *o, const struct streak_collect *c, size_t from, size_t to, double slots, double visits)
{
    o->visits += slots * visits;
    if (to - from < LEAST_PAIRS)
        return;
    size_t n = find_spots(o, c, from, to);
    if (n >= LEAST_PAIRS && ratio_of(o->spot, c->pairs, n) >= LEAST_RATIO && is_met_again(c, from, to, slots, n))
        o->random[o->n++] = (struct streak_random){ slots, visits };
}

double streak_order_unread(const struct streak_order *o, double hidden, double share)
{
    double unread = 0;
    for (size_t i = 0; i < o->n; i++) {
        double visits = o->random[i].visits * hidden / o->visits / share;
        unread += visits >= LEAST_VISITS ? share * o->random[i].slots * exp(-visits) : 0;
    }
    return unread;
}
