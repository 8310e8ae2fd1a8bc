/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logs by their structure (shape.h): counters are raised to what instances claim, and all is sealed.  What is
 * read goes the way of an upload: caps, points, records, and records read back as a
 * parent reads those of its child.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "fuzz.h"
#include "seal.h"
#include "shape.h"
#include "store/upload_caps.h"
#include "store/store.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return shape_mutate(data, size, most, seed);
}

/* Raises the counters of a site and thread to what its instances come to. */
static void raise_counter(uint8_t *p, size_t len, uint16_t run, const uint8_t *data,
                          const struct shape_span *blocks, size_t n)
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
    struct shape_span blocks[SHAPE_BLOCKS];
    size_t n = shape_blocks(data, size, blocks);
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
