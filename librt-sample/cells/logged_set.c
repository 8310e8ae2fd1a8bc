/* SPDX-License-Identifier: MIT
 *
 * The logged form of what an instance saw: which lines the log has for those of
 * memory, sets of them, sorted, thinned and encoded (log_format.h, "cells"). */
#include "base/rng.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "cells/strides.h"
#include "common/varint.h"
#include <algoprof/log_format.h>
#include <stdatomic.h>
#include <string.h>

#define FEW_ITEMS 64u           /* so many are sorted by insertion: mostly they are in order */

/* Spans lie in what is left of a table's area, and their runs behind the sorted items. */
_Static_assert(RT_FIRST_SLOTS * sizeof(struct rt_line) + sizeof(struct rt_spans) + RT_ORDERED * sizeof(uint16_t) <= 4096, "too many spans");
_Static_assert(RT_FIRST_SLOTS / 3 * 2 * sizeof(struct rt_item) + (RT_SPANS * RT_SPAN_RUNS + RT_STRIDES + 1) * sizeof(struct rt_run) <=
               RT_FIRST_SLOTS * sizeof(struct rt_line), "too many runs");

#define ALWAYS inline __attribute__((always_inline))

uint64_t rt_offset_key;
static uint64_t round_key[4];
/* The region that was mapped last, by any thread: region << 32 | 1 << 16 | what it becomes. */
static _Atomic uint64_t last_region;

void rt_cells_init(void)
{
    if (!rt_random_bytes(&rt_offset_key, sizeof rt_offset_key) || !rt_random_bytes(round_key, sizeof round_key))
        memset(round_key, 0, sizeof round_key);
    last_region = 0;
    rt_offset_key &= ((uint64_t)1 << RT_LINE_BITS) - 1;
}

/* Four rounds of a Feistel network of 8 + 8 bits: a keyed permutation
 * (Luby, Rackoff 1988). */
static uint32_t permute_region(uint32_t region)
{
    uint32_t left = region >> 8, right = region & 0xff;
    for (int i = 0; i < 4; i++) {
        uint32_t f = alog_line_hash(round_key[i] ^ right) & 0xff;
        uint32_t next = left ^ f;
        left = right;
        right = next;
    }
    return left << 8 | right;
}

uint64_t rt_logged_region(uint64_t region)
{
    uint64_t last = atomic_load_explicit(&last_region, memory_order_relaxed);
    if (last >> 16 != (region << 16 | 1)) {
        last = region << 32 | 1 << 16 | permute_region((uint32_t)region);
        atomic_store_explicit(&last_region, last, memory_order_relaxed);
    }
    return last & 0xffff;
}

/* Into n that ascend; where. */
static ALWAYS size_t insert_item(struct rt_item *a, size_t n, uint64_t line)
{
    for (; n && a[n - 1].line > line; n--) {
        a[n].line = a[n - 1].line;
        a[n].mask = a[n - 1].mask;
    }
    a[n].line = line;
    return n;
}

static void insertion_sort(struct rt_item *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct rt_item x = a[i];
        size_t j = i;
        if (a[i - 1].line <= x.line)
            continue;
        for (; j && a[j - 1].line > x.line; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

/* By one byte of the line; stable. */
static void distribute(const struct rt_item *from, struct rt_item *to, size_t n, unsigned shift)
{
    uint32_t place[256] = { 0 }, next = 0;
    for (size_t i = 0; i < n; i++)
        place[from[i].line >> shift & 255]++;
    for (unsigned digit = 0; digit < 256; digit++) {
        uint32_t count = place[digit];
        place[digit] = next;
        next += count;
    }
    for (size_t i = 0; i < n; i++)
        to[place[from[i].line >> shift & 255]++] = from[i];
}

/* Each at its place from `low` on, and the gaps closed again; logged: that line's.  No
 * branch on which are there: it is as good as random. */
static void place_items(struct rt_item *a, size_t n, uint64_t low, size_t places, uint64_t logged)
{
    uint64_t *mask = memset(a + n, 0, places * sizeof *mask);
    for (size_t i = 0; i < n; i++)
        mask[a[i].line - low] = a[i].mask;
    for (size_t i = 0, k = 0; k < n; i++) {
        uint64_t bytes = mask[i];
        a[k].line = logged + i;
        a[k].mask = bytes;
        k += bytes != 0;
    }
}

/* Byte by byte, where lines differ. */
static void sort_items(struct rt_item *a, size_t n)
{
    uint64_t differ = 0;
    struct rt_item *from = a, *to = a + n;
    for (size_t i = 0; i < n; i++)
        differ |= a[i].line ^ a[0].line;
    for (unsigned shift = 0; shift < RT_LINE_BITS; shift += 8) {
        if (!(differ >> shift & 255))
            continue;
        distribute(from, to, n, shift);
        struct rt_item *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != a)
        memcpy(a, from, n * sizeof *a);
}

/* Their number: addresses that no program has memory at, where a fault was caught, are left
 * out; they would fall together with others. */
static size_t map_items(struct rt_item *a, size_t n)
{
    size_t kept = 0;
    struct rt_mapper mapper = RT_MAPPER;
    for (size_t i = 0; i < n; i++) {
        struct rt_item x = a[i];
        a[kept] = (struct rt_item){ rt_map_line(&mapper, x.line), x.mask };
        kept += !(x.line >> RT_LINE_BITS);
    }
    if (kept < n)
        memset(a + kept, 0, (n - kept) * sizeof *a);
    return kept;
}

/* Lines of memory become logged ones, ascending; their number.  Behind the items there is room
 * for `room` more, which are as many or more. */
static size_t arrange_items(struct rt_item *a, size_t n, size_t room)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; n > FEW_ITEMS && i < n; i++) {
        low = a[i].line < low ? a[i].line : low;
        high = a[i].line > high ? a[i].line : high;
    }
    if (n > FEW_ITEMS && high - low < room && high - low < rt_lines_together(low) && !(high >> RT_LINE_BITS)) {
        place_items(a, n, low, high - low + 1, rt_logged_line(low));
        return n;
    }
    n = map_items(a, n);
    (n <= FEW_ITEMS ? insertion_sort : sort_items)(a, n);
    return n;
}

/* The lines that were read first, as logged, where the slots were; their number, and that of their bytes.  They come
 * in the order in which they were entered, mostly ascending. */
static size_t take_few(struct rt_table *t, struct rt_item *item, uint64_t *cells)
{
    const uint16_t *order = rt_table_order(t);
    struct rt_mapper mapper = RT_MAPPER;
    struct rt_item taken[RT_ORDERED];
    uint64_t last = 0;
    unsigned bits = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        struct rt_line *s = rt_ordered_line(t, order[i]);
        uint64_t key = s->key, mask = s->read_first;
        s->key = s->read_first = s->write_first = 0;
        if (!key || !mask || key >> RT_ADDRESS_BITS)
            continue;           /* nobody's: see map_items */
        size_t at = insert_item(taken, n++, rt_map_line(&mapper, rt_key_line(key)));
        taken[at].mask = mask;
        if (mask != last)
            bits = rt_count_bits(last = mask);
        *cells += bits;
    }
    for (size_t i = 0; i < n; i++) {
        item[i].line = taken[i].line;
        item[i].mask = taken[i].mask;
    }
    return n;
}

/* Likewise, but the slots keep what they had; a free one has no bytes.  Items are smaller
 * than slots: writing never overtakes reading.  No branch on which slots are used: it is as
 * good as random. */
static size_t take_many(struct rt_table *t, struct rt_item *item)
{
    struct rt_item *to = item;
    for (const struct rt_line *s = t->slot, *end = s + t->mask + 1; s < end; s++) {
        uint64_t key = s->key, mask = s->read_first;
        to->line = rt_key_line(key);
        to->mask = mask;
        to += mask != 0;
    }
    return (size_t)(to - item);
}

/* Bytes that were read; most neighbours have as many. */
static uint64_t count_cells(const struct rt_cellset *set)
{
    uint64_t cells = 0, mask = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < set->items; i++) {
        if (set->item[i].mask != mask)
            bits = rt_count_bits(mask = set->item[i].mask);
        cells += bits;
    }
    return cells;
}

/* Of few lines all is known as they are taken. */
static size_t few_to_set(struct rt_table *t, struct rt_cellset *set)
{
    set->cells = 0;
    set->items = take_few(t, set->item, &set->cells);
    return set->items * sizeof *set->item;
}

static size_t many_to_set(struct rt_table *t, struct rt_cellset *set)
{
    /* At most two thirds of the slots are used, so twice as many items fit. */
    size_t area = (t->mask + (size_t)1) * sizeof *t->slot, taken = take_many(t, set->item);
    set->items = arrange_items(set->item, taken, area / sizeof *set->item - taken);
    set->cells = count_cells(set) << t->thin;
    return area;
}

static uint64_t cells_of(const struct rt_cellset *set, const struct rt_run *r)
{
    if (r->mask)
        return rt_count_bits(r->mask) * r->lines;
    return (uint64_t)set->stride[r->lines].count * set->stride[r->lines].size;
}

void rt_table_to_set(struct rt_table *t, struct rt_cellset *set)
{
    const struct rt_spans *spans = rt_spans_of(t->slot, t->mask);
    bool few = !t->class && t->used <= RT_ORDERED && !t->thin;
    set->item = (struct rt_item *)(void *)t->slot;
    set->thin = t->thin;
    size_t left_over = (few ? few_to_set : many_to_set)(t, set);
    set->run = (struct rt_run *)(void *)(set->item + set->items);
    set->runs = rt_whole_any(spans) ? rt_spans_runs(spans, set->run) : 0;
    set->stride = rt_spans_now(spans)->strides.stride;
    for (size_t i = 0; i < set->runs; i++)
        set->cells += cells_of(set, &set->run[i]);
    if (few && set->runs)
        left_over = (size_t)((uint8_t *)(set->run + set->runs + 1) - (uint8_t *)t->slot);
    t->left_over = (uint32_t)left_over;
}

uint8_t *rt_set_scratch(struct rt_table *t, const struct rt_cellset *set)
{
    uint8_t *start = (uint8_t *)(set->run + set->runs + 1), *end = start + rt_set_most(set);
    if (!set->run || end > (uint8_t *)(t->slot + t->mask + 1))
        return NULL;
    if (t->left_over < end - (uint8_t *)t->slot)
        t->left_over = (uint32_t)(end - (uint8_t *)t->slot);
    return start;
}

void rt_set_thin(struct rt_cellset *set, unsigned thin)
{
    if (thin <= set->thin)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < set->items; i++)
        if (rt_line_survives(set->item[i].line, thin))
            set->item[kept++] = set->item[i];
    set->items = kept;
    set->thin = (uint8_t)thin;
}

/* Lines on their way out: neighbours with the same bytes are logged together. */
struct encoder {
    uintptr_t at;               /* where the next byte goes */
    bool counts;                /* bytes only: it goes nowhere */
    uint64_t next, mask;        /* behind what is out, and its bytes */
    struct rt_run now;          /* not out yet, if it has lines */
};

static ALWAYS void put_byte(struct encoder *e, uint64_t byte)
{
    if (!e->counts)
        *(uint8_t *)e->at = (uint8_t)byte;
    e->at++;
}

static ALWAYS void put_number(struct encoder *e, uint64_t value)
{
    if (e->counts)
        e->at += varint_write(NULL, value);
    else
        e->at += varint_write((uint8_t *)e->at, value);
}

static ALWAYS void put_lines(struct encoder *e)
{
    bool fresh = e->now.mask != e->mask;
    if (!e->now.lines)
        return;
    put_number(e, e->now.line - e->next);
    put_number(e, e->now.lines << 1 | fresh);
    if (fresh) {
        if (!e->counts)
            __builtin_memcpy((void *)e->at, &e->now.mask, 8);
        e->at += 8;
        e->mask = e->now.mask;
    }
    e->next = e->now.line + e->now.lines;
}

static ALWAYS void add_lines(struct encoder *e, uint64_t line, uint64_t lines, uint64_t mask)
{
    if (line == e->now.line + e->now.lines && mask == e->now.mask) {
        e->now.lines += lines;
        return;
    }
    put_lines(e);
    e->now.line = line;
    e->now.lines = lines;
    e->now.mask = mask;
}

/* Of an item without lines all else is numbers of bytes. */
static ALWAYS void put_stride(struct encoder *e, uint64_t line, const struct rt_stride *s)
{
    put_lines(e);
    put_number(e, line - e->next);
    put_byte(e, 0);
    put_number(e, s->from & 63);
    put_number(e, s->size);
    put_number(e, s->step);
    put_number(e, s->count);
    e->next = line + ((rt_stride_end(s) - 1) >> 6) - (s->from >> 6) + 1;
    e->now.line = e->next;
    e->now.lines = 0;
}

static void add_line(struct encoder *e, const struct rt_item *i, unsigned thin)
{
    if (i->mask && rt_line_survives(i->line, thin))
        add_lines(e, i->line, 1, i->mask);
}

/* Cells [from, end) of the log; last: the line that was begun, which is out when the next one is. */
static void add_element(struct encoder *e, uint64_t from, uint64_t end, unsigned thin, struct rt_item *last)
{
    while (from < end) {
        uint64_t first = from & 63, n = 64 - first < end - from ? 64 - first : end - from;
        if (from >> 6 != last->line) {
            add_line(e, last, thin);
            *last = (struct rt_item){ .line = from >> 6 };
        }
        last->mask |= ~(uint64_t)0 >> (64 - n) << first;
        from += n;
    }
}

/* Its lines that are not thinned out. */
static void add_thinned(struct encoder *e, uint64_t line, const struct rt_stride *s, unsigned thin)
{
    struct rt_item last = { .line = line };
    uint64_t from = line << 6 | (s->from & 63);
    for (uint32_t i = 0; i < s->count; i++, from += s->step)
        add_element(e, from, from + s->size, thin, &last);
    add_line(e, &last, thin);
}

static ALWAYS void add_stride(struct encoder *e, uint64_t line, const struct rt_stride *s, unsigned thin)
{
    if (thin)
        add_thinned(e, line, s, thin);
    else
        put_stride(e, line, s);
}

/* Those of its lines that are not thinned out. */
static ALWAYS void add_run(struct encoder *e, const struct rt_run *r, unsigned thin)
{
    if (!thin)
        add_lines(e, r->line, r->lines, r->mask);
    for (uint64_t i = 0; thin && i < r->lines; i++)
        if (rt_line_survives(r->line + i, thin))
            add_lines(e, r->line + i, 1, r->mask);
}

static ALWAYS size_t encode(const struct rt_cellset *set, uint8_t *out, bool counts)
{
    const uintptr_t begin = counts ? (uintptr_t)set : (uintptr_t)out;      /* any: it is not written to */
    struct encoder e = { .at = begin, .counts = counts, .mask = ~(uint64_t)0 };
    const struct rt_item *item = set->item, *end = item + set->items;
    for (const struct rt_run *run = set->run, *last = run + set->runs; run < last; run++) {
        for (; item < end && item->line < run->line; item++)
            add_lines(&e, item->line, 1, item->mask);
        if (run->mask)
            add_run(&e, run, set->thin);
        else
            add_stride(&e, run->line, &set->stride[run->lines], set->thin);
    }
    for (; item < end; item++)
        add_lines(&e, item->line, 1, item->mask);
    put_lines(&e);
    return e.at - begin;
}

/* Two functions: whoever counts looks at no place to write to, and the other way round. */
size_t rt_set_encode(const struct rt_cellset *set, uint8_t *out)
{
    return out ? encode(set, out, false) : encode(set, NULL, true);
}
