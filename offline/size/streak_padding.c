/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 7, of padded elements.
 *
 * Where the gaps inside instances mostly are alike, the rows of cells between them too,
 * and the other gaps by whole elements wider, elements are padded, or only one of their
 * members is read: so much of each gap is no slot, and of the rest the share that is
 * not padding.
 */
#include "size/streak_padding.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define ALIKE 0.75              /* of the neighbouring gaps inside instances */
#define NEARLY_ALL 0.9          /* rows of cells there, and gaps between instances */

size_t streak_sort_neighbours(const double *value, const uint32_t *list, size_t n, size_t at, double *around)
{
    size_t found = 0;
    for (size_t i = at > STREAK_NEIGHBOURS ? at - STREAK_NEIGHBOURS : 0; i < n && i <= at + STREAK_NEIGHBOURS; i++) {
        double v = value[list[i]];
        if (i == at)
            continue;
        size_t to = found++;
        for (; to > 0 && around[to - 1] > v; to--)
            around[to] = around[to - 1];
        around[to] = v;
    }
    return found;
}

double streak_middle(const double *sorted, size_t n)
{
    return n % 2 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
}

/* Indexes of gaps, ascending. */
struct gap_list {
    uint32_t *at;
    size_t n;
    size_t now;                 /* the one at or behind the gap that is looked at */
};

/* Whether the gaps between instances about here are `pad`, or that and whole elements
 * with their padding: of an array that is merely read with holes they are not. */
static bool fits_between(const double *width, const struct gap_list *between, double pad,
                         double length)
{
    double around[2 * STREAK_NEIGHBOURS];
    size_t n = 0, fitting = 0;
    if (between->n > 0)
        n = streak_sort_neighbours(width, between->at, between->n, between->now, around);
    for (size_t i = 0; i < n; i++)
        fitting += around[i] >= pad && !(fmod(around[i] - pad, length + pad) > 0);
    return (double)fitting >= NEARLY_ALL * (double)n;
}

/* The padding that the gaps inside instances about here tell, 0: none; *length: of
 * the elements. */
static double padding(const double *width, const double *before, const struct gap_list *inside,
                      const struct gap_list *between, double *length)
{
    double around[2 * STREAK_NEIGHBOURS], rows[2 * STREAK_NEIGHBOURS];
    size_t found = streak_sort_neighbours(width, inside->at, inside->n, inside->now, around);
    size_t alike = 0, equal = 0;
    streak_sort_neighbours(before, inside->at, inside->n, inside->now, rows);
    double middle = around[found / 2];
    *length = rows[found / 2];
    for (size_t i = 0; i < found; i++) {
        alike += !(around[i] < middle) && !(around[i] > middle);
        equal += !(rows[i] < *length) && !(rows[i] > *length);
    }
    bool padded = found >= STREAK_NEIGHBOURS && (double)alike >= ALIKE * (double)found &&
                  (double)equal >= NEARLY_ALL * (double)found &&
                  fits_between(width, between, middle, *length);
    return padded ? middle : 0;
}

/* Moves on to gap i; whether that is another place in the list. */
static bool move_on(struct gap_list *list, size_t i)
{
    size_t from = list->now;
    while (list->now + 1 < list->n && list->at[list->now] < i)
        list->now++;
    return i == 0 || list->now != from;
}

/* The length of the row of cells before each gap.  Where lines in the middle (struct
 * streak_segment) have no gap, the row has them all. */
static void find_rows(const struct streak_collect *c, const double *width, size_t n, double *before)
{
    size_t row = 0, middle = 0;     /* where these begin */
    for (size_t i = 0; i < n; i++) {
        const struct streak_segment *s = &c->segment[i];
        if (i > 0 && width[i - 1] > 0)
            row = i;
        if (s->repeats > 1 && (i == 0 || s[-1].repeats == 1))
            middle = i;
        before[i] = (double)s->cells + (row < i ? before[i - 1] : 0);
        if (s->repeats > 1 && s[1].repeats == 1 && row < middle)
            before[i] += (double)(s->repeats - 1) * c->per_line;
    }
}

/* Takes padding out of all gaps; room: of 2 n doubles and as many indexes. */
static void take_padding_in(const struct streak_collect *c, double *width, double *dense, size_t n, double *room,
                            uint32_t *lists)
{
    double *before = room, *slots = room + n, pad = 0, length = 1;
    struct gap_list inside = { .at = lists }, between = { .at = lists + n };
    find_rows(c, width, n, before);
    for (size_t i = 0; i < n; i++) {
        const struct streak_segment *s = &c->segment[i];
        struct gap_list *list = s[0].place / 2 == s[1].place / 2 ? &inside : &between;
        if (width[i] > 0)
            list->at[list->n++] = (uint32_t)i;
    }
    for (size_t i = 0; i < n; i++) {
        bool moved = move_on(&inside, i);
        if ((move_on(&between, i) || moved) && inside.n > 1)
            pad = padding(width, before, &inside, &between, &length);
        double share = pad > 0 ? length / (length + pad) : 1;
        dense[i] = width[i] > 0 ? share : 0;
        slots[i] = fmax(0, width[i] - pad) * share;
    }
    for (size_t i = 0; i < n; i++)
        width[i] = slots[i];
}

int streak_take_padding(const struct streak_collect *c, double *width, double *dense, size_t n)
{
    uint32_t *lists = malloc((2 * n + 1) * sizeof *lists);
    double *room = malloc((2 * n + 1) * sizeof *room);
    bool enough = lists && room;
    if (enough)
        take_padding_in(c, width, dense, n, room, lists);
    free(lists);
    free(room);
    return enough ? 0 : -1;
}
