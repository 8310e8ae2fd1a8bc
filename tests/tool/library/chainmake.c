/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chainmake.h"

#include <stdlib.h>

#define MANY_ROWS 16384

static void begin(struct alog_chain *chain, size_t n, uint32_t flags)
{
    chain->rows = (uint32_t)n;
    chain->instances = 0;
    chain->flags |= flags;
}

void chainmake_listed(const struct call_row *row, size_t n, struct logmake *out,
                      struct alog_chain *chain)
{
    struct call_row last = { 0 };
    begin(chain, n, 0);
    for (size_t i = 0; i < n; i++) {
        logmake_varint(out, row[i].size - last.size);
        logmake_varint(out, row[i].cost - (row[i].size == last.size ? last.cost : 0));
        logmake_varint(out, row[i].count);
        chain->instances += row[i].count;
        last = row[i];
    }
    chain->rows_bytes = (uint32_t)out->size;
}

void chainmake_sums(const struct sum_row *row, size_t n, struct logmake *out,
                    struct alog_chain *chain)
{
    uint64_t last = 0;
    begin(chain, n, ALOG_C_SUMS);
    for (size_t i = 0; i < n; i++) {
        const struct sum_row *r = &row[i];
        const uint64_t numbers[] = { r->size_low - last,  r->size_high - r->size_low, r->count,
                                     r->size_sum,         r->cost_low,
                                     r->cost_high - r->cost_low, r->cost_sum };
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            logmake_varint(out, numbers[k]);
        logmake_append(out, &r->squares, sizeof r->squares);
        chain->instances += r->count;
        last = r->size_high;
    }
    chain->rows_bytes = (uint32_t)out->size;
}

static void *grow(void *array, size_t *cap, size_t size)
{
    *cap = *cap ? 2 * *cap : 64;
    void *grown = realloc(array, *cap * size);
    if (!grown)
        abort();
    return grown;
}

void calls_enter(struct calls *calls)
{
    if (calls->n_open == calls->cap_open)
        calls->open = grow(calls->open, &calls->cap_open, sizeof *calls->open);
    calls->open[calls->n_open++] = (struct open_call){ 0, 0 };
    calls->cost++;
    if (calls->n_open > calls->longest)
        calls->longest = calls->n_open;
}

static int compare_rows(const void *a, const void *b)
{
    const struct call_row *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

static void compact(struct calls *calls)
{
    size_t unique = 0;
    struct call_row *row = calls->row;
    if (calls->n_rows > 0)
        qsort(row, calls->n_rows, sizeof *row, compare_rows);
    for (size_t i = 0; i < calls->n_rows; i++) {
        if (unique > 0 && compare_rows(&row[unique - 1], &row[i]) == 0)
            row[unique - 1].count += row[i].count;
        else
            row[unique++] = row[i];
    }
    calls->n_rows = unique;
}

void calls_leave(struct calls *calls)
{
    struct open_call *top = &calls->open[--calls->n_open];
    const struct call_row row = { top->height + 1, top->calls + 1, 1 };
    if (calls->n_open > 0) {
        top[-1].calls += row.cost;
        if (top[-1].height < row.size)
            top[-1].height = row.size;
    }
    if (calls->n_rows == calls->cap_rows) {
        if (calls->cap_rows >= MANY_ROWS)
            compact(calls);
        if (calls->n_rows * 2 >= calls->cap_rows)
            calls->row = grow(calls->row, &calls->cap_rows, sizeof *calls->row);
    }
    calls->row[calls->n_rows++] = row;
}

void calls_clear(struct calls *calls)
{
    calls->n_open = calls->n_rows = 0;
    calls->longest = calls->cost = 0;
}

void calls_free(struct calls *calls)
{
    free(calls->open);
    free(calls->row);
    *calls = (struct calls){ 0 };
}

static void add_to_sum(struct sum_row *sum, const struct call_row *row)
{
    double cost = (double)row->cost;
    if (sum->count == 0) {
        sum->size_low = row->size;
        sum->cost_low = row->cost;
    }
    sum->size_high = row->size;
    if (row->cost < sum->cost_low)
        sum->cost_low = row->cost;
    if (row->cost > sum->cost_high)
        sum->cost_high = row->cost;
    sum->count += row->count;
    sum->size_sum += row->size * row->count;
    sum->cost_sum += row->cost * row->count;
    sum->squares += cost * cost * (double)row->count;
}

static size_t sum_up(const struct calls *calls, struct sum_row *sum)
{
    size_t n = 0;
    for (size_t i = 0; i < calls->n_rows; i++) {
        const struct call_row *row = &calls->row[i];
        if (n == 0 || alog_size_class(sum[n - 1].size_high) != alog_size_class(row->size))
            sum[n++] = (struct sum_row){ 0 };
        add_to_sum(&sum[n - 1], row);
    }
    return n;
}

void calls_log(struct calls *calls, struct logmake *log, const struct alog_instance *rec,
               const struct cells *cells, size_t n)
{
    static const unsigned classes = 1920;
    struct alog_instance copy = *rec;
    struct alog_chain chain = { .longest = calls->longest };
    struct logmake rows = { 0 };
    copy.cost = calls->cost;
    compact(calls);
    if (calls->n_rows <= ALOG_CHAIN_LISTED) {
        chainmake_listed(calls->row, calls->n_rows, &rows, &chain);
    } else {
        struct sum_row *sum = calloc(classes, sizeof *sum);
        if (!sum)
            abort();
        chainmake_sums(sum, sum_up(calls, sum), &rows, &chain);
        free(sum);
    }
    logmake_chain(log, &copy, &chain, cells, n, &rows);
    logmake_free(&rows);
}
