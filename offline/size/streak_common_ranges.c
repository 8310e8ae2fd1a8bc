/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK where all pairs read in the same ranges of memory, and one alone hardly sees anything inside that no other
 * sees: what is searched, or inserted into.  Instances that stop early, or begin anywhere, end and begin streaks of
 * cells that were known long before, so that births and deaths tell far too much.  But what is hidden can only lie
 * beyond the ends of the ranges, and where these are is known at each pair.
 *
 * An end that moves on at most pairs goes on like that until the run ends, unless it has stopped.  One that stands has
 * the furthest of some reaches, as a walk has (streak_longest_walk.c).
 */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "size/streak_collect.h"
#include "size/streak_model.h"

#define USUAL 1.5               /* times the median, as wide is a usual gap */
#define MANY 50                 /* times as wide as the others is a gap between ranges */
#define LEAST_CUT 512           /* cells, of such a gap */
#define LEAST_PAIRS 5
#define LEAST_MOVES 4
#define LEAST_VISITS 1.5        /* pairs that read a cell, on average */
#define MOST_PAIRS 64           /* with more, births and deaths tell more */
#define MOST_INSIDE 0.1         /* of a range's cells: seen by one pair, inside */
#define MOST_OUTSIDE 0.6        /* likewise, at its ends */
#define MOST_HOLES 0.15         /* of a range: gaps between what different pairs saw first, beyond a usual gap */
#define ALIKE 0.75              /* of the gaps inside, as wide as their median: elements are padded */
#define CORE 0.02               /* of all cells: ranges that are so small together are not looked at */
#define MOVES 0.5               /* of the pairs, the end's moves that make a trend */
#define STOPPED 0.05            /* chance of as many pairs without a move that says that it has ended */
#define RECENT 4                /* the last part of the time in which it is told how fast */

/* Segments [from, to). */
struct range {
    size_t from, to;
    double first, end;          /* addresses, in cells */
    double cells, single;       /* seen; by one pair in one episode */
    double low, high;           /* of these, at its ends and by one pair */
    double holes, room;         /* gaps, as MOST_HOLES has them; where cells may be that nobody saw */
    bool by_one;                /* all of them */
};

/* Gaps: from which width on one is between ranges, the usual width inside what a pair saw first, and what of it is
 * padding. */
struct widths {
    double cut, usual, padding;
};

static double cells_of(const struct streak_segment *s)
{
    return (double)s->cells * s->repeats;
}

static double median_of(double *value, size_t n)
{
    gsl_sort(value, 1, n);
    return n > 0 ? value[n / 2] : 0;
}

static bool same_pair(const struct streak_segment *s)
{
    return s[-1].place / 2 == s[0].place / 2;
}

/* 0 or -1 (no memory). */
static int find_widths(const struct streak_collect *c, struct widths *w)
{
    double *width = malloc(2 * c->n_segments * sizeof *width), *inside = width + c->n_segments;
    uint64_t end = 0;
    size_t n = 0, n_inside = 0;
    if (!width)
        return -1;
    for (size_t i = 0; i < c->n_segments; i++) {
        const struct streak_segment *s = &c->segment[i];
        if (i > 0 && s->first > end) {
            width[n++] = (double)(s->first - end);
            if (same_pair(s))
                inside[n_inside++] = (double)(s->first - end);
        }
        if (streak_segment_end(s, c->per_line) > end)
            end = streak_segment_end(s, c->per_line);
    }
    *w = (struct widths){ .cut = fmax(LEAST_CUT, MANY * median_of(width, n)), .usual = median_of(inside, n_inside) };
    size_t alike = 0;
    for (size_t i = 0; i < n_inside; i++)
        alike += !(inside[i] < w->usual) && !(inside[i] > w->usual);
    if ((double)alike >= ALIKE * (double)n_inside)
        w->padding = w->usual;
    else
        w->usual *= USUAL;
    free(width);
    return 0;
}

/* Cells at one end of it that only the pair saw whose last segment there is; step: 1 from its begin, -1 from its end. */
static double alone_at_end(const struct streak_collect *c, const struct range *r, int step)
{
    size_t at = step > 0 ? r->from : r->to - 1;
    unsigned pair = c->segment[at].place / 2;
    double cells = 0;
    for (size_t n = r->from; n < r->to; n++, at += (size_t)step) {
        const struct streak_segment *s = &c->segment[at];
        if (!s->single || s->place / 2 != pair)
            break;
        cells += cells_of(s);
    }
    return cells;
}

/* The next range from r->to on. */
static void find_range(const struct streak_collect *c, const struct widths *w, struct range *r)
{
    *r = (struct range){ .from = r->to, .to = r->to, .by_one = true };
    r->first = r->end = (double)c->segment[r->from].first;
    for (; r->to < c->n_segments; r->to++) {
        const struct streak_segment *s = &c->segment[r->to];
        double gap = (double)s->first - r->end;
        if (gap > w->cut)
            break;
        if (r->to > r->from && !same_pair(s))
            r->holes += fmax(0, gap - w->usual);
        r->room += fmax(0, gap - w->padding);
        r->end = fmax(r->end, (double)streak_segment_end(s, c->per_line));
        r->cells += cells_of(s);
        r->single += s->single ? cells_of(s) : 0;
        r->by_one &= s->place / 2 == c->segment[r->from].place / 2;
    }
    r->low = alone_at_end(c, r, 1);
    r->high = alone_at_end(c, r, -1);
}

/* One end of a range over time. */
struct end {
    double *time, *reach;       /* of each pair by which it moved on: when, and how far it was then */
    size_t moves;
    double pairs, rest;         /* from the first of these on; and behind the last */
    double last;                /* when the last pair was */
};

/* How far each pair is the first to reach, from the other end; 0: nowhere. */
static void find_moves(const struct streak_collect *c, const struct streak_input *in, const struct range *r, bool up,
                       double *furthest, struct end *e)
{
    memset(furthest, 0, c->pairs * sizeof *furthest);
    e->moves = 0;
    e->pairs = e->rest = 0;
    e->last = in->start[c->pairs - 1] + 1;
    for (size_t i = r->from; i < r->to; i++) {
        const struct streak_segment *s = &c->segment[i];
        double reach = up ? (double)streak_segment_end(s, c->per_line) - r->first : r->end - (double)s->first;
        furthest[s->place / 2] = fmax(furthest[s->place / 2], reach);
    }
    for (size_t k = 0; k < c->pairs; k++) {
        e->pairs += e->moves > 0;
        e->rest++;
        if (!(furthest[k] > (e->moves > 0 ? e->reach[e->moves - 1] : 0)))
            continue;
        e->time[e->moves] = in->start[k] + 1;
        e->reach[e->moves++] = furthest[k];
        e->rest = 0;
    }
}

/* How far it moves in an instance, by least squares over the last moves. */
static double speed_of(const struct end *e)
{
    double n = 0, t = 0, x = 0, tt = 0, tx = 0, from = e->time[e->moves - 1] / RECENT;
    size_t first = 0;
    while (first + 3 < e->moves && e->time[first] < from)
        first++;
    for (size_t i = first; i < e->moves; i++) {
        n++;
        t += e->time[i];
        x += e->reach[i];
    }
    for (size_t i = first; i < e->moves; i++) {
        tt += (e->time[i] - t / n) * (e->time[i] - t / n);
        tx += (e->time[i] - t / n) * (e->reach[i] - x / n);
    }
    return tt > 0 ? fmax(0, tx / tt) : 0;
}

/* Steps that it would have made since the last one, at that speed; a step is as far as it moved once at least. */
static double steps_missed(const struct end *e, double speed)
{
    double step = INFINITY;
    for (size_t i = 1; i < e->moves; i++)
        step = fmin(step, e->reach[i] - e->reach[i - 1]);
    return speed * (e->last - e->time[e->moves - 1]) / step;
}

/* It moved at most pairs, and then at none: by chance?  Not if a later pair has read up to it (alone: cells there that
 * one pair only saw) when it should have been further. */
static bool has_stopped(const struct end *e, double alone, double speed)
{
    double until = e->pairs - e->rest, stays = (until - (double)(e->moves - 1) + 1) / (until + 2);
    return pow(stays, e->rest) < STOPPED || (!(alone > 0) && exp(-steps_missed(e, speed)) < STOPPED);
}

/* 0: it stands. */
static double trend_of(const struct end *e, double alone)
{
    if (e->moves < LEAST_MOVES || (double)(e->moves - 1) < MOVES * (e->pairs - e->rest))
        return 0;
    double speed = speed_of(e);
    return has_stopped(e, alone, speed) ? 0 : speed;
}

/* What lies beyond an end; alone: the cells there that one pair saw; share: of the addresses, those that are cells. */
static void add_beyond(const struct streak_input *in, const struct range *r, const struct end *e, double alone,
                       double share, struct streak_range *u)
{
    double speed = trend_of(e, alone);
    if (speed > 0) {
        double more = share * speed * fmax(0, in->instances - e->time[e->moves - 1] - 1);
        u->mid += more;
        u->low += more / 2;
        u->high += 2 * more + alone;
        return;
    }
    u->mid += alone;
    u->high += 19 * fmax(alone, r->cells / (4 * (double)in->pairs));
}

/* Of cells that are seldom read, as the last characters of names, as many are seen by one pair as twice the pairs would
 * see anew (Good and Toulmin 1956).  With each doubling as many come again if some are read as seldom as can be, and
 * none if all are alike: between these, nearer to the former. */
static double hidden_inside(const struct streak_input *in, double inside)
{
    double times = fmax(1, in->instances / (2 * (double)in->pairs));
    return fmax(0, inside) * (1 + 2 * fmax(1, log(times))) / 3;
}

/* Adds what a range hides; false: it is not read all over. */
static bool add_range(const struct streak_collect *c, const struct streak_input *in, const struct range *r,
                      double *furthest, struct end *e, struct streak_range *u)
{
    double inside = r->single - r->low - r->high;
    double length = r->end - r->first, most = MOST_HOLES * length;
    if (r->by_one || r->low + r->high > MOST_OUTSIDE * r->cells || r->holes > most
        || (inside > MOST_INSIDE * r->cells && r->room > MOST_INSIDE * length))
        return false;
    double hidden = fmin(hidden_inside(in, inside), r->room * r->cells / (length - r->room));
    double share = (r->cells + hidden) / length;
    u->mid += hidden;
    u->high += 3 * hidden;
    for (int up = 0; up < 2; up++) {
        find_moves(c, in, r, up, furthest, e);
        add_beyond(in, r, e, up ? r->high : r->low, share, u);
    }
    return true;
}

/* Do most cells count in several pairs?  What is probed here and there has holes, too. */
static bool is_read_over(const struct streak_collect *c)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * c->pairs; i++)
        sum += (double)c->size[i];
    return sum >= 2 * LEAST_VISITS * (double)c->seen;
}

int streak_reach(const struct streak_collect *c, const struct streak_input *in, struct streak_stats *out)
{
    struct streak_range u = { 0, 0, 0 };
    struct range r = { 0 };
    struct widths w;
    double left_out = 0;
    if (out->nested || c->n_segments == 0 || c->pairs < LEAST_PAIRS || c->pairs > MOST_PAIRS || in->n_strata > 1
        || !is_read_over(c) || streak_slides(c))
        return 0;
    double *room = malloc(3 * c->pairs * sizeof *room);
    struct end e = { .time = room, .reach = room + c->pairs };
    if (!room || find_widths(c, &w) != 0) {
        free(room);
        return -1;
    }
    while (r.to < c->n_segments) {
        find_range(c, &w, &r);
        if (!add_range(c, in, &r, room + 2 * c->pairs, &e, &u))
            left_out += r.cells;
    }
    free(room);
    out->filled = left_out <= CORE * (double)c->seen;
    if (out->filled) {
        out->beyond_low = u.low;
        out->beyond = u.mid;
        out->beyond_high = u.high;
    }
    return 0;
}
