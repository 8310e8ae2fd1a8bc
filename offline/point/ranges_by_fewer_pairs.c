/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The address ranges of a run whose pairs read more segments than are kept: told by every second, fourth ... pair of
 * each stratum.  The other pairs' cells are unseen slots then, or lie in slots that nobody reads.
 */
#include <math.h>
#include <stdlib.h>

#include "point/make_point.h"

#define LEAST_PAIRS 16          /* of fewer, ranges are not told well; */
#define LEAST_EVEN 8            /* well enough, where nothing else tells them */
#define NEARER 0.7              /* than on average two pairs that are spread evenly may be */

/* Some pairs of a run. */
struct subset {
    struct streak_input in;
    double *start, *cost;
    struct streak_stratum *stratum;
    struct sweep_source *set;
    struct streak_collect *streak;
};

/* Of each stratum the first pair, and from there on each every-th one that comes so much later than the one before it. */
static int subset_start(struct subset *s, const struct streak_input *in, const struct sweep_source *set, size_t every, double later)
{
    size_t from = 0, n = 0;
    *s = (struct subset){ .start = malloc(in->pairs * sizeof *s->start), .cost = malloc(2 * in->pairs * sizeof *s->cost),
                          .stratum = malloc(in->n_strata * sizeof *s->stratum), .set = malloc(2 * in->pairs * sizeof *s->set) };
    if (!s->start || !s->cost || !s->stratum || !s->set)
        return -1;
    for (size_t i = 0; i < in->n_strata; from += in->stratum[i++].pairs) {
        size_t first = n;
        for (size_t k = from; k < from + in->stratum[i].pairs; k++) {
            if ((k - from) % every != 0 || (n > first && !(in->start[k] >= s->start[n - 1] + later)))
                continue;
            s->start[n] = in->start[k];
            for (size_t half = 0; half < 2; half++) {
                s->cost[2 * n + half] = in->cost[2 * k + half];
                s->set[2 * n + half] = set[2 * k + half];
            }
            n++;
        }
        s->stratum[i] = in->stratum[i];
        s->stratum[i].pairs = n - first;
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
        result = subset_start(&s, in, set, every, 0);
        if (result == 0)
            result = tell(&s, view, word_shift, bound, stats);
        subset_end(&s);
    }
    return result < 0 ? -1 : 0;
}

/* How far apart pairs would be that are spread evenly over the run, with as many in its last third as there are. */
static double even_step(const struct streak_input *in)
{
    double from = in->instances * 2 / 3;
    size_t n = 0;
    for (size_t k = 0; k < in->pairs; k++)
        n += in->start[k] >= from;
    return n > 0 ? in->instances / 3 / (double)n : INFINITY;
}

int point_even_extents(const struct sweep_source *set, const struct streak_input *in, struct cell_view view, unsigned word_shift,
                       struct point_bound *bound, struct streak_stats *stats)
{
    struct subset s;
    double hull = stats->hull;
    if (in->n_strata != 1)
        return 0;
    int result = subset_start(&s, in, set, 1, NEARER * even_step(in));
    if (result == 0 && s.in.pairs >= LEAST_EVEN && s.in.pairs < in->pairs)
        result = tell(&s, view, word_shift, bound, stats);
    stats->hull = hull;
    subset_end(&s);
    return result < 0 ? -1 : 0;
}
