/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "logmake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

void logmake_append(struct logmake *log, const void *bytes, size_t size)
{
    if (log->size + size > log->cap) {
        log->cap = 2 * (log->size + size);
        log->bytes = need(realloc(log->bytes, log->cap));
    }
    if (size > 0)
        memcpy(log->bytes + log->size, bytes, size);
    log->size += size;
}

void logmake_start(struct logmake *log, unsigned run_id)
{
    static const uint8_t zeros[ALOG_HEADER_SIZE];
    /* Of version 1: databases that are kept for tests know such logs. */
    struct alog_header h = { .version = 1, .min_reader = 1, .header_size = ALOG_HEADER_SIZE,
                             .endian = ALOG_ENDIAN, .start_time = 1700000000, .max_log = 64 << 20,
                             .rate = ALOG_RATE_AUTO, .pairs = 128, .budget_ppm = 10000 };
    memcpy(h.magic, ALOG_MAGIC, sizeof h.magic);
    memset(h.run_id, (int)(run_id & 255), sizeof h.run_id);
    h.run_id[1] ^= (uint8_t)(run_id >> 8);
    h.checksum = XXH3_64bits(&h, offsetof(struct alog_header, checksum));
    *log = (struct logmake){ 0 };
    logmake_append(log, zeros, sizeof zeros);
    memcpy(log->bytes, &h, sizeof h);
}

void logmake_free(struct logmake *log)
{
    free(log->bytes);
    *log = (struct logmake){ 0 };
}

static size_t checked_size(uint16_t tag, size_t size)
{
    if (tag == ALOG_COUNTER)
        return offsetof(struct alog_counter, copy);
    if (tag == ALOG_SAMPLER)
        return offsetof(struct alog_sampler, copy);
    if (tag == ALOG_UNION)
        return offsetof(struct alog_union, copy);
    return tag == ALOG_FREE ? 0 : size;
}

size_t logmake_block(struct logmake *log, uint16_t tag, uint16_t run, const void *payload,
                     size_t size)
{
    static const uint8_t zeros[8];
    size_t at = log->size, padded = (size + 7) & ~(size_t)7;
    struct alog_block block = { tag, run, (uint32_t)(sizeof block + padded), 0 };
    uint64_t first;
    logmake_append(log, &block, sizeof block);
    logmake_append(log, payload, size);
    logmake_append(log, zeros, padded - size);
    memcpy(&first, &block, sizeof first);
    block.checksum = XXH3_64bits_withSeed(log->bytes + at + sizeof block,
                                          checked_size(tag, padded), first);
    memcpy(log->bytes + at, &block, sizeof block);
    return at;
}

size_t logmake_module(struct logmake *log, uint32_t module, const char *build_id)
{
    struct logmake p = { 0 };
    struct alog_module rec = { module, (uint32_t)strlen(build_id) };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, build_id, rec.build_id_len);
    size_t at = logmake_block(log, ALOG_MODULE, 0, p.bytes, p.size);
    logmake_free(&p);
    return at;
}

static void append_string(struct logmake *p, const char *text)
{
    uint16_t len = (uint16_t)strlen(text);
    logmake_append(p, &len, sizeof len);
    logmake_append(p, text, len);
}

static size_t put_site(struct logmake *log, uint8_t kind, unsigned limit, uint32_t site,
                       const char *name, const char *file, uint32_t line)
{
    struct logmake p = { 0 };
    struct alog_site rec = { .site = site, .key = 0x1234567800000000u + site, .line = line,
                             .column = 5, .function_line = line > 2 ? line - 2 : 1,
                             .rate = ALOG_RATE_AUTO, .kind = kind,
                             .flags = (uint8_t)(limit << 4) };
    logmake_append(&p, &rec, sizeof rec);
    append_string(&p, name);
    append_string(&p, name);
    append_string(&p, file);
    size_t at = logmake_block(log, ALOG_SITE, 0, p.bytes, p.size);
    logmake_free(&p);
    return at;
}

size_t logmake_site(struct logmake *log, uint32_t site, const char *name, const char *file,
                    uint32_t line)
{
    return put_site(log, ALOG_LOOP, 0, site, name, file, line);
}

size_t logmake_limited(struct logmake *log, unsigned limit, uint32_t site, const char *name,
                       const char *file, uint32_t line)
{
    return put_site(log, ALOG_LOOP, limit, site, name, file, line);
}

size_t logmake_recursion(struct logmake *log, uint32_t site, const char *name, const char *file,
                         uint32_t line)
{
    return put_site(log, ALOG_RECURSION, 0, site, name, file, line);
}

size_t logmake_name(struct logmake *log, uint32_t name, const char *text)
{
    struct logmake p = { 0 };
    struct alog_name rec = { name, (uint32_t)strlen(text) };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, text, rec.len);
    size_t at = logmake_block(log, ALOG_NAME, 0, p.bytes, p.size);
    logmake_free(&p);
    return at;
}

size_t logmake_run(struct logmake *log, const char *label, uint32_t flags)
{
    const struct alog_run rec = { 1700000000 + log->run, (uint32_t)strlen(label), flags };
    struct logmake p = { 0 };
    logmake_append(&p, &rec, sizeof rec);
    logmake_append(&p, label, rec.label_len);
    size_t at = logmake_block(log, ALOG_RUN, log->run, p.bytes, p.size);
    logmake_free(&p);
    return at;
}

size_t logmake_run_end(struct logmake *log, const struct alog_run_end *end)
{
    return logmake_block(log, ALOG_RUN_END, log->run, end, sizeof *end);
}

void logmake_seal_counts(struct alog_counts *counts)
{
    counts->checksum = XXH3_64bits(counts, offsetof(struct alog_counts, checksum));
}

size_t logmake_counter(struct logmake *log, uint32_t site, uint32_t thread,
                       const struct alog_counts *counts)
{
    struct alog_counter rec = { .site = site, .thread = thread };
    rec.copy[0] = (struct alog_counts){ .sequence = 1, .folded = ALOG_NONE };
    rec.copy[1] = *counts;
    rec.copy[1].sequence = 2;
    logmake_seal_counts(&rec.copy[0]);
    logmake_seal_counts(&rec.copy[1]);
    return logmake_block(log, ALOG_COUNTER, log->run, &rec, sizeof rec);
}

size_t logmake_sampler(struct logmake *log, uint32_t site, const struct alog_sampler_state *state)
{
    struct alog_sampler rec = { .site = site, .period = 8 };
    rec.copy[0] = *state;
    rec.copy[0].sequence = 1;
    rec.copy[0].checksum =
        XXH3_64bits(&rec.copy[0], offsetof(struct alog_sampler_state, checksum));
    return logmake_block(log, ALOG_SAMPLER, log->run, &rec, sizeof rec);
}

void logmake_varint(struct logmake *p, uint64_t value)
{
    do {
        uint8_t byte = (uint8_t)(value & 0x7f) | (value > 0x7f ? 0x80 : 0);
        logmake_append(p, &byte, 1);
        value >>= 7;
    } while (value);
}

/* Lines of one mask that wait to be written as an item. */
struct encoder {
    struct logmake out;
    uint64_t next, mask;        /* line after the last item; its mask */
    uint64_t first, lines, now; /* the item that grows */
    unsigned thin;
};

static void put_item(struct encoder *e)
{
    if (e->lines == 0)
        return;
    logmake_varint(&e->out, e->first - e->next);
    logmake_varint(&e->out, e->lines << 1 | (e->now != e->mask));
    if (e->now != e->mask)
        logmake_append(&e->out, &e->now, 8);
    e->next = e->first + e->lines;
    e->mask = e->now;
    e->lines = 0;
}

static void put_line(struct encoder *e, uint64_t line, uint64_t mask)
{
    if (mask == 0 || (e->thin && alog_line_hash(line) >> (64 - e->thin) != 0))
        return;
    if (e->lines > 0 && (line != e->first + e->lines || mask != e->now))
        put_item(e);
    if (e->lines++ == 0) {
        e->first = line;
        e->now = mask;
    }
}

uint8_t *logmake_set(const struct cells *cells, size_t n, unsigned thin, size_t *size)
{
    struct encoder e = { .mask = UINT64_MAX, .thin = thin };
    uint64_t line = 0, mask = 0;
    logmake_append(&e.out, "", 0);
    e.out.bytes = need(realloc(e.out.bytes, e.out.cap = 16));
    for (size_t i = 0; i < n; i++)
        for (uint64_t c = cells[i].first, end = c + cells[i].count; c < end;) {
            uint64_t stop = (c / 64 + 1) * 64 < end ? (c / 64 + 1) * 64 : end;
            uint64_t bits = stop - c == 64 ? UINT64_MAX : ((UINT64_C(1) << (stop - c)) - 1)
                                                              << (c % 64);
            if (c / 64 != line) {
                put_line(&e, line, mask);
                line = c / 64;
                mask = 0;
            }
            mask |= bits;
            c = stop;
        }
    put_line(&e, line, mask);
    put_item(&e);
    *size = e.out.size;
    return e.out.bytes;
}

/* chain, rows: NULL of a loop. */
static size_t put_instance(struct logmake *log, const struct alog_instance *rec,
                           const struct alog_chain *chain, const struct cells *cells, size_t n,
                           const struct logmake *opaque, const struct logmake *rows)
{
    struct alog_instance copy = *rec;
    struct logmake p = { 0 };
    size_t size;
    uint8_t *set = logmake_set(cells, n, rec->thin, &size);
    if (rec->thin == 0) {
        copy.rms = 0;
        for (size_t i = 0; i < n; i++)
            copy.rms += cells[i].count;
    }
    if (copy.period == 0)
        copy.period = 1;
    copy.opaque_bytes = (uint32_t)opaque->size;
    copy.set_bytes = (uint32_t)size;
    if (log->user_size)
        logmake_append(&p, log->user_size, sizeof *log->user_size);
    logmake_append(&p, &copy, sizeof copy);
    if (chain)
        logmake_append(&p, chain, sizeof *chain);
    logmake_append(&p, opaque->bytes, opaque->size);
    logmake_append(&p, set, size);
    if (rows)
        logmake_append(&p, rows->bytes, rows->size);
    enum alog_tag tag = chain ? log->user_size ? ALOG_SIZED_CHAIN : ALOG_CHAIN
                              : log->user_size ? ALOG_SIZED_INSTANCE : ALOG_INSTANCE;
    size_t at = logmake_block(log, (uint16_t)tag, log->run, p.bytes, p.size);
    logmake_free(&p);
    free(set);
    return at;
}

size_t logmake_instance(struct logmake *log, const struct alog_instance *rec,
                        const struct cells *cells, size_t n, const uint8_t *opaque,
                        size_t opaque_bytes)
{
    struct logmake list = { 0 };
    logmake_append(&list, opaque, opaque_bytes);
    size_t at = put_instance(log, rec, NULL, cells, n, &list, NULL);
    logmake_free(&list);
    return at;
}

size_t logmake_chain(struct logmake *log, const struct alog_instance *rec,
                     const struct alog_chain *chain, const struct cells *cells, size_t n,
                     const struct logmake *rows)
{
    const struct logmake none = { 0 };
    return put_instance(log, rec, chain, cells, n, &none, rows);
}

void logmake_drop(struct logmake *log, size_t at)
{
    struct alog_block block;
    memcpy(&block, log->bytes + at, sizeof block);
    block.tag = ALOG_FREE;
    memcpy(log->bytes + at, &block, 8);
}

void logmake_commit(struct logmake *log, int slot, uint64_t sequence, uint64_t state)
{
    struct alog_commit c = { .sequence = sequence, .used = log->size, .state = state,
                             .end_time = state == ALOG_RUNNING ? 0 : 1700000010 };
    c.checksum = XXH3_64bits(&c, offsetof(struct alog_commit, checksum));
    memcpy(log->bytes + offsetof(struct alog_header, commit) + (size_t)slot * sizeof c, &c,
           sizeof c);
}

/* Gives the block that holds byte `at` a right checksum. */
static void reseal(struct logmake *log, size_t at)
{
    for (size_t p = ALOG_HEADER_SIZE; p + sizeof(struct alog_block) <= log->size;) {
        struct alog_block block;
        uint64_t first;
        memcpy(&block, log->bytes + p, sizeof block);
        memcpy(&first, log->bytes + p, sizeof first);
        if (block.len < sizeof block || block.len > log->size - p)
            return;
        if (at < p + block.len) {
            size_t size = block.len - sizeof block, checked = checked_size(block.tag, size);
            block.checksum = XXH3_64bits_withSeed(log->bytes + p + sizeof block,
                                                  checked < size ? checked : size, first);
            memcpy(log->bytes + p, &block, sizeof block);
            return;
        }
        p += block.len;
    }
}

static uint32_t draw(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void spoil_byte(struct logmake *log, size_t at, uint32_t *state)
{
    static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };
    uint32_t x = draw(state);
    log->bytes[at] = x & 0x400 ? values[(x >> 12) % 5] : (uint8_t)(x >> 16);
    reseal(log, at);
}

void logmake_spoil(struct logmake *log, uint32_t *state)
{
    size_t at = ALOG_HEADER_SIZE + draw(state) % (log->size - ALOG_HEADER_SIZE);
    spoil_byte(log, at, state);
}

void logmake_spoil_block(struct logmake *log, uint16_t tag, uint32_t *state)
{
    struct alog_block block;
    size_t found[16], n = 0;
    for (size_t p = ALOG_HEADER_SIZE; p < log->size && n < 16; p += block.len) {
        memcpy(&block, log->bytes + p, sizeof block);
        if (block.tag == tag)
            found[n++] = p;
    }
    if (n == 0)
        abort();
    size_t at = found[draw(state) % n];
    memcpy(&block, log->bytes + at, sizeof block);
    spoil_byte(log, at + sizeof block + draw(state) % (block.len - sizeof block), state);
}
