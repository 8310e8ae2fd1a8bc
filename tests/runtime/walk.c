/* SPDX-License-Identifier: MIT */
#include "walk.h"
#include "common/compact.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static bool fail(struct walk *w, const char *what, size_t at)
{
    snprintf(w->error, sizeof w->error, "%s at %zu", what, at);
    return false;
}

static bool slurp(struct walk *w, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return fail(w, "no file", 0);
    fseek(f, 0, SEEK_END);
    w->size = (size_t)ftell(f);
    rewind(f);
    w->data = malloc(w->size + 16);
    size_t n = fread(w->data, 1, w->size, f);
    fclose(f);
    return n == w->size || fail(w, "short read", n);
}

static bool read_header(struct walk *w)
{
    if (w->size < ALOG_HEADER_SIZE)
        return fail(w, "no header", w->size);
    struct alog_header *h = &w->header;
    memcpy(h, w->data, sizeof *h);
    if (memcmp(h->magic, ALOG_MAGIC, 8) || h->checksum != XXH3_64bits(h, offsetof(struct alog_header, checksum)))
        return fail(w, "bad header", 0);
    for (int i = 0; i < 2; i++) {
        struct alog_commit *c = &h->commit[i];
        if (c->checksum == XXH3_64bits(c, offsetof(struct alog_commit, checksum)) && c->sequence > w->commit.sequence)
            w->commit = *c;
    }
    if (!w->commit.sequence || w->commit.used > w->size)
        return fail(w, "bad commit", 0);
    return true;
}

static bool add_site(struct walk *w, const uint8_t *p, size_t len, size_t at)
{
    uint32_t number;
    memcpy(&number, p, sizeof number);
    if (number >= WALK_SITES)
        return fail(w, "too many sites", at);
    struct walk_site *s = &w->site[number];
    memcpy(&s->site, p, sizeof s->site);
    uint16_t n;
    memcpy(&n, p + sizeof s->site, 2);
    if (s->name[0] || n >= sizeof s->name || sizeof s->site + 2 + n > len)
        return fail(w, "bad site", at);
    memcpy(s->name, p + sizeof s->site + 2, n);
    w->sites++;
    return true;
}

static bool add_counter(struct walk *w, const uint8_t *p, size_t at)
{
    struct alog_counter c;
    const struct alog_counts *best = NULL;
    memcpy(&c, p, sizeof c);
    if (c.site >= WALK_SITES)
        return fail(w, "bad counter", at);
    for (int i = 0; i < 2; i++) {
        const struct alog_counts *k = &c.copy[i];
        if (k->checksum == XXH3_64bits(k, offsetof(struct alog_counts, checksum)) &&
            (!best || k->sequence > best->sequence))
            best = k;
    }
    if (!best)
        return fail(w, "counter without a valid copy", at);
    struct walk_site *s = &w->site[c.site];
    s->instances += best->instances;
    s->cost += best->cost;
    s->traced += best->traced;
    s->untraced_starts += best->untraced_starts;
    s->counters++;
    s->sums += c.thread == ALOG_NONE;
    return true;
}

static bool add_sampler(struct walk *w, const uint8_t *p, size_t at)
{
    struct alog_sampler b;
    const struct alog_sampler_state *best = NULL;
    memcpy(&b, p, sizeof b);
    for (int i = 0; i < 2; i++) {
        const struct alog_sampler_state *k = &b.copy[i];
        if (k->checksum == XXH3_64bits(k, offsetof(struct alog_sampler_state, checksum)) &&
            (!best || k->sequence > best->sequence))
            best = k;
    }
    if (!best || b.site >= WALK_SITES)
        return fail(w, "bad sampler", at);
    w->site[b.site].sampler = *best;
    w->site[b.site].sampler_period = b.period;
    return true;
}

static bool add_instance(struct walk *w, bool chain, const uint8_t *p, size_t len, size_t at)
{
    struct walk_instance *in = &w->instance[w->instances];
    size_t head = sizeof in->i + (chain ? sizeof in->chain : 0);
    if (w->instances == WALK_MOST)
        return fail(w, "too many instances", at);
    memcpy(&in->i, p, sizeof in->i);
    if (chain)
        memcpy(&in->chain, p + sizeof in->i, sizeof in->chain);
    in->opaque = p + head;
    in->set = in->opaque + in->i.opaque_bytes;
    in->rows = in->set + in->i.set_bytes;
    size_t used = head + in->i.opaque_bytes + in->i.set_bytes + in->chain.rows_bytes;
    if (used > len || len - used >= 8)
        return fail(w, "bad instance", at);
    w->instances++;
    return true;
}

static bool add_compact(struct walk *w, const uint8_t *p, size_t len, size_t at)
{
    const uint8_t *end = p + len;
    struct compact_instance in;
    struct compact c;
    uint32_t site = (uint32_t)walk_varint(&p), thread = (uint32_t)walk_varint(&p);
    compact_start(&in.rec, site, thread);
    for (uint64_t n = walk_varint(&p) >> 1; n; n--) {
        struct walk_instance *to = &w->instance[w->instances];
        struct alog_instance before = in.rec;
        if (w->instances == WALK_MOST || !compact_read(&p, end, &c) || !compact_take(&c, &before, &in))
            return fail(w, "bad compact instance", at);
        to->i = in.rec;
        to->chain = in.chain;
        to->opaque = p;
        to->set = to->opaque + to->i.opaque_bytes;
        to->rows = to->set + to->i.set_bytes;
        p = to->rows + to->chain.rows_bytes;
        if (p > end)
            return fail(w, "bad compact instance", at);
        w->instances++;
        w->compact++;
    }
    return end - p < 8 || fail(w, "bad compact instances", at);
}

static bool add_union(struct walk *w, const uint8_t *p, size_t at)
{
    struct alog_union u;
    memcpy(&u, p, sizeof u);
    if (u.site >= WALK_SITES)
        return fail(w, "bad union", at);
    struct alog_union_state *best = &w->site[u.site].all;
    for (int i = 0; i < 2; i++)
        if (u.copy[i].checksum == XXH3_64bits(&u.copy[i], offsetof(struct alog_union_state, checksum))
            && u.copy[i].sequence > best->sequence)
            *best = u.copy[i];
    return best->sequence || fail(w, "union without a valid copy", at);
}

/* Of a context what calls it has a smaller number. */
static bool add_context(struct walk *w, const uint8_t *p, size_t len, size_t at)
{
    struct alog_context c;
    if (len < sizeof c)
        return fail(w, "short context", at);
    memcpy(&c, p, sizeof c);
    bool code = c.kind == ALOG_K_CODE;
    return (c.parent < c.context && c.kind >= ALOG_K_CODE && c.kind <= ALOG_K_CALL && code == (c.module != ALOG_NONE)
            && (code || c.kind == ALOG_K_CALL) == (c.offset != 0)) || fail(w, "bad context", at);
}

static bool add_block(struct walk *w, unsigned tag, const uint8_t *p, size_t len, size_t at)
{
    switch (tag) {
    case ALOG_FREE:
        w->free_bytes += len + sizeof(struct alog_block);
        return true;
    case ALOG_RUN:
        w->runs++;
        return true;
    case ALOG_MODULE:
        w->modules++;
        return true;
    case ALOG_SITE:
        return add_site(w, p, len, at);
    case ALOG_NAME:
        memcpy(&w->name_len[w->names], p + 4, 4);
        w->name[w->names++] = (const char *)p + sizeof(struct alog_name);
        return true;
    case ALOG_COUNTER:
        return add_counter(w, p, at);
    case ALOG_SAMPLER:
        return add_sampler(w, p, at);
    case ALOG_EVENT:
        memcpy(&w->event[w->events++ % 256], p, sizeof w->event[0]);
        return true;
    case ALOG_INSTANCE:
    case ALOG_CHAIN:
        return add_instance(w, tag == ALOG_CHAIN, p, len, at);
    case ALOG_COMPACT:
        return add_compact(w, p, len, at);
    case ALOG_UNION:
        return add_union(w, p, at);
    case ALOG_CONTEXT:
        return add_context(w, p, len, at);
    case ALOG_CONTEXT_OF:
        w->contexts_of++;
        return len >= sizeof(struct alog_context_of) || fail(w, "short context", at);
    case ALOG_LABEL:
    case ALOG_SPENT:
    case ALOG_RUN_END:
        return true;
    }
    return fail(w, "unknown tag", at);
}

/* Blocks reuse space anywhere, so that one may come before its site. */
static bool check_sites(struct walk *w)
{
    for (unsigned i = 0; i < w->instances; i++)
        if (w->instance[i].i.site >= w->sites)
            return fail(w, "instance without a site", i);
    for (unsigned i = 0; i < WALK_SITES; i++)
        if ((i < w->sites) != (w->site[i].name[0] != 0) || (i >= w->sites && w->site[i].counters))
            return fail(w, "sites are not numbered from 0", i);
    return true;
}

bool walk_open(struct walk *w, const char *path)
{
    memset(w, 0, sizeof *w);
    if (!slurp(w, path) || !read_header(w))
        return false;
    w->instance = calloc(WALK_MOST, sizeof *w->instance);
    size_t at = ALOG_HEADER_SIZE;
    while (at < w->commit.used) {
        struct alog_block b;
        uint64_t word;
        memcpy(&b, w->data + at, sizeof b);
        memcpy(&word, w->data + at, 8);
        if (b.len < sizeof b || b.len % 8 || b.len > w->commit.used - at)
            return fail(w, "bad length", at);
        const uint8_t *p = w->data + at + sizeof b;
        size_t len = b.len - sizeof b, checked = len;
        if (b.tag == ALOG_COUNTER)
            checked = offsetof(struct alog_counter, copy);
        if (b.tag == ALOG_SAMPLER)
            checked = offsetof(struct alog_sampler, copy);
        if (b.tag == ALOG_UNION)
            checked = offsetof(struct alog_union, copy);
        if (b.tag != ALOG_FREE && b.checksum != XXH3_64bits_withSeed(p, checked, word))
            return fail(w, "bad checksum", at);
        if (!add_block(w, b.tag, p, len, at))
            return false;
        at += b.len;
    }
    return check_sites(w);
}

void walk_close(struct walk *w)
{
    free(w->data);
    free(w->instance);
    memset(w, 0, sizeof *w);
}

uint64_t walk_varint(const uint8_t **p)
{
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*p)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
}

/* Cells [from, from + size); how many there are by then. */
static size_t put_cells(uint64_t from, uint64_t size, uint64_t *cells, size_t n, size_t most)
{
    for (uint64_t i = 0; i < size; i++, n++)
        if (n < most)
            cells[n] = from + i;
    return n;
}

size_t walk_cells(const struct walk_instance *in, uint64_t *cells, size_t most)
{
    const uint8_t *p = in->set, *end = p + in->i.set_bytes;
    uint64_t line = 0, mask = ~(uint64_t)0;
    size_t n = 0;
    while (p < end) {
        line += walk_varint(&p);
        uint64_t run = walk_varint(&p);
        if (!run) {
            uint64_t bit = walk_varint(&p), size = walk_varint(&p), step = walk_varint(&p), count = walk_varint(&p);
            uint64_t from = line * 64 + bit, last = from + (count - 1) * step;
            for (; from <= last; from += step)
                n = put_cells(from, size, cells, n, most);
            line = (last + size - 1) / 64 + 1;
            continue;
        }
        if (run & 1) {
            memcpy(&mask, p, 8);
            p += 8;
        }
        for (run >>= 1; run; run--, line++)
            for (int bit = 0; bit < 64; bit++)
                if (mask >> bit & 1)
                    n = put_cells(line * 64 + (uint64_t)bit, 1, cells, n, most);
    }
    return n;
}

static const uint8_t *read_sums(const uint8_t *p, struct walk_row *row, uint64_t high)
{
    row->size_low = high + walk_varint(&p);
    row->size_high = row->size_low + walk_varint(&p);
    row->count = walk_varint(&p);
    row->size_sum = walk_varint(&p);
    row->cost_low = walk_varint(&p);
    row->cost_high = row->cost_low + walk_varint(&p);
    row->cost_sum = walk_varint(&p);
    memcpy(&row->squares, p, 8);
    return p + 8;
}

int walk_rows(const struct walk_instance *in, struct walk_row *rows, unsigned most)
{
    const uint8_t *p = in->rows, *end = p + in->chain.rows_bytes;
    bool sums = in->chain.flags & ALOG_C_SUMS;
    uint64_t size = 0, cost = 0, instances = 0;
    for (unsigned i = 0; i < in->chain.rows; i++) {
        struct walk_row *row = &rows[i];
        if (i == most || p >= end)
            return -1;
        if (sums) {
            p = read_sums(p, row, size);
        } else {
            uint64_t gap = walk_varint(&p), next = walk_varint(&p);
            cost = gap ? next : cost + next;
            uint64_t n = walk_varint(&p), here = size + gap;
            *row = (struct walk_row){ here, here, n, n * here, cost, cost, n * cost,
                                      (double)n * (double)cost * (double)cost };
        }
        if (!row->count || (sums && i && row->size_low <= size) ||
            (sums && alog_size_class(row->size_low) != alog_size_class(row->size_high)))
            return -1;
        instances += row->count;
        size = row->size_high;
    }
    return p == end && instances == in->chain.instances ? (int)in->chain.rows : -1;
}
