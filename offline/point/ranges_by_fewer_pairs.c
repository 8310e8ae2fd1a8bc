/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address ranges of a run whose pairs read more segments than are kept: told by every second, fourth ... pair of
 * each stratum.  The other pairs' cells are unseen slots then, or lie in slots that nobody reads.
 */
#include <math.h>
#include <stdlib.h>

#include "point/make_point.h"

#define LEAST_PAIRS 16          /* of fewer, ranges are not told well */

/* Every so many-th pair of a run. */
struct subset {
    struct streak_input in;
    double *start, *cost;
    struct streak_stratum *stratum;
    struct sweep_source *set;
    struct streak_collect *streak;
};

static int subset_start(struct subset *s, const struct streak_input *in, const struct sweep_source *set, size_t every)
{
    size_t from = 0, n = 0;
    *s = (struct subset){ .start = malloc(in->pairs * sizeof *s->start), .cost = malloc(2 * in->pairs * sizeof *s->cost),
                          .stratum = malloc(in->n_strata * sizeof *s->stratum), .set = malloc(2 * in->pairs * sizeof *s->set) };
    if (!s->start || !s->cost || !s->stratum || !s->set)
        return -1;
    for (size_t i = 0; i < in->n_strata; from += in->stratum[i++].pairs) {
        s->stratum[i] = in->stratum[i];
        s->stratum[i].pairs = (in->stratum[i].pairs + every - 1) / every;
        for (size_t k = from; k < from + in->stratum[i].pairs; k += every, n++) {
            s->start[n] = in->start[k];
            for (size_t half = 0; half < 2; half++) {
                s->cost[2 * n + half] = in->cost[2 * k + half];
                s->set[2 * n + half] = set[2 * k + half];
            }
        }
    }
    s->in = *in;
    s->in.pairs = n;
    s->in.start = s->start;
    s->in.cost = s->cost;
    s->in.stratum = s->stratum;
    return 0;
}

static void subset_end(struct subset *s)
{
    streak_collect_free(s->streak);
    free(s->start);
    free(s->cost);
    free(s->stratum);
    free(s->set);
}

static int add_lines(void *streak, const struct sweep_lines *lines)
{
    return streak_collect_lines(streak, lines);
}

/* What both tell, with the ranges as the fewer pairs have them. */
static void take_extents(struct streak_stats *all, const struct streak_stats *fewer)
{
    all->slots = fmax(0, fewer->seen + fewer->slots - all->seen);
    all->unread = fmin(fewer->unread, all->slots);
    all->gaps = fewer->gaps;
    all->foreign = fewer->foreign;
    all->hull = fewer->hull;
}

/* 0; 1: too many segments, still; -1: no memory. */
static int tell(struct subset *s, struct cell_view view, unsigned word_shift, struct point_bound *bound, struct streak_stats *stats)
{
    struct streak_stats fewer;
    s->streak = streak_collect_new(s->in.pairs, word_shift);
    if (!s->streak)
        return -1;
    streak_collect_limit(s->streak, bound->segments);
    int result = cell_sweep(s->set, 2 * s->in.pairs, view, &bound->steps, add_lines, s->streak);
    bound->exceeded |= result > 0;
    if (result != 0)
        return -1;
    if (streak_collect_is_over(s->streak))
        return 1;
    if (streak_collect_finish(s->streak, &s->in, &fewer) != 0)
        return -1;
    take_extents(stats, &fewer);
    return 0;
}

int point_extents(const struct sweep_source *set, const struct streak_input *in, struct cell_view view, unsigned word_shift,
                  struct point_bound *bound, struct streak_stats *stats)
{
    int result = 1;
    for (size_t every = 2; result > 0 && in->pairs / every >= LEAST_PAIRS; every *= 2) {
        struct subset s;
        result = subset_start(&s, in, set, every);
        if (result == 0)
            result = tell(&s, view, word_shift, bound, stats);
        subset_end(&s);
    }
    return result < 0 ? -1 : 0;
}
