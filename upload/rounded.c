/* SPDX-License-Identifier: MIT */
#include "rounded.h"

#include <stdbool.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/compact.h"
#include "common/log_walk.h"
#include "common/varint.h"

#define GROWTH 4                /* times its bytes, by which an instance in short may grow: one more item in its set */

/* The power of ten of the second digit. */
static uint64_t unit_of(uint64_t number)
{
    uint64_t unit = 1;
    while (number / unit >= 100)
        unit *= 10;
    return unit;
}

uint64_t rounded_down(uint64_t number)
{
    return number == UINT64_MAX ? number : number - number % unit_of(number);
}

uint64_t rounded_up(uint64_t number)
{
    uint64_t down = rounded_down(number), unit = unit_of(number);
    if (down == number)
        return number;
    return down > UINT64_MAX - unit ? UINT64_MAX : down + unit;
}

size_t rounded_room(size_t used)
{
    return used + used * GROWTH + COMPACT_MAX + 8;
}

/* ---- bytes ---- */

struct reader {
    const uint8_t *p, *end;
    bool bad;
};

static uint64_t read_varint(struct reader *r)
{
    uint64_t value = 0;
    r->bad |= !varint_read(&r->p, r->end, &value);
    return value;
}

static uint8_t *put_varint(uint8_t *to, uint64_t value)
{
    return to + varint_write(to, value);
}

static bool take(struct reader *r, void *out, size_t size)
{
    if ((size_t)(r->end - r->p) < size)
        return false;
    memcpy(out, r->p, size);
    r->p += size;
    return true;
}

static uint8_t *put(uint8_t *to, const void *bytes, size_t size)
{
    memcpy(to, bytes, size);
    return to + size;
}

/* ---- sets of cells, docs/log-format.md ---- */

struct item {
    uint64_t gap, lines, mask;
    uint64_t bit, size, step, count;    /* without lines: of a stride */
};

static bool read_stride(struct reader *r, struct item *item)
{
    item->bit = read_varint(r);
    item->size = read_varint(r);
    item->step = read_varint(r);
    item->count = read_varint(r);
    return item->bit < 64 && item->size > 0 && item->size < item->step && item->step <= UINT32_MAX &&
           item->count > 0 && item->count <= 1 << 26;
}

/* mask: of the item before.  False: the end, or r->bad. */
static bool next_item(struct reader *r, struct item *item)
{
    if (r->p == r->end)
        return false;
    item->gap = read_varint(r);
    uint64_t run = read_varint(r);
    if (run & 1 && !take(r, &item->mask, sizeof item->mask))
        r->bad = true;
    item->lines = run >> 1;
    r->bad |= item->lines > UINT64_MAX >> 8 || item->mask == 0 || run == 1 || (run == 0 && !read_stride(r, item));
    return !r->bad;
}

static uint64_t cells_of(const struct item *item)
{
    if (item->lines == 0)
        return item->count * item->size;
    return item->lines * (unsigned)__builtin_popcountll(item->mask);
}

static bool count_cells(const uint8_t *set, size_t size, uint64_t *cells)
{
    struct reader r = { set, set + size, false };
    struct item item = { .mask = UINT64_MAX };
    *cells = 0;
    while (next_item(&r, &item)) {
        uint64_t more = cells_of(&item);
        if (more > UINT64_MAX - *cells)
            return false;
        *cells += more;
    }
    return !r.bad;
}

static uint8_t *put_item(uint8_t *to, const struct item *item, uint64_t *mask)
{
    bool fresh = item->mask != *mask;
    to = put_varint(to, item->gap);
    to = put_varint(to, item->lines << 1 | fresh);
    *mask = item->mask;
    return fresh ? put(to, &item->mask, sizeof item->mask) : to;
}

static uint8_t *put_stride(uint8_t *to, const struct item *item)
{
    to = put_varint(to, item->gap);
    to = put_varint(to, 0);
    to = put_varint(to, item->bit);
    to = put_varint(to, item->size);
    to = put_varint(to, item->step);
    return put_varint(to, item->count);
}

/* The stride's first `keep` cells, of those that it has.  Those of an element that is cut lie behind, if it begins in
 * a line that the one before has a part of: items share none. */
static uint8_t *cut_stride(uint8_t *to, struct item item, uint64_t keep)
{
    struct item rest = item;
    item.count = keep / item.size;
    rest.size = keep % item.size;
    rest.count = 1;
    if (item.count > 0) {
        uint64_t next = item.bit + item.count * item.step, end = (next - item.step + item.size - 1) / 64 + 1;
        to = put_stride(to, &item);
        rest.gap = next / 64 > end ? next / 64 - end : 0;
        rest.bit = next / 64 >= end ? next % 64 : 0;
    }
    return rest.size > 0 ? put_stride(to, &rest) : to;
}

/* Its first `keep` cells; it has as many. */
static uint8_t *put_set(uint8_t *to, const uint8_t *set, size_t size, uint64_t keep)
{
    struct reader r = { set, set + size, false };
    struct item item = { .mask = UINT64_MAX };
    uint64_t last = UINT64_MAX;
    while (keep > 0 && next_item(&r, &item)) {
        if (item.lines == 0) {
            uint64_t cells = cells_of(&item) < keep ? cells_of(&item) : keep;
            to = cut_stride(to, item, cells);
            keep -= cells;
            continue;
        }
        unsigned each = (unsigned)__builtin_popcountll(item.mask);
        struct item whole = item, rest = { .lines = 1 };
        whole.lines = keep / each < item.lines ? keep / each : item.lines;
        keep -= whole.lines * each;
        if (whole.lines > 0)
            to = put_item(to, &whole, &last);
        else
            rest.gap = item.gap;
        if (whole.lines == item.lines || keep == 0)
            continue;
        for (uint64_t mask = item.mask; keep > 0; keep--, mask &= mask - 1)
            rest.mask |= mask & -mask;
        to = put_item(to, &rest, &last);
    }
    return to;
}

/* Pairs of a name and its calls. */
static uint8_t *put_opaque(uint8_t *to, struct reader *r)
{
    while (r->p < r->end && !r->bad) {
        to = put_varint(to, read_varint(r));
        to = put_varint(to, rounded_down(read_varint(r)));
    }
    return to;
}

/* ---- blocks ---- */

/* Of a recursion the chain stays, not the calls in it. */
static void round_chain(struct alog_chain *chain)
{
    chain->longest = rounded_down(chain->longest);
    chain->instances = chain->rows = chain->rows_bytes = 0;
    chain->flags = ALOG_C_LOST;
}

/* The payload to `to`; the end of what was put, NULL: damaged. */
static uint8_t *put_instance(uint8_t *to, uint16_t tag, struct reader r)
{
    bool recursive = tag == ALOG_CHAIN || tag == ALOG_SIZED_CHAIN;
    uint64_t user_size, cells;
    struct alog_instance in;
    struct alog_chain chain = { 0 };
    if (tag == ALOG_SIZED_INSTANCE || tag == ALOG_SIZED_CHAIN) {
        if (!take(&r, &user_size, sizeof user_size))
            return NULL;
        user_size = rounded_down(user_size);
        to = put(to, &user_size, sizeof user_size);
    }
    if (!take(&r, &in, sizeof in) || (recursive && !take(&r, &chain, sizeof chain)) ||
        (uint64_t)in.opaque_bytes + in.set_bytes + chain.rows_bytes > (size_t)(r.end - r.p))
        return NULL;
    uint8_t *head = to;
    const uint8_t *set = r.p + in.opaque_bytes;
    struct reader opaque = { r.p, set, false };
    to += sizeof in + (recursive ? sizeof chain : 0);
    uint8_t *part = to;
    to = put_opaque(to, &opaque);
    if (opaque.bad || !count_cells(set, in.set_bytes, &cells))
        return NULL;
    in.opaque_bytes = (uint32_t)(to - part);
    part = to;
    to = put_set(to, set, in.set_bytes, rounded_down(cells));
    in.set_bytes = (uint32_t)(to - part);
    in.rms = rounded_down(in.rms);
    in.cost = rounded_down(in.cost);
    in.total_cost = rounded_down(in.total_cost);
    in.external = rounded_down(in.external);
    round_chain(&chain);
    head = put(head, &in, sizeof in);
    if (recursive)
        put(head, &chain, sizeof chain);
    return to;
}

/* A difference of sums, which is not larger then. */
static uint64_t round_difference(uint64_t d)
{
    uint64_t up = rounded_up(d >> 1);
    if (d & 1)
        return up > UINT64_MAX >> 1 ? d : up << 1 | 1;
    return rounded_down(d >> 1) << 1;
}

/* first: in its block, which has a sum; the others' are told by their costs, or by differences. */
static void round_numbers(struct compact *c, bool first, bool recursive)
{
    static const uint8_t down[] = { ALOG_P_COST, ALOG_P_RMS, ALOG_P_EXTERNAL, ALOG_P_SIZE, ALOG_P_LONGEST };
    uint64_t total = compact_get_difference(c, ALOG_P_TOTAL, c->value[ALOG_P_COST]);
    for (size_t i = 0; i < sizeof down; i++)
        c->value[down[i]] = rounded_down(c->value[down[i]]);
    if (first) {
        c->has &= ~(UINT64_C(1) << ALOG_P_TOTAL);
        compact_put_difference(c, ALOG_P_TOTAL, rounded_down(total), c->value[ALOG_P_COST]);
    } else {
        c->value[ALOG_P_TOTAL] = round_difference(c->value[ALOG_P_TOTAL]);
    }
    if (!recursive)
        return;
    c->has &= ~(UINT64_C(1) << ALOG_P_CALLS | UINT64_C(1) << ALOG_P_ROWS | UINT64_C(1) << ALOG_P_ROWS_BYTES);
    compact_put(c, ALOG_P_CHAIN_FLAGS, ALOG_C_LOST, 0);
}

/* One instance, whose lists come first in a place of their own: how long they are stands before them. */
static uint8_t *put_short(uint8_t *to, struct reader *r, bool first, bool recursive)
{
    struct compact c;
    uint64_t cells;
    if (!compact_read(&r->p, r->end, &c))
        return NULL;
    uint64_t opaque_bytes = c.value[ALOG_P_OPAQUE], set_bytes = c.value[ALOG_P_SET];
    uint64_t rows_bytes = c.value[ALOG_P_ROWS_BYTES];
    uint64_t left = (uint64_t)(r->end - r->p);
    if (opaque_bytes > left || set_bytes > left - opaque_bytes || rows_bytes > left - opaque_bytes - set_bytes)
        return NULL;
    const uint8_t *set = r->p + opaque_bytes;
    struct reader opaque = { r->p, set, false };
    if (!count_cells(set, set_bytes, &cells))
        return NULL;
    uint8_t *lists = to + COMPACT_MAX, *at = put_opaque(lists, &opaque);
    if (opaque.bad)
        return NULL;
    compact_put(&c, ALOG_P_OPAQUE, (uint64_t)(at - lists), opaque_bytes);
    uint8_t *end = put_set(at, set, set_bytes, rounded_down(cells));
    compact_put(&c, ALOG_P_SET, (uint64_t)(end - at), set_bytes);
    round_numbers(&c, first, recursive);
    r->p = set + set_bytes + rows_bytes;
    size_t n = compact_write(&c, to);
    memmove(to + n, lists, (size_t)(end - lists));
    return to + n + (end - lists);
}

static uint8_t *put_compact(uint8_t *to, struct reader r)
{
    uint64_t site = read_varint(&r), thread = read_varint(&r), count = read_varint(&r);
    to = put_varint(put_varint(put_varint(to, site), thread), count);
    for (uint64_t i = 0; to && !r.bad && i < count >> 1; i++)
        to = put_short(to, &r, i == 0, count & 1);
    return r.bad ? NULL : to;
}

static uint8_t *put_union(uint8_t *to, struct reader r)
{
    struct alog_union all;
    if (!take(&r, &all, sizeof all))
        return NULL;
    for (int i = 0; i < 2; i++) {
        struct alog_union_state *s = &all.copy[i];
        if (s->checksum != XXH3_64bits(s, offsetof(struct alog_union_state, checksum)))
            *s = (struct alog_union_state){ .sequence = 0 };
        for (unsigned k = 0; k < ALOG_UNION_UNITS; k++)
            s->cells[k] = rounded_down(s->cells[k]);
        s->checksum = XXH3_64bits(s, offsetof(struct alog_union_state, checksum));
    }
    return put(to, &all, sizeof all);
}

/* How many instances all are is told by their blocks where each is traced. */
static void round_counts(struct alog_counts *counts)
{
    if (counts->checksum != XXH3_64bits(counts, offsetof(struct alog_counts, checksum))) {
        bool never = true;
        for (size_t i = 0; i < sizeof *counts; i++)
            never &= ((const uint8_t *)counts)[i] == 0;
        *counts = (struct alog_counts){ .checksum = !never };
        return;
    }
    if (counts->instances != counts->traced) {
        counts->instances = rounded_up(counts->instances);
        counts->traced = rounded_up(counts->traced);
        counts->untraced_starts = rounded_up(counts->untraced_starts);
    }
    counts->cost = rounded_up(counts->cost);
    counts->checksum = XXH3_64bits(counts, offsetof(struct alog_counts, checksum));
}

static uint8_t *put_counter(uint8_t *to, struct reader r)
{
    struct alog_counter counter;
    if (!take(&r, &counter, sizeof counter))
        return NULL;
    round_counts(&counter.copy[0]);
    round_counts(&counter.copy[1]);
    return put(to, &counter, sizeof counter);
}

static uint8_t *put_run_end(uint8_t *to, struct reader r)
{
    struct alog_run_end end;
    if (!take(&r, &end, sizeof end))
        return NULL;
    end.user_size = rounded_down(end.user_size);
    return put(to, &end, sizeof end);
}

static uint8_t *put_spent(uint8_t *to, struct reader r)
{
    struct alog_spent spent = { 0 };
    bool is_old = (size_t)(r.end - r.p) < sizeof spent;
    if (!take(&r, &spent, is_old ? ALOG_SPENT_LEAST : sizeof spent))
        return NULL;
    spent.start_ns = rounded_down(spent.start_ns);
    spent.process_ns = rounded_down(spent.process_ns);
    spent.traced_ns = rounded_down(spent.traced_ns);
    spent.input_bytes = rounded_down(spent.input_bytes);
    return put(to, &spent, is_old ? ALOG_SPENT_LEAST : sizeof spent);
}

static bool is_instance(uint16_t tag)
{
    return tag == ALOG_INSTANCE || tag == ALOG_CHAIN || tag == ALOG_SIZED_INSTANCE ||
           tag == ALOG_SIZED_CHAIN || tag == ALOG_COMPACT;
}

static uint8_t *put_payload(uint8_t *to, uint16_t tag, struct reader r)
{
    if (tag == ALOG_COMPACT)
        return put_compact(to, r);
    if (is_instance(tag))
        return put_instance(to, tag, r);
    switch (tag) {
    case ALOG_UNION:
        return put_union(to, r);
    case ALOG_COUNTER:
        return put_counter(to, r);
    case ALOG_RUN_END:
        return put_run_end(to, r);
    case ALOG_SPENT:
        return put_spent(to, r);
    default:
        return put(to, r.p, (size_t)(r.end - r.p));
    }
}

static bool is_kept(uint16_t tag)
{
    return is_instance(tag) || tag == ALOG_RUN || tag == ALOG_MODULE || tag == ALOG_SITE ||
           tag == ALOG_NAME || tag == ALOG_COUNTER || tag == ALOG_SAMPLER || tag == ALOG_EVENT ||
           tag == ALOG_RUN_END || tag == ALOG_LABEL || tag == ALOG_SPENT || tag == ALOG_UNION;
}

/* The block's copy at `to`; its bytes, 0: damaged. */
static size_t put_block(uint8_t *to, const struct alog_block *block, const uint8_t *from)
{
    struct alog_block made = *block;
    uint8_t *payload = to + sizeof made;
    const struct reader r = { from + sizeof made, from + block->len, false };
    uint8_t *end = put_payload(payload, block->tag, r);
    if (!end)
        return 0;
    while ((end - to) % 8 != 0)
        *end++ = 0;
    made.len = (uint32_t)(end - to);
    made.checksum = log_block_checksum(&made, payload);
    memcpy(to, &made, sizeof made);
    return made.len;
}

/* The commit that holds, alone. */
static void put_header(const uint8_t *log, size_t size, uint8_t *to)
{
    struct alog_header header;
    struct alog_commit best = { 0 };
    memcpy(&header, log, sizeof header);
    for (int i = 0; i < 2; i++) {
        const struct alog_commit *commit = &header.commit[i];
        if (commit->checksum == XXH3_64bits(commit, offsetof(struct alog_commit, checksum)) &&
            commit->sequence > best.sequence)
            best = *commit;
    }
    best.used = size;
    best.checksum = XXH3_64bits(&best, offsetof(struct alog_commit, checksum));
    header.flags |= ALOG_H_ROUNDED;
    header.checksum = XXH3_64bits(&header, offsetof(struct alog_header, checksum));
    memset(header.commit, 0, sizeof header.commit);
    header.commit[0] = best;
    memset(to, 0, ALOG_HEADER_SIZE);
    memcpy(to, &header, sizeof header);
}

size_t rounded_copy(const uint8_t *log, size_t used, size_t most, uint8_t *to)
{
    struct log_walk walk = { .log = log, .used = used, .next = ALOG_HEADER_SIZE };
    size_t size = ALOG_HEADER_SIZE, spare = most > used ? most - used : 0;
    while (log_walk_next(&walk)) {
        const struct alog_block *block = &walk.block;
        if (!is_kept(block->tag))
            continue;
        size_t more = put_block(to + size, block, log + walk.at);
        if (more == 0)
            return 0;
        if (!is_instance(block->tag) || size + more <= walk.at + block->len + spare)
            size += more;
    }
    if (walk.damage != LOG_SOUND)
        return 0;
    put_header(log, size, to);
    return size;
}
