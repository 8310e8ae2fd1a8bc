/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logs by their structure: the mutator moves, repeats and drops whole blocks and changes
 * numbers in them, counters are raised to what instances claim, and all is sealed.  What is
 * read goes the way of an upload: caps, points, records, and records read back as a
 * parent reads those of its child.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "fuzz.h"
#include "seal.h"
#include "store/caps.h"
#include "store/store.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#define BLOCKS 512

struct span {
    size_t at, len;
};

/* The blocks that bytes have, as far as lengths fit. */
static size_t find_blocks(const uint8_t *data, size_t size, struct span *out)
{
    size_t n = 0;
    for (size_t at = 0; n < BLOCKS && size - at >= sizeof(struct alog_block);) {
        struct alog_block b;
        memcpy(&b, data + at, sizeof b);
        size_t len = b.len & ~7u;
        if (len < sizeof b || len > size - at)
            len = size - at;
        out[n++] = (struct span){ at, len };
        at += len;
    }
    return n;
}

static unsigned draw(unsigned *seed, unsigned n)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % n;
}

/* One of a block's numbers, of 1 to 8 bytes. */
static void change_number(uint8_t *p, size_t len, unsigned *seed)
{
    static const uint64_t values[] = { 0, 1, 2, 63, 64, 65, 0x7f, 0x80, UINT32_MAX, INT64_MAX,
                                       UINT64_MAX, 1u << 26, 1u << 30, UINT64_C(1) << 42 };
    size_t width = (size_t)1 << draw(seed, 4), at = 0;
    if (len < sizeof(struct alog_block) + width)
        return;
    at = sizeof(struct alog_block) + draw(seed, (unsigned)(len - sizeof(struct alog_block) - width + 1));
    uint64_t value = values[draw(seed, sizeof values / sizeof *values)];
    if (draw(seed, 2)) {
        value = 0;
        memcpy(&value, p + at, width);
        value += (uint64_t)draw(seed, 9) - 4;
    }
    memcpy(p + at, &value, width);
}

static size_t insert(uint8_t *data, size_t size, size_t most, size_t at, const struct span *from)
{
    uint8_t copy[4096];
    if (from->len > sizeof copy || size + from->len > most)
        return size;
    memcpy(copy, data + from->at, from->len);
    memmove(data + at + from->len, data + at, size - at);
    memcpy(data + at, copy, from->len);
    return size + from->len;
}

/* The bytes of a block as libFuzzer changes bytes: its length and the block's go along. */
static size_t change_bytes(uint8_t *data, size_t size, size_t most, const struct span *of)
{
    uint8_t copy[4096];
    size_t head = sizeof(struct alog_block), room = sizeof copy;
    if (!LLVMFuzzerMutate || of->len > sizeof copy || of->len <= head)
        return size;
    if (room > most - size + of->len)
        room = most - size + of->len;
    memcpy(copy, data + of->at, of->len);
    size_t len = LLVMFuzzerMutate(copy + head, of->len - head, room - head) + head;
    len &= ~(size_t)7;
    if (len < head)
        return size;
    uint32_t told = (uint32_t)len;
    memcpy(copy + offsetof(struct alog_block, len), &told, sizeof told);
    memmove(data + of->at + len, data + of->at + of->len, size - of->at - of->len);
    memcpy(data + of->at, copy, len);
    return size - of->len + len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct span blocks[BLOCKS];
    size_t n = find_blocks(data, size, blocks);
    if (n == 0 || draw(&seed, 20) == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, most) : size;
    const struct span *a = &blocks[draw(&seed, (unsigned)n)], *b = &blocks[draw(&seed, (unsigned)n)];
    switch (draw(&seed, 6)) {
    case 0:
        return insert(data, size, most, b->at, a);
    case 1:
        memmove(data + a->at, data + a->at + a->len, size - a->at - a->len);
        return size - a->len;
    case 2:
        return change_bytes(data, size, most, a);
    case 3:                     /* another tag, or run */
        if (a->len > 4 && b->len > 4)
            memcpy(data + a->at + 2 * draw(&seed, 2), data + b->at, 2);
        return size;
    default:
        change_number(data + a->at, a->len, &seed);
        return size;
    }
}

/* Raises the counters of a site and thread to what its instances come to. */
static void raise_counter(uint8_t *p, size_t len, uint16_t run, const uint8_t *data,
                          const struct span *blocks, size_t n)
{
    struct alog_counter c;
    if (len < sizeof(struct alog_block) + sizeof c)
        return;
    memcpy(&c, p + sizeof(struct alog_block), sizeof c);
    for (size_t i = 0; i < n; i++) {
        struct alog_block b;
        struct alog_instance in;
        memcpy(&b, data + blocks[i].at, sizeof b);
        bool sized = b.tag == ALOG_SIZED_INSTANCE || b.tag == ALOG_SIZED_CHAIN;
        size_t from = sizeof b + (sized ? 8 : 0);
        if ((!sized && b.tag != ALOG_INSTANCE && b.tag != ALOG_CHAIN) || b.run != run ||
            blocks[i].len < from + sizeof in)
            continue;
        memcpy(&in, data + blocks[i].at + from, sizeof in);
        if (in.site != c.site || in.thread != c.thread)
            continue;
        for (int k = 0; k < 2; k++) {
            uint64_t *counts[] = { &c.copy[k].instances, &c.copy[k].cost };
            const uint64_t least[] = { in.total_instances, in.total_cost };
            for (int w = 0; w < 2; w++)
                if (*counts[w] < least[w])
                    *counts[w] = least[w];
        }
    }
    memcpy(p + sizeof(struct alog_block), &c, sizeof c);
}

static void raise_counters(uint8_t *data, size_t size)
{
    struct span blocks[BLOCKS];
    size_t n = find_blocks(data, size, blocks);
    for (size_t i = 0; i < n; i++) {
        struct alog_block b;
        memcpy(&b, data + blocks[i].at, sizeof b);
        if (b.tag == ALOG_COUNTER)
            raise_counter(data + blocks[i].at, blocks[i].len, b.run, data, blocks, n);
    }
}

/* As a child answers, and its parent takes it. */
static void take(struct log_points *points)
{
    struct reduced made = { 0 }, opened = { 0 };
    struct err err;
    if (reduced_make(points, &made, &err) != 0)
        abort();
    opened.head = made.head;
    opened.points = made.points;
    opened.end = made.end;
    opened.n_points = made.n_points;
    if (reduced_open(&opened, "fuzz", 0, &err) != 0 || opened.n_points != made.n_points)
        abort();                /* what is read back is what was written */
    opened.head = opened.points = (struct bytes){ 0 };
    opened.end = NULL;
    reduced_free(&opened);
    reduced_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct logmake made;
    struct log *log;
    struct log_points *points = NULL;
    struct err err;
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    raise_counters(copy, size & ~(size_t)7);
    seal_log(copy, size, &made);
    free(copy);
    if (log_parse(made.bytes, made.size, &log, &err) != 0)
        return 0;
    if (caps_check(log, &err) == 0 && log_points_make(log, "fuzz", 0, &points, &err) == 0)
        take(points);
    log_free(log);
    return 0;
}
