/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/row_merge.h"

#include <stdlib.h>

/* A run's rows, and the first that was not taken yet. */
struct source {
    struct packed_reader reader;
    struct row row;
};

struct row_merge {
    struct source *source;
    uint32_t *heap;             /* sources, the one whose row is next on top */
    size_t n;                   /* in the heap */
    bool failed, has_last;
    struct row last;            /* that was read one too many */
};

static int compare_rows(const struct row *x, const struct row *y)
{
    if (x->size < y->size || x->size > y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

static bool is_before(const struct row_merge *m, uint32_t a, uint32_t b)
{
    int c = compare_rows(&m->source[a].row, &m->source[b].row);
    return c ? c < 0 : a < b;
}

static void sift_down(struct row_merge *m, size_t i)
{
    uint32_t moved = m->heap[i];
    for (size_t child; (child = 2 * i + 1) < m->n; i = child) {
        if (child + 1 < m->n && is_before(m, m->heap[child + 1], m->heap[child]))
            child++;
        if (!is_before(m, m->heap[child], moved))
            break;
        m->heap[i] = m->heap[child];
    }
    m->heap[i] = moved;
}

static bool advance(struct row_merge *m, struct source *s)
{
    bool more = packed_next_row(&s->reader, &s->row);
    m->failed |= s->reader.at.failed;
    return more;
}

struct row_merge *row_merge_new(const struct target *t, enum packed_list list)
{
    struct row_merge *m = calloc(1, sizeof *m);
    size_t n = 0;
    for (size_t i = 0; i < t->n_points; i++)
        n += list == PACKED_USER_ROWS || t->points[i].use == POINT_USED;
    if (m) {
        m->source = malloc((n + 1) * sizeof *m->source);
        m->heap = malloc((n + 1) * sizeof *m->heap);
    }
    if (!m || !m->source || !m->heap) {
        row_merge_free(m);
        return NULL;
    }
    n = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        if (list != PACKED_USER_ROWS && t->points[i].use != POINT_USED)
            continue;
        struct source *s = &m->source[n];
        packed_read(t->pool, t->points[i].point, list, &s->reader);
        if (advance(m, s))
            m->heap[m->n++] = (uint32_t)n++;
    }
    for (size_t i = m->n / 2; i-- > 0;)
        sift_down(m, i);
    return m;
}

void row_merge_free(struct row_merge *m)
{
    if (!m)
        return;
    free(m->source);
    free(m->heap);
    free(m);
}

int row_merge_next(struct row_merge *m, struct row *row)
{
    if (m->n == 0 || m->failed)
        return m->failed ? -1 : 0;
    struct source *s = &m->source[m->heap[0]];
    *row = s->row;
    if (!advance(m, s))
        m->heap[0] = m->heap[--m->n];
    if (m->n > 0)
        sift_down(m, 0);
    return m->failed ? -1 : 1;
}

/* Of an instance that neither read nor iterated nothing can be learnt. */
static bool says_nothing(const struct row *row)
{
    return row->size <= 0 && row->cost <= 0;
}

int row_merge_next_unique(struct row_merge *m, struct row *row)
{
    int more = 1;
    if (!m->has_last)
        while ((more = row_merge_next(m, &m->last)) > 0 && says_nothing(&m->last))
            ;
    m->has_last = false;
    if (more <= 0)
        return more;
    *row = m->last;
    while ((more = row_merge_next(m, &m->last)) > 0)
        if (!says_nothing(&m->last)) {
            if (compare_rows(&m->last, row) != 0) {
                m->has_last = true;
                break;
            }
            row->count += m->last.count;
        }
    return more < 0 ? -1 : 1;
}

typedef int next_function(struct row_merge *merge, struct row *row);

/* Of `all` rows those numbers that an even thinning to `most` leaves. */
static struct row *thin_out(const struct target *t, enum packed_list list, next_function *next,
                            size_t most, size_t all)
{
    struct row_merge *m = row_merge_new(t, list);
    struct row *rows = m ? malloc(most * sizeof *rows) : NULL, row;
    size_t n = 0;
    for (size_t i = 0; rows && n < most && next(m, &row) > 0; i++)
        if (i == n * (all - 1) / (most - 1))
            rows[n++] = row;
    if (n < most) {
        free(rows);
        rows = NULL;
    }
    row_merge_free(m);
    return rows;
}

static struct row *collect(const struct target *t, enum packed_list list, next_function *next,
                           size_t most, size_t *n, size_t *all)
{
    struct row_merge *m = row_merge_new(t, list);
    struct row *rows = NULL, row;
    size_t cap = 0;
    int more = m && array_grow(&rows, &cap, 1, sizeof *rows) == 0 ? 0 : -1;
    *n = *all = 0;
    while (more >= 0 && (more = next(m, &row)) > 0) {
        if (*all < most && array_grow(&rows, &cap, *n + 1, sizeof *rows) != 0)
            more = -1;
        else if (*all < most)
            rows[(*n)++] = row;
        ++*all;
    }
    row_merge_free(m);
    if (more < 0 || *all > most) {
        free(rows);
        rows = more < 0 ? NULL : thin_out(t, list, next, most, *all);
    }
    return rows;
}

struct row *row_merge_rows(const struct target *t, enum packed_list list, size_t most, size_t *n, size_t *all)
{
    return collect(t, list, list == PACKED_USER_ROWS ? row_merge_next : row_merge_next_unique, most, n, all);
}
