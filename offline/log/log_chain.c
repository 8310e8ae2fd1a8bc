/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_chain.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "common/varint.h"

/* Sums of squares are sums of doubles: relative error of a sum of n positive
 * ones is below n * 2^-53, so this is enough for 2^43 calls. */
#define ROUNDING 1e-3
#define SQUARES_MAX 0x1p128     /* what the writer can sum up */

__extension__ typedef unsigned __int128 wide;

void chain_reader_start(struct chain_reader *reader, const struct log_instance *instance)
{
    *reader = (struct chain_reader){ .p = instance->rows,
                                     .end = instance->rows + instance->chain.rows_bytes,
                                     .rows = instance->chain.rows,
                                     .sums = (instance->chain.flags & ALOG_C_SUMS) != 0 };
}

/* Reads a number that is stored as its distance from `base`. */
static bool read_above(struct chain_reader *r, uint64_t base, uint64_t *value)
{
    return varint_read(&r->p, r->end, value) && !__builtin_add_overflow(*value, base, value);
}

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Ascending: another size, or another cost of the same size. */
static bool read_listed(struct chain_reader *r, struct chain_row *row)
{
    uint64_t size, cost;
    if (!read_above(r, r->last.size_low, &size) ||
        !read_above(r, size == r->last.size_low ? r->last.cost_low : 0, &cost) ||
        !varint_read(&r->p, r->end, &row->count))
        return false;
    if (size == r->last.size_low && cost == r->last.cost_low)
        return false;
    row->size_low = row->size_high = size;
    row->cost_low = row->cost_high = cost;
    row->size_sum = times(size, row->count);
    row->cost_sum = times(cost, row->count);
    row->squares = (double)cost * (double)cost * (double)row->count;
    return true;
}

/* Whether `sum` can be that of `count` numbers of which the lowest and the
 * highest are known. */
static bool sum_fits(uint64_t low, uint64_t high, uint64_t count, uint64_t sum)
{
    wide least = (wide)low * (count - 1) + high, most = (wide)high * (count - 1) + low;
    if (count == 1 && low != high)
        return false;
    return sum == UINT64_MAX ? most >= sum : sum >= least && sum <= most;
}

static bool squares_fit(const struct chain_row *row)
{
    double n = (double)row->count, low = (double)row->cost_low, high = (double)row->cost_high;
    double mean = row->cost_sum == UINT64_MAX ? low : (double)row->cost_sum / n;
    return isfinite(row->squares) && row->squares <= n * high * high * (1 + ROUNDING) &&
           (row->squares * (1 + ROUNDING) >= n * mean * mean || row->squares >= SQUARES_MAX);
}

static bool read_sums(struct chain_reader *r, struct chain_row *row)
{
    if (!read_above(r, r->last.size_high, &row->size_low) ||
        !read_above(r, row->size_low, &row->size_high) ||
        !varint_read(&r->p, r->end, &row->count) ||
        !varint_read(&r->p, r->end, &row->size_sum) ||
        !varint_read(&r->p, r->end, &row->cost_low) ||
        !read_above(r, row->cost_low, &row->cost_high) ||
        !varint_read(&r->p, r->end, &row->cost_sum) ||
        (size_t)(r->end - r->p) < sizeof row->squares)
        return false;
    memcpy(&row->squares, r->p, sizeof row->squares);
    r->p += sizeof row->squares;
    unsigned class = alog_size_class(row->size_low);
    return row->count > 0 && class == alog_size_class(row->size_high) &&
           class > alog_size_class(r->last.size_high) &&
           sum_fits(row->size_low, row->size_high, row->count, row->size_sum) &&
           sum_fits(row->cost_low, row->cost_high, row->count, row->cost_sum) &&
           row->cost_sum >= row->size_sum && squares_fit(row);
}

/* A chain of so many calls is at least so many calls. */
static bool row_is_possible(const struct chain_row *row)
{
    return row->count > 0 && row->size_low > 0 && row->cost_low >= row->size_low &&
           row->cost_high >= row->size_high;
}

bool chain_reader_next(struct chain_reader *reader, struct chain_row *row)
{
    if (reader->bad || reader->rows == 0)
        return false;
    if (!(reader->sums ? read_sums : read_listed)(reader, row) || !row_is_possible(row)) {
        reader->bad = true;
        return false;
    }
    reader->rows--;
    reader->last = *row;
    return true;
}

/* The rows of an instance that ran to its end, none missing, are all its calls,
 * and one is the outermost. */
static int check_whole(const struct log_instance *in, const struct chain_row *last,
                       struct err *err)
{
    if (in->chain.instances != in->rec.cost)
        return err_set(err, "chain of %" PRIu64 " instances, %" PRIu64 " calls",
                       in->chain.instances, in->rec.cost);
    if (last->size_high != in->chain.longest)
        return err_set(err, "chain without its outermost instance");
    return 0;
}

int chain_check(const struct log_instance *in, struct err *err)
{
    const struct alog_chain *chain = &in->chain;
    bool whole = !(in->rec.flags & ALOG_I_CUT);
    uint64_t count = 0, cost = 0;
    struct chain_reader reader;
    struct chain_row row;
    if (!(chain->flags & ALOG_C_SUMS) && chain->rows > ALOG_CHAIN_LISTED)
        return err_set(err, "chain of %" PRIu32 " rows", chain->rows);
    chain_reader_start(&reader, in);
    while (chain_reader_next(&reader, &row)) {
        if (__builtin_add_overflow(count, row.count, &count))
            count = UINT64_MAX;
        if (row.cost_high > cost)
            cost = row.cost_high;
    }
    if (reader.bad || reader.p != reader.end)
        return err_set(err, "bad rows of a chain");
    if (count != chain->instances)
        return err_set(err, "chain of %" PRIu64 " instances, %" PRIu64 " announced", count,
                       chain->instances);
    if (reader.last.size_high > chain->longest)
        return err_set(err, "chain longer than its longest");
    if (chain->longest > in->rec.cost || count > in->rec.cost || (whole && cost > in->rec.cost) ||
        (whole && chain->longest == 0))
        return err_set(err, "chain of %" PRIu64 " in %" PRIu64 " calls", chain->longest,
                       in->rec.cost);
    return whole && !(chain->flags & ALOG_C_LOST) ? check_whole(in, &reader.last, err) : 0;
}
