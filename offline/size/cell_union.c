/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/cell_union.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/varint.h"
#include "size/cell_code.h"

#define FIRST_ROOM 65536        /* rows, before any are joined */

/* Lines [from, to) that have the cells of a mask; or elements [from, to) of `size` cells, `step` cells apart, the one
 * numbered 0 at cell `phase`.  Rows that differ in nothing but `from` and `to` can be joined. */
struct row {
    uint64_t mask;              /* 0: elements */
    uint64_t step, size, phase;
    uint64_t from, to;
};

struct rows {
    struct row *row;
    size_t n, room;
};

static int by_kind(const struct row *x, const struct row *y)
{
    const uint64_t a[] = { x->mask, x->step, x->size, x->phase }, b[] = { y->mask, y->step, y->size, y->phase };
    for (size_t i = 0; i < sizeof a / sizeof *a; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_kind_and_begin(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int kind = by_kind(x, y);
    return kind ? kind : (x->from > y->from) - (x->from < y->from);
}

static void join(struct rows *rows)
{
    size_t kept = 0;
    if (rows->n == 0)
        return;
    qsort(rows->row, rows->n, sizeof *rows->row, by_kind_and_begin);
    for (size_t i = 1; i < rows->n; i++) {
        struct row *last = &rows->row[kept];
        const struct row *next = &rows->row[i];
        if (by_kind(last, next) != 0 || next->from > last->to)
            rows->row[++kept] = *next;
        else if (next->to > last->to)
            last->to = next->to;
    }
    rows->n = kept + 1;
}

/* Room for one more; there are twice as many as joined rows need, so that they are joined seldom.  0 or -1 (no memory). */
static int make_room(struct rows *rows)
{
    if (rows->n < rows->room)
        return 0;
    join(rows);
    if (rows->room > 0 && rows->n < rows->room / 2)
        return 0;
    size_t room = rows->room ? 2 * rows->room : FIRST_ROOM;
    struct row *more = realloc(rows->row, room * sizeof *more);
    if (!more)
        return -1;
    rows->row = more;
    rows->room = room;
    return 0;
}

static bool take_steps(uint64_t *steps, uint64_t n)
{
    if (!steps)
        return true;
    bool enough = *steps >= n;
    *steps -= enough ? n : *steps;
    return enough;
}

static int add_set(struct rows *rows, const struct sweep_source *set, uint64_t *steps)
{
    struct cell_reader reader;
    struct cell_item item;
    cell_reader_start(&reader, set->bytes, set->size);
    while (cell_reader_next_whole(&reader, &item)) {
        const struct cell_stride *s = &reader.stride;
        struct row row = { .mask = item.mask, .from = item.first, .to = item.first + item.lines };
        if (s->count > 0)
            row = (struct row){ .step = s->step, .size = s->size, .phase = s->at % s->step, .from = s->at / s->step,
                                .to = s->at / s->step + s->count };
        reader.stride.count = 0;
        if (!take_steps(steps, 1))
            return 1;
        if (make_room(rows) != 0)
            return -1;
        rows->row[rows->n++] = row;
    }
    return 0;
}

/* ---- rows as stored sets: so few of them are swept ---- */

#define ITEM_BYTES (6 * VARINT_MAX + 8)

static uint8_t *put_item(uint8_t *p, const struct row *r, uint64_t next_line)
{
    p += varint_write(p, r->from - next_line);
    p += varint_write(p, (r->to - r->from) << 1 | 1);
    memcpy(p, &r->mask, sizeof r->mask);
    return p + sizeof r->mask;
}

static uint8_t *put_stride(uint8_t *p, const struct row *r)
{
    uint64_t at = r->phase + r->from * r->step;
    const uint64_t field[] = { at / 64, 0, at % 64, r->size, r->step, r->to - r->from };
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        p += varint_write(p, field[i]);
    return p;
}

/* May a set have so many lines of that mask, or elements (cell_code.h)? */
static bool fits(const struct row *kind, uint64_t n)
{
    if (kind->mask)
        return n <= (kind->mask == UINT64_MAX ? CELL_MAX_WHOLE_LINES : CELL_MAX_LINES);
    return n <= CELL_MAX_STRIDE_LINES / ((kind->size + 126) / 64);
}

/* Lines of one mask follow each other: they are one set, while they fit.  So is each stride.  Returns how many sets that are; a row that
 * does not fit itself: SIZE_MAX. */
static size_t put_sets(const struct rows *rows, uint8_t *p, struct sweep_source *set)
{
    size_t n = 0;
    for (size_t i = 0, end; i < rows->n; i = end) {
        const struct row *kind = &rows->row[i];
        uint64_t next_line = 0, lines = 0;
        set[n].bytes = p;
        for (end = i; end < rows->n && by_kind(kind, &rows->row[end]) == 0; end++) {
            const struct row *r = &rows->row[end];
            lines += r->to - r->from;
            if (end > i && (!kind->mask || !fits(kind, lines)))
                break;
            if (!fits(kind, r->to - r->from))
                return SIZE_MAX;
            p = kind->mask ? put_item(p, r, next_line) : put_stride(p, r);
            next_line = r->to;
        }
        set[n].size = (size_t)(p - set[n].bytes);
        n++;
    }
    return n;
}

static int count(void *arg, const struct sweep_lines *lines)
{
    uint64_t *cells = arg;
    for (size_t i = 0; i < lines->n_groups; i++)
        *cells += lines->times * lines->lines * (uint64_t)__builtin_popcountll(lines->group[i].mask);
    return 0;
}

static int sweep_rows(const struct rows *rows, uint64_t *steps, uint64_t *cells)
{
    const struct cell_view view = { 0 };
    uint8_t *bytes = malloc(rows->n * ITEM_BYTES + 1);
    struct sweep_source *set = malloc((rows->n + 1) * sizeof *set);
    int result = -1;
    if (bytes && set) {
        size_t n = put_sets(rows, bytes, set);
        result = n == SIZE_MAX ? 1 : cell_sweep(set, n, view, steps, count, cells);
    }
    free(set);
    free(bytes);
    return result;
}

int cell_union(const struct sweep_source *sets, size_t n, uint64_t *steps, uint64_t *cells)
{
    struct rows rows = { 0 };
    int result = 0;
    *cells = 0;
    for (size_t i = 0; i < n && result == 0; i++)
        result = add_set(&rows, &sets[i], steps);
    if (result == 0) {
        join(&rows);
        result = sweep_rows(&rows, steps, cells);
    }
    free(rows.row);
    return result;
}
