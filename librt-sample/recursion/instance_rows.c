/* SPDX-License-Identifier: MIT
 *
 * The instances below a traced one of a recursion, by size and cost: a table
 * of the different ones and their counts, and when these get too many sums by
 * classes of sizes.  So their number costs no memory. */
#include "recursion/instance_rows.h"
#include "base/memory.h"
#include "common/varint.h"
#include "recursion/chain.h"
#include <algoprof/log_format.h>
#include <string.h>

typedef unsigned __int128 wide;

#define WIDE_MAX (~(wide)0)
#define FIRST_CLASSES_AREA 1u           /* 8 KiB: sizes up to 511 or so */

/* Room for rows in so many slots. */
static uint32_t room_in(uint32_t slots)
{
    uint32_t room = slots / 4 * 3;
    return room < ALOG_CHAIN_LISTED ? room : ALOG_CHAIN_LISTED;
}

void rt_rows_init(struct rt_rows *rows)
{
    memset(rows, 0, sizeof *rows);
    rows->slot = rows->first;
    rows->mask = RT_FIRST_ROWS - 1;
    rows->limit = room_in(RT_FIRST_ROWS);
}

static void release_slots(struct rt_rows *rows, struct rt_pages *pages)
{
    if (rows->slot && rows->slot != rows->first)
        rt_pages_put(pages, rows->slot, rows->class);
    rows->slot = NULL;
}

void rt_rows_release(struct rt_rows *rows, struct rt_pages *pages)
{
    release_slots(rows, pages);
    if (rows->sum)
        rt_pages_put(pages, rows->sum, rows->class);
    rows->sum = NULL;
}

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static wide wide_plus(wide a, wide b)
{
    return a + b < a ? WIDE_MAX : a + b;
}

static wide wide_times(wide a, uint64_t b)
{
    wide low = (wide)(uint64_t)a * b, high = (wide)(uint64_t)(a >> 64) * b + (uint64_t)(low >> 64);
    return high >> 64 ? WIDE_MAX : high << 64 | (uint64_t)low;
}

static uint64_t narrow(wide value)
{
    return value >> 64 ? UINT64_MAX : (uint64_t)value;
}

/* ---- listed ---- */

static bool grow_slots(struct rt_rows *rows, struct rt_pages *pages)
{
    unsigned class = rows->slot == rows->first ? 0 : rows->class + 1u;
    struct rt_row *old = rows->slot, *new = rt_pages_get(pages, class);
    uint32_t slots = rows->mask + 1;
    if (!new)
        return false;
    struct rt_rows grown = { .slot = new, .mask = slots * 2 - 1 };
    for (uint32_t i = 0; i < slots; i++)
        if (old[i].size)
            *rt_row_slot(&grown, old[i].size, old[i].cost) = old[i];
    release_slots(rows, pages);
    rows->slot = new;
    rows->mask = grown.mask;
    rows->limit = room_in(slots * 2);
    rows->class = (uint8_t)class;
    return true;
}

void rt_rows_prepare(struct rt_rows *rows, struct rt_pages *pages, unsigned class)
{
    struct rt_row *slot = rt_pages_get(pages, class);
    if (!slot)
        return;
    rows->slot = slot;
    rows->mask = (RT_FIRST_ROWS * 2 << class) - 1;
    rows->limit = room_in(rows->mask + 1);
    rows->class = (uint8_t)class;
}

/* ---- sums ---- */

static uint32_t classes_in(unsigned area)
{
    return (uint32_t)(((size_t)4096 << area) / sizeof(struct rt_sum));
}

static bool grow_sums(struct rt_rows *rows, struct rt_pages *pages, unsigned size_class)
{
    unsigned area = rows->class;
    while (classes_in(area) <= size_class)
        area++;
    struct rt_sum *new = rt_pages_get(pages, area);
    if (!new)
        return false;
    memcpy(new, rows->sum, rows->classes * sizeof *new);
    rt_pages_put(pages, rows->sum, rows->class);
    rows->sum = new;
    rows->classes = classes_in(area);
    rows->class = (uint8_t)area;
    return true;
}

/* The sum of a class; NULL: no memory. */
static struct rt_sum *sum_of(struct rt_rows *rows, struct rt_pages *pages, uint64_t size)
{
    unsigned size_class = alog_size_class(size);
    if (size_class >= rows->classes && !grow_sums(rows, pages, size_class)) {
        rows->lost = true;
        return NULL;
    }
    return &rows->sum[size_class];
}

static void fold_row(struct rt_rows *rows, struct rt_pages *pages, const struct rt_row *row)
{
    struct rt_sum *sum = sum_of(rows, pages, row->size);
    if (sum)
        rt_sum_add(sum, row->count, times(row->size, row->count), row->size, row->size,
                   times(row->cost, row->count), row->cost, row->cost,
                   wide_times((wide)row->cost * row->cost, row->count));
}

/* Make sums of the listed rows. */
static bool fold(struct rt_rows *rows, struct rt_pages *pages)
{
    struct rt_rows old = *rows;
    rows->sum = rt_pages_get(pages, FIRST_CLASSES_AREA);
    if (!rows->sum)
        return false;
    rows->class = FIRST_CLASSES_AREA;
    rows->classes = classes_in(FIRST_CLASSES_AREA);
    rows->slot = NULL;
    for (uint32_t i = 0; i <= old.mask; i++)
        if (old.slot[i].count)
            fold_row(rows, pages, &old.slot[i]);
    release_slots(&old, pages);
    return true;
}

/* ---- adding ---- */

/* For the instance that found no room. */
static bool make_room(struct rt_rows *rows, struct rt_pages *pages, uint64_t size)
{
    if (rows->sum)
        return sum_of(rows, pages, size) != NULL;
    bool made = rows->used < ALOG_CHAIN_LISTED ? grow_slots(rows, pages) : fold(rows, pages);
    rows->lost |= !made;
    return made;
}

void rt_rows_add(struct rt_rows *rows, struct rt_pages *pages, uint64_t size, uint64_t cost)
{
    while (!rt_rows_quick(rows, size, cost))
        if (!make_room(rows, pages, size))
            return;
}

/* The last size of its class. */
static uint64_t class_end(uint64_t size)
{
    if (size < 64)
        return size;
    unsigned shift = 58 - (unsigned)__builtin_clzll(size);
    return size | (((uint64_t)1 << shift) - 1);
}

/* The sum of i for i < n, and of i^2. */
static wide pyramid(uint64_t n, wide *squares)
{
    uint64_t factor[3] = { n, n - 1, 2 * n - 1 };
    factor[n & 1] /= 2;
    wide sum = (wide)factor[0] * factor[1];
    for (int i = 0; i < 3; i++)
        if (factor[i] % 3 == 0) {
            factor[i] /= 3;
            break;
        }
    *squares = wide_times((wide)factor[0] * factor[1], factor[2]);
    return sum;
}

/* Sizes size .. size + n - 1, all of one class. */
static void add_part(struct rt_sum *sum, uint64_t size, uint64_t cost, uint64_t step, uint64_t n)
{
    wide second, first = pyramid(n, &second), squares = wide_times((wide)cost * cost, n);
    wide cross = first >> 64 ? WIDE_MAX : wide_times(wide_times((wide)cost * 2, step), (uint64_t)first);
    squares = wide_plus(squares, wide_plus(cross, wide_times(wide_times(second, step), step)));
    rt_sum_add(sum, n, narrow(wide_plus((wide)size * n, first)), size, size + n - 1,
               narrow(wide_plus((wide)cost * n, wide_times(first, step))), cost, cost + step * (n - 1), squares);
}

void rt_rows_add_series(struct rt_rows *rows, struct rt_pages *pages, uint64_t size, uint64_t cost, uint64_t step,
                        uint64_t count)
{
    for (; count && !rows->sum; count--, size++, cost += step) {
        while (!rt_rows_quick(rows, size, cost))
            if (!make_room(rows, pages, size))
                return;
    }
    while (count) {
        uint64_t n = class_end(size) - size + 1;
        n = n < count ? n : count;
        struct rt_sum *sum = sum_of(rows, pages, size);
        if (!sum)
            return;
        add_part(sum, size, cost, step, n);
        size += n;
        cost += n * step;
        count -= n;
    }
}

/* ---- the log ---- */

static bool later(const struct rt_row *a, const struct rt_row *b)
{
    return a->size > b->size || (a->size == b->size && a->cost > b->cost);
}

/* Shell's sort, of 1024 rows at most (gaps of Ciura 2001). */
static void sort_rows(struct rt_row *row, size_t n)
{
    static const uint16_t gaps[] = { 701, 301, 132, 57, 23, 10, 4, 1 };
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < n; i++) {
            struct rt_row x = row[i];
            size_t j = i;
            for (; j >= gaps[g] && later(&row[j - gaps[g]], &x); j -= gaps[g])
                row[j] = row[j - gaps[g]];
            row[j] = x;
        }
}

void rt_rows_sort(struct rt_rows *rows)
{
    uint32_t used = 0;
    if (rows->sum)
        return;
    for (uint32_t i = 0; i <= rows->mask; i++)
        if (rows->slot[i].count)
            rows->slot[used++] = rows->slot[i];
    rows->used = used;
    sort_rows(rows->slot, used);
}

/* Bits of the double nearest to a value, ties to even. */
static uint64_t double_bits(wide value)
{
    uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
    if (!value)
        return 0;
    unsigned top = high ? 127 - (unsigned)__builtin_clzll(high) : 63 - (unsigned)__builtin_clzll(low);
    if (top <= 52)
        return ((uint64_t)(top + 1023) << 52) + ((low << (52 - top)) & ~((uint64_t)1 << 52));
    unsigned shift = top - 52;
    wide half = (wide)1 << (shift - 1), rest = value & (half * 2 - 1);
    uint64_t mantissa = (uint64_t)(value >> shift);
    mantissa += rest > half || (rest == half && (mantissa & 1));
    /* The leading bit, of a carry too, adds to the exponent. */
    return ((uint64_t)(top + 1022) << 52) + mantissa;
}

static size_t put(uint8_t *out, size_t n, uint64_t value)
{
    return n + varint_write(out ? out + n : NULL, value);
}

static size_t encode_listed(const struct rt_rows *rows, uint8_t *out, struct alog_chain *chain)
{
    uint64_t size = 0, cost = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < rows->used; i++) {
        const struct rt_row *row = &rows->slot[i];
        n = put(out, n, row->size - size);
        n = put(out, n, row->size == size ? row->cost - cost : row->cost);
        n = put(out, n, row->count);
        size = row->size;
        cost = row->cost;
        chain->rows++;
        rt_saturate(&chain->instances, row->count);
    }
    return n;
}

static size_t encode_sums(const struct rt_rows *rows, uint8_t *out, struct alog_chain *chain)
{
    uint64_t size = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < rows->classes; i++) {
        const struct rt_sum *sum = &rows->sum[i];
        uint64_t squares = double_bits(sum->squares);
        if (!sum->count)
            continue;
        n = put(out, n, sum->size_low - size);
        n = put(out, n, sum->size_high - sum->size_low);
        n = put(out, n, sum->count);
        n = put(out, n, sum->size_sum);
        n = put(out, n, sum->cost_low);
        n = put(out, n, sum->cost_high - sum->cost_low);
        n = put(out, n, sum->cost_sum);
        if (out)
            memcpy(out + n, &squares, sizeof squares);
        n += sizeof squares;
        size = sum->size_high;
        chain->rows++;
        rt_saturate(&chain->instances, sum->count);
    }
    return n;
}

size_t rt_rows_encode(const struct rt_rows *rows, uint8_t *out, struct alog_chain *chain)
{
    chain->rows = 0;
    chain->instances = 0;
    chain->flags = (rows->sum ? ALOG_C_SUMS : 0) | (rows->lost ? ALOG_C_LOST : 0);
    size_t n = rows->sum ? encode_sums(rows, out, chain) : encode_listed(rows, out, chain);
    chain->rows_bytes = (uint32_t)n;
    return n;
}
