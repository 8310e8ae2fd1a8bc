/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_growth.h"

#include <stdlib.h>
#include <string.h>

#include "common/varint.h"

/* As the runtime has them: of sizes with 4 bits more the lowest. */
static uint64_t class_of(uint64_t size)
{
    unsigned shift = 0;
    while (size >> shift >= 16)
        shift++;
    return size >> shift << shift;
}

/* 0, 1: damaged, -1: no memory. */
static int take_size(struct log_growths *g, const uint8_t **p, const uint8_t *end, unsigned cell)
{
    uint64_t count, sizes, sum, most;
    if (!varint_read(p, end, &count) || !varint_read(p, end, &sizes) || !varint_read(p, end, &sum)
        || !varint_read(p, end, &most) || count == 0 || most > sum)
        return 1;
    if (array_grow(&g->sizes, &g->cap_sizes, g->n_sizes + 1, sizeof *g->sizes) != 0)
        return -1;
    g->sizes[g->n_sizes++] = (struct log_growth_size){ class_of(sizes / count) * cell, count, most, (double)sizes * cell,
                                                           (double)sum };
    return 0;
}

static int take_row(struct log_growths *g, const struct alog_context_costs *rec, const uint8_t **p, const uint8_t *end)
{
    uint64_t number, parent, function, n;
    if (!varint_read(p, end, &number) || !varint_read(p, end, &parent) || !varint_read(p, end, &function)
        || !varint_read(p, end, &n) || number > UINT32_MAX || parent >= number || function > UINT32_MAX
        || n > (uint64_t)(end - *p))
        return 1;
    struct log_growth_row row = { rec->thread, (uint32_t)number, (uint32_t)parent, (uint32_t)function, g->n_sizes, n };
    int status = 0;
    for (uint64_t i = 0; status == 0 && i < n; i++)
        status = take_size(g, p, end, rec->cell);
    if (status == 0 && array_grow(&g->rows, &g->cap, g->n + 1, sizeof row) != 0)
        status = -1;
    if (status == 0)
        g->rows[g->n++] = row;
    return status;
}

int log_growths_add(struct log_growths *g, const uint8_t *payload, size_t size, struct err *err)
{
    struct alog_context_costs rec;
    int status = size < sizeof rec;
    if (status == 0) {
        memcpy(&rec, payload, sizeof rec);
        status = rec.rows_bytes > size - sizeof rec || rec.rows > rec.rows_bytes || rec.cell == 0 || rec.cell > 8;
    }
    const uint8_t *p = payload + sizeof rec, *end = status == 0 ? p + rec.rows_bytes : p;
    for (uint32_t i = 0; status == 0 && i < rec.rows; i++)
        status = take_row(g, &rec, &p, end);
    if (status < 0)
        return err_memory(err);
    g->missed += status == 0 ? rec.missed : 0;
    g->damaged += status > 0;
    return 0;
}

static int by_context(const void *a, const void *b)
{
    const struct log_growth_row *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int by_number(const void *a, const void *b)
{
    const struct log_function *f = a, *g = b;
    return (f->number > g->number) - (f->number < g->number);
}

/* false: what it says of its caller or function is not there, or not what another row says. */
static bool link_row(struct log_growths *g, size_t i, size_t kept, const struct log_profiles *functions)
{
    struct log_growth_row *row = &g->rows[i], parent = { .thread = row->thread, .number = row->parent };
    struct log_function key = { .number = row->function };
    const struct log_function *f = functions->n_functions ? bsearch(&key, functions->functions, functions->n_functions,
                                                                    sizeof key, by_number) : NULL;
    const struct log_growth_row *found = kept && row->parent ? bsearch(&parent, g->rows, kept, sizeof parent, by_context)
                                                             : NULL;
    if (!f || (row->parent && !found))
        return false;
    while (found && found > g->rows && by_context(found - 1, found) == 0)
        found--;
    row->function = (uint32_t)(f - functions->functions);
    row->parent = found ? (uint32_t)(found - g->rows) + 1 : 0;
    const struct log_growth_row *before = kept ? &g->rows[kept - 1] : NULL;
    return !before || by_context(before, row) != 0 || (before->function == row->function && before->parent == row->parent);
}

/* Callers have smaller numbers: they are linked before. */
void log_growths_link(struct log_growths *g, const struct log_profiles *functions)
{
    size_t kept = 0;
    if (g->n)
        qsort(g->rows, g->n, sizeof *g->rows, by_context);
    for (size_t i = 0; i < g->n; i++) {
        if (link_row(g, i, kept, functions))
            g->rows[kept++] = g->rows[i];
        else
            g->damaged++;
    }
    g->n = kept;
}

void log_growths_free(struct log_growths *g)
{
    free(g->rows);
    free(g->sizes);
}
