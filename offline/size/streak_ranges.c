/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7: address ranges.  Cells of an array that many instances touch
 * here and there leave gaps; what was not seen of the array is in these, or
 * just beyond its ends.  A range ends at a gap that is much wider than those
 * around.  Only gaps between cells that different pairs saw first count as
 * measure ("inter"): those inside one instance are its stride.
 *
 * Of a range that is seen all over there are few gaps, and they are all that is unseen.
 * It has at least as much seen as unseen, by pairs that meet there often enough.
 */
#include <math.h>
#include <stdlib.h>

#include "size/streak_collect.h"
#include "size/streak_record_members.h"
#include "size/streak_padding.h"
#include "size/streak_range_parts.h"
#include "size/streak_scattered_nodes.h"

#define MANY 50.                /* times wider ends a range */
#define ENOUGH 5                /* gaps; or neighbours that different pairs saw first */
#define WIDE 8.                 /* times as wide as what a pair sees first at once: no gap inside of what is seen all over */
#define ALIKE 0.75              /* of the neighbouring gaps between pairs, that go the same way */
#define FASTER 4.               /* than its neighbours a gap may be that goes on */
#define LESS 0.9                /* of a range's unseen slots, if they are members of records */
#define SURELY 3.               /* standard errors */
#define LEAST_RECORDS 256       /* segments at the begin of a range that is not all of records */

struct gaps {
    size_t n;                   /* segments - 1: gap i is after segment i, perhaps 0 wide */
    double *width;              /* slots that were not seen */
    double *dense;              /* share that is slots of a gap, but for its first padding; 0: no gap */
    uint32_t *inter;
    size_t n_inter;             /* indexes of those between different pairs, ascending */
    double *median;             /* of the neighbours of each of these */
    double *speed;              /* of each: its width by the instances between its two pairs; below 0 if the pair
                                   at its end came first */
    uint64_t *mask;             /* room for each pair */
    struct streak_parts parts;
    bool whole;                 /* all of each gap is slots */
    bool regular;               /* pairs came at multiples of a step, which may show in addresses */
};

static double neighbours_median(const struct gaps *g, size_t at)
{
    double around[2 * STREAK_NEIGHBOURS];
    return streak_middle(around, streak_sort_neighbours(g->width, g->inter, g->n_inter, at, around));
}

/* Where the gap behind a segment begins: of several that are alike, behind each. */
static uint64_t gap_begin(const struct streak_collect *c, const struct streak_segment *s)
{
    return s[0].repeats == s[1].repeats ? s[0].first + s[0].cells : streak_segment_end(s, c->per_line);
}

static double gap_width(const struct streak_collect *c, const struct streak_segment *s)
{
    return (double)(s[1].first - gap_begin(c, s));
}

/* Segments whose neighbour another pair saw first, with a gap between them or without. */
static double count_meets(const struct streak_collect *c)
{
    double meets = 0;
    for (size_t i = 0; i + 1 < c->n_segments; i++)
        meets += c->segment[i].place / 2 != c->segment[i + 1].place / 2 ? c->segment[i].repeats : 0;
    return meets;
}

/* When the segment's cells were first seen. */
static double time_of(const struct streak_input *in, const struct streak_segment *s)
{
    return in->start[s->place / 2] + s->place % 2;
}

static bool is_regular(const struct streak_input *in)
{
    uint64_t step = 0;
    for (size_t k = 1; k < in->pairs; k++)
        for (uint64_t rest = (uint64_t)(in->start[k] - in->start[k - 1]), next; rest > 0; rest = next) {
            next = step % rest;
            step = rest;
        }
    return step > 2;
}

static int gaps_start(struct gaps *g, const struct streak_collect *c, const struct streak_input *in, bool whole)
{
    *g = (struct gaps){ .n = c->n_segments - 1, .regular = is_regular(in), .whole = whole };
    g->width = malloc(c->n_segments * sizeof *g->width);
    g->dense = malloc(c->n_segments * sizeof *g->dense);
    if (!g->width || !g->dense)
        return -1;
    for (size_t i = 0; i < g->n; i++) {
        g->width[i] = gap_width(c, &c->segment[i]);
        g->dense[i] = g->width[i] > 0;
    }
    if (!whole && streak_take_padding(c, g->width, g->dense, g->n) != 0)
        return -1;
    g->inter = malloc(c->n_segments * sizeof *g->inter);
    g->median = malloc(c->n_segments * sizeof *g->median);
    g->speed = malloc(c->n_segments * sizeof *g->speed);
    g->mask = malloc(c->pairs * sizeof *g->mask);
    if (!g->inter || !g->median || !g->speed || !g->mask)
        return -1;
    for (size_t i = 0; i < g->n; i++)
        if (g->width[i] > 0 && c->segment[i].place / 2 != c->segment[i + 1].place / 2)
            g->inter[g->n_inter++] = (uint32_t)i;
    if (g->n_inter < ENOUGH)
        g->median[0] = WIDE / MANY * (double)c->seen / (count_meets(c) + 1);
    for (size_t i = 0; i < g->n_inter; i++) {
        const struct streak_segment *s = &c->segment[g->inter[i]];
        g->speed[i] = g->width[g->inter[i]] / (time_of(in, &s[1]) - time_of(in, &s[0]));
        g->median[i] = g->n_inter < ENOUGH ? g->median[0] : neighbours_median(g, i);
    }
    return 0;
}

static void gaps_end(struct gaps *g)
{
    free(g->width);
    free(g->dense);
    free(g->inter);
    free(g->median);
    free(g->speed);
    free(g->mask);
    streak_parts_end(&g->parts);
}

/* Segments [from, to) are a range with these sums. */
struct range {
    size_t from, to;
    double inter, n_inter;      /* of gaps between different pairs */
    double meets;               /* as of count_meets */
    double cells, holes;        /* seen; unseen slots */
};

static bool has_gaps(const struct range *r)
{
    return r->n_inter >= ENOUGH;
}

static bool is_seen_over(const struct range *r)
{
    return r->meets >= ENOUGH && r->holes <= r->cells;
}

/* Unseen slots beyond its two ends: as wide as a gap, or where there is none as what a pair sees at once. */
static double beyond_ends(const struct range *r)
{
    return 2 * (r->n_inter > 0 ? r->inter / r->n_inter : r->cells / (r->meets + 1));
}

/* How many gaps, or segments, of its range one stands for. */
static double weight_of(const struct streak_segment *s)
{
    return s->apart ? 1 : s->repeats;
}

/* Sums over the cells of a range, of their address x and the time t when they
 * were seen first: of their number and of products. */
struct moments {
    double n, x, t, xx, tt, xt;
};

/* step: cells between two that are alike. */
static void add_moments(struct moments *m, const struct streak_segment *s, double step, double x,
                        double t)
{
    double n = (double)s->cells, k = weight_of(s);
    double steps = k * (k - 1) / 2, squares = k * (k - 1) * (2 * k - 1) / 6;
    double sum = k * x + steps * step;
    m->n += n * k;
    m->x += n * sum;
    m->t += n * k * t;
    m->xx += n * (k * (x * x + (n * n - 1) / 12) + (2 * x * steps + squares * step) * step);
    m->tt += n * k * t * t;
    m->xt += n * sum * t;
}

/* A range that begins in lines with ranges of their own, and goes on behind them, begins
 * in their last: the index of what is behind.  Else 0. */
static size_t leaves_lines(const struct streak_collect *c, const struct range *r)
{
    size_t i = r->from;
    while (i < r->to && c->segment[i].apart)
        i++;
    return i < r->to ? i : 0;
}

static uint64_t first_cell(const struct streak_collect *c, size_t i, size_t leaves)
{
    const struct streak_segment *s = &c->segment[i];
    return s->first + (i < leaves ? (uint64_t)(s->repeats - 1) * c->per_line : 0);
}

/* How far a range moved on while no sample was taken at either end of the run,
 * if its addresses go with time. */
static double drift(const struct streak_collect *c, const struct streak_input *in,
                    const struct range *r)
{
    struct moments sum = { 0 }, central = { 0 };
    double ends = in->start[0] + (in->instances - in->start[in->pairs - 1] - 2);
    size_t leaves = leaves_lines(c, r);
    uint64_t origin = first_cell(c, r->from, leaves);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = r->from; i < r->to; i++) {
            const struct streak_segment *s = &c->segment[i];
            double x = (double)(first_cell(c, i, leaves) - origin) + ((double)s->cells - 1) / 2;
            double t = time_of(in, s);
            if (pass == 0)
                add_moments(&sum, s, c->per_line, x, t);
            else
                add_moments(&central, s, c->per_line, x - sum.x / sum.n, t - sum.t / sum.n);
        }
    if (!(central.xx > 0 && central.tt > 0) ||
        !(central.xt * central.xt > 0.5 * central.xx * central.tt))
        return 0;
    return fabs(central.xt / central.tt * ends);
}

/* Unseen slots of one range. */
static double range_slots(const struct streak_collect *c, const struct streak_input *in,
                          const struct gaps *g, const struct range *r)
{
    double dense = 0, n = 0;
    for (size_t i = r->from; i + 1 < r->to; i++) {
        double weight = weight_of(&c->segment[i]);
        dense += weight * g->dense[i];
        n += g->dense[i] > 0 ? weight : 0;
    }
    return r->holes + fmax(beyond_ends(r), (n > 0 ? dense / n : 1) * drift(c, in, r));
}

static bool meets_next(const struct streak_segment *s)
{
    return s[0].place / 2 != s[1].place / 2;
}

static struct range range_of(const struct streak_collect *c, const struct gaps *g, size_t from, size_t to)
{
    struct range r = { .from = from, .to = to };
    for (size_t i = from; i < to; i++) {
        const struct streak_segment *s = &c->segment[i];
        double weight = weight_of(s);
        r.cells += weight * (double)s->cells;
        if (i + 1 == to)
            break;
        r.holes += weight * g->width[i];
        if (!meets_next(s))
            continue;
        r.meets += weight;
        r.inter += weight * g->width[i];
        r.n_inter += g->width[i] > 0 ? weight : 0;
    }
    return r;
}

/* Whether the gap between pairs is as wide as the time between them makes it, where addresses go with time: most of
 * its neighbours go the same way, and not much slower. */
static bool goes_on(const struct gaps *g, size_t q)
{
    double way = g->speed[q], around[2 * STREAK_NEIGHBOURS];
    size_t n = 0, found = 0;
    for (size_t i = q > STREAK_NEIGHBOURS ? q - STREAK_NEIGHBOURS : 0; i < g->n_inter && i <= q + STREAK_NEIGHBOURS; i++) {
        n += i != q;
        if (i == q || !(g->speed[i] * way > 0))
            continue;
        size_t to = found++;
        for (; to > 0 && around[to - 1] > fabs(g->speed[i]); to--)
            around[to] = around[to - 1];
        around[to] = fabs(g->speed[i]);
    }
    return n >= ENOUGH && (double)found >= ALIKE * (double)n && fabs(way) <= FASTER * streak_middle(around, found);
}

/* Whether a range ends at gap i; q: of the gaps between pairs the one at or behind i. */
static bool ends_range(const struct gaps *g, size_t i, size_t q, double word)
{
    if (i == g->n)
        return true;
    return g->width[i] > MANY * fmax(g->median[q], word) && !(q < g->n_inter && g->inter[q] == i && goes_on(g, q));
}

/* Where lines in the middle have ends of ranges, each line has ranges of its own. */
static void mark_apart(struct streak_collect *c, const struct gaps *g, double word)
{
    size_t from = 0, q = 0;
    for (size_t i = 0; i < g->n; i++) {
        while (q + 1 < g->n_inter && g->inter[q] < i)
            q++;
        if (c->segment[i].repeats == 1) {
            from = i + 1;
            continue;
        }
        for (size_t k = from; ends_range(g, i, q, word) && k < g->n && c->segment[k].repeats > 1; k++)
            c->segment[k].apart = 1;
    }
}

/* Only the members of the records that the range is of are slots; false: nearly all are. */
static bool take_members(const struct streak_collect *c, struct gaps *g, const struct streak_lattice *l, struct range *r)
{
    struct range members = *r;
    members.inter = members.n_inter = members.holes = 0;
    for (size_t i = r->from; i + 1 < r->to; i++) {
        const struct streak_segment *s = &c->segment[i];
        double slots = streak_lattice_slots(l, gap_begin(c, s), s[1].first), weight = weight_of(s);
        members.holes += weight * slots;
        if (slots > 0 && meets_next(s)) {
            members.inter += weight * slots;
            members.n_inter += weight;
        }
    }
    if (!(members.holes < LESS * r->holes))
        return false;
    for (size_t i = r->from; i + 1 < r->to; i++) {
        const struct streak_segment *s = &c->segment[i];
        g->dense[i] = gap_width(c, s) > 0 ? streak_lattice_share(l) : 0;
        g->width[i] = streak_lattice_slots(l, gap_begin(c, s), s[1].first);
    }
    *r = members;
    return true;
}

/* The segment behind i, or, of records, the next one that is at the row's members; `to`: there is none. */
static size_t next_of(const struct streak_collect *c, size_t i, size_t to, const struct streak_lattice *row)
{
    for (i++; row && i < to && !streak_lattice_has(c, &c->segment[i], row);)
        i++;
    return i;
}

/* Adds the parts of the range, or, of records, of the row of members: then its segments stand for themselves only.  0 or -1 (no memory). */
static int add_parts_of(struct gaps *g, const struct streak_collect *c, const struct streak_input *in, const struct range *r,
                        double times, const struct streak_lattice *row)
{
    const struct streak_segment *all = c->segment;
    size_t i = row && !streak_lattice_has(c, &all[r->from], row) ? next_of(c, r->from, r->to, row) : r->from, next;
    uint64_t end = all[r->to - 1].first + all[r->to - 1].cells;
    double before = i > r->from && i < r->to ? streak_lattice_slots(row, all[r->from].first, all[i].first) : 0;
    for (; i < r->to; i = next) {
        double weight = weight_of(&all[i]), holes = 0;
        next = next_of(c, i, r->to, row);
        bool last = next == r->to, meets = !last && all[i].place / 2 != all[next].place / 2;
        if (row)
            holes = streak_lattice_slots(row, all[i].first + all[i].cells, last ? end : all[next].first);
        else if (!last)
            holes = g->width[i];
        const struct streak_part_segment more = { &all[i], weight, weight * holes + before, meets ? weight : 0, times, last };
        if (streak_parts_add(&g->parts, in, &more) != 0)
            return -1;
        before = 0;
    }
    return 0;
}

/* Members of records are visited more or less than others: each row of neighbouring ones has parts of its own. */
static int add_parts(struct gaps *g, const struct streak_collect *c, const struct streak_input *in, const struct range *r,
                     double times, const struct streak_lattice *l)
{
    struct streak_lattice row[STREAK_LATTICE_ROWS];
    unsigned n = l ? streak_lattice_rows(l, row) : 0;
    for (size_t i = r->from; n > 0 && i < r->to; i++)
        n = c->segment[i].repeats > 1 ? 0 : n;
    if (n == 0)
        return add_parts_of(g, c, in, r, times, NULL);
    for (unsigned k = 0; k < n; k++)
        if (add_parts_of(g, c, in, r, times, &row[k]) != 0)
            return -1;
    return 0;
}

/* Sums over all ranges. */
struct extents {
    double slots, gaps;
    double lost;                /* single cells in ranges with too few gaps: nothing is known about these */
    double touches, chance;     /* meets without a gap; how many there would be by chance */
    struct streak_share share;
};

/* 0 or -1 (no memory). */
static int add_range(struct extents *e, const struct streak_collect *c, const struct streak_input *in, struct gaps *g,
                     const struct range *r, const struct streak_lattice *l)
{
    const struct streak_segment *last = &c->segment[r->to - 1];
    double times = last->apart ? last->repeats : 1;
    if (has_gaps(r) || is_seen_over(r)) {
        double slots = range_slots(c, in, g, r);
        e->slots += times * slots;
        e->gaps += times * fmax(1, r->n_inter);
        e->touches += times * (r->meets - r->n_inter);
        e->chance += times * r->meets * r->cells / (r->cells + slots);
        streak_share_add(&e->share, c, r->from, r->to);
        return add_parts(g, c, in, r, times, l);
    }
    for (size_t k = r->from; k < r->to; k++)
        e->lost += c->segment[k].single ? times * weight_of(&c->segment[k]) * (double)c->segment[k].cells : 0;
    return 0;
}

/* Whether the range of the segments [from, to) begins with records of one kind, of which some members are read.  *end: where these
 * end; that may be soon, and then what follows leaves all remainders. */
static bool begins_with_records(const struct streak_collect *c, const struct gaps *g, size_t from, size_t to,
                                struct streak_lattice *l, size_t *end)
{
    *end = to;
    if (g->whole || g->regular)
        return false;
    for (size_t n = to - from; n >= LEAST_RECORDS || n == to - from; n = (n < STREAK_LATTICE_MOST ? n : STREAK_LATTICE_MOST) / 2)
        if (streak_lattice_find(c, from, from + n, g->mask, l)) {
            *end = streak_lattice_end(c, from, to, l);
            bool enough = *end - from >= (n < LEAST_RECORDS ? n : LEAST_RECORDS) / 4;
            if (enough && (n == to - from || streak_lattice_find(c, from, *end, g->mask, l)))
                return true;
            *end = to;
        }
    return false;
}

/* Adds the range of the segments [from, to), cut where records end.  0 or -1 (no memory). */
static int add_cut(struct extents *e, const struct streak_collect *c, const struct streak_input *in, struct gaps *g, size_t from,
                   size_t to)
{
    while (from < to) {
        struct streak_lattice l;
        size_t end;
        bool records = begins_with_records(c, g, from, to, &l, &end);
        struct range r = range_of(c, g, from, end);
        bool taken = records && take_members(c, g, &l, &r);
        if (add_range(e, c, in, g, &r, taken ? &l : NULL) != 0)
            return -1;
        from = end;
    }
    return 0;
}

/* Cuts at wide gaps.  0 or -1 (no memory). */
static int sum_ranges(const struct streak_collect *c, const struct streak_input *in, struct gaps *g, struct extents *e)
{
    double word = (double)c->seen / (double)c->words;
    size_t q = 0, from = 0;
    for (size_t i = 0; i <= g->n; i++) {
        while (q + 1 < g->n_inter && g->inter[q] < i)
            q++;
        if (!ends_range(g, i, q, word))
            continue;
        if (add_cut(e, c, in, g, from, i + 1) != 0)
            return -1;
        from = i + 1;
    }
    return 0;
}

/* Whether others' data lie between: what one pair read touches what another one did far less often than by chance. */
static bool is_interspersed(const struct extents *e)
{
    double least = e->chance / 2;
    return e->touches < least - SURELY * sqrt(least);
}

int streak_extents(struct streak_collect *c, const struct streak_input *in, bool whole, struct streak_stats *out)
{
    struct gaps g;
    struct extents e = { 0 };
    double single = (double)(c->half + c->both);
    if (c->words < ENOUGH)
        return 0;
    int result = gaps_start(&g, c, in, whole);
    double word = (double)c->seen / (double)c->words;
    if (result == 0) {
        mark_apart(c, &g, word);
        result = sum_ranges(c, in, &g, &e);
    }
    double share = is_interspersed(&e) ? streak_share(&e.share) : 1;
    double unread = streak_parts_unread(&g.parts, out->hidden, out->dear);
    gaps_end(&g);
    if (e.lost > 0.05 * fmax(single, word))
        return result;
    out->slots = e.slots;
    out->unread = share < 1 || isnan(share) ? 0 : unread;
    out->gaps = e.gaps;
    out->foreign = isnan(share) ? 1 : 1 - share;
    return result;
}
