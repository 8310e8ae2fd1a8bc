/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/log_compact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/compact.h"
#include "log/log_block.h"

/* Entries of log.instances that compact blocks may bring: of any log, and one more for so many of its bytes.  One takes
 * some 350 bytes until it is in a report. */
#define ROOM 110000u
#define ROOM_BYTES 60u
#define SAMPLES_SHARE 0.75      /* of that, those with sets; others are alike in their thousands */

int log_compact_add(struct log *log, const struct alog_block *block, const uint8_t *payload, size_t size, struct err *err)
{
    const uint8_t *p = payload, *end = p + size;
    uint64_t site, thread, count;
    if (!varint_read(&p, end, &site) || !varint_read(&p, end, &thread) || !varint_read(&p, end, &count) ||
        site >= ALOG_NONE || thread >= ALOG_NONE)
        return err_set(err, "compact instances of nothing");
    if (count >> 1 > (uint64_t)(end - p))       /* each has a byte */
        return err_set(err, "compact instances with wrong lengths");
    if (array_grow(&log->compacts, &log->cap_compacts, log->n_compacts + 1, sizeof *log->compacts) != 0)
        return err_memory(err);
    log->compacts[log->n_compacts++] = (struct log_compact){ payload, size, block->run, log->n_instances };
    return log_block_count(log, count >> 1, err);
}

static int each_of(const struct log *log, const struct log_compact *block, log_instance_fn *fn, void *arg, struct err *err)
{
    const uint8_t *p = block->payload, *end = p + block->size;
    struct compact_instance in;
    struct compact numbers;
    uint64_t site = 0, thread = 0, count = 0;
    if (!varint_read(&p, end, &site) || !varint_read(&p, end, &thread) || !varint_read(&p, end, &count))
        return err_set(err, "compact instances of nothing");
    compact_start(&in.rec, (uint32_t)site, (uint32_t)thread);
    for (uint64_t i = 0; i < count >> 1; i++) {
        struct alog_instance before = in.rec;
        if (!compact_read(&p, end, &numbers) || !compact_take(&numbers, &before, &in))
            return err_set(err, "bad compact instance");
        struct log_instance one = { .run = block->run, .rec = in.rec, .chain = in.chain, .sized = in.sized, .times = 1,
                                    .user_size = in.user_size, .recursive = count & 1 };
        if (!one.recursive && numbers.has >> ALOG_P_LONGEST)
            return err_set(err, "chain of a loop");
        size_t left = (size_t)(end - p);
        if (log_block_lists(&one, &p, &left, err) != 0 || log_block_link_instance(log, &one, err) != 0)
            return -1;
        log_callers_find(log, &one);
        if (fn(arg, &one) != 0)
            return err_memory(err);
    }
    return end - p <= 7 ? 0 : err_set(err, "compact instances with wrong lengths");
}

int log_each_instance(const struct log *log, log_instance_fn *fn, void *arg)
{
    struct err err;
    size_t done = 0;
    for (size_t i = 0; i <= log->n_compacts; i++) {
        size_t before = i < log->n_compacts ? log->compacts[i].before : log->n_single;
        for (; done < before; done++)
            if (fn(arg, &log->instances[done]) != 0)
                return -1;
        if (i < log->n_compacts && each_of(log, &log->compacts[i], fn, arg, &err) != 0)
            return -1;
    }
    return 0;
}

struct expand {
    struct log *log;
    struct log_tally *tally;    /* of the block */
    uint64_t samples;           /* that are more than a count */
    uint64_t room;
    unsigned shift;             /* one of 1 << shift pairs is kept, of those with sets; */
    unsigned count_shift;       /* and of those that are only counted: the others are left out */
    uint32_t *place;            /* hash table: index + 1 of a group in the log's instances */
    size_t places, groups;
    bool full;
};

/* Is it only a count of what is alike? */
static bool is_count(const struct log_instance *in)
{
    return in->rec.flags & ALOG_I_COUNTED && !in->context && in->rec.opaque_bytes == 0;
}

/* ---- first: what there is */

static int count_one(void *arg, const struct log_instance *in)
{
    struct expand *x = arg;
    const struct alog_instance *rec = &in->rec;
    struct log_tally *t = x->tally;
    if (rec->total_instances > t->instances || (rec->total_instances == t->instances && rec->total_cost > t->cost)) {
        t->instances = rec->total_instances;
        t->cost = rec->total_cost;
    }
    t->most_cost = rec->total_cost > t->most_cost ? rec->total_cost : t->most_cost;
    t->traced += !(rec->flags & ALOG_I_INNER);
    t->own_cost = rec->cost > UINT64_MAX - t->own_cost ? UINT64_MAX : t->own_cost + rec->cost;
    t->site = in->site;
    x->samples += !is_count(in);
    return 0;
}

static int count_all(struct expand *x, struct err *err)
{
    struct log *log = x->log;
    log->tallies = calloc(log->n_compacts + 1, sizeof *log->tallies);
    if (!log->tallies)
        return err_memory(err);
    for (size_t i = 0; i < log->n_compacts; i++) {
        const struct log_compact *block = &log->compacts[i];
        const uint8_t *p = block->payload;
        uint64_t site = 0, thread = 0;
        struct err inner;
        if (varint_read(&p, p + block->size, &site))
            varint_read(&p, block->payload + block->size, &thread);
        x->tally = &log->tallies[log->n_tallies];
        *x->tally = (struct log_tally){ .run = block->run, .thread = (uint32_t)thread };
        if (each_of(log, block, count_one, x, &inner) != 0)
            return err_set(err, "bad structure at offset %zu: %.180s",
                           (size_t)(block->payload - log->bytes) - sizeof(struct alog_block), inner.text);
        log->n_tallies += x->tally->traced > 0 || x->tally->instances > 0;
    }
    return 0;
}

/* ---- then: entries for all of it */

/* Is its pair one of 1 << shift that are taken by chance, from 64 on none?  draw: another one is independent. */
static bool is_taken(const struct log_instance *in, unsigned shift, uint64_t draw)
{
    const uint64_t pair[] = { draw, in->rec.site, in->rec.thread, in->rec.pair };
    return shift == 0 || (shift < 64 && XXH3_64bits(pair, sizeof pair) >> (64 - shift) == 0);
}

static bool has_room(const struct expand *x)
{
    return x->log->n_instances - x->log->n_single < x->room;
}

static int append(struct log *log, const struct log_instance *in)
{
    if (array_grow(&log->instances, &log->cap_instances, log->n_instances + 1, sizeof *in) != 0)
        return -1;
    log->instances[log->n_instances++] = *in;
    return 0;
}

static uint64_t hash_of(const struct log_instance *in)
{
    const struct alog_instance *r = &in->rec;
    const uint64_t key[] = { (uint64_t)in->run << 32 | in->site, (uint64_t)in->parent << 32 | (uint32_t)r->flags << 16 |
                             (uint32_t)r->work << 8 | (uint32_t)r->place << 1 | in->sized, r->cost, r->rms, in->user_size,
                             in->chain.longest, XXH3_64bits(in->rows, in->chain.rows_bytes) };
    return XXH3_64bits(key, sizeof key);
}

static bool are_alike(const struct log_instance *a, const struct log_instance *b)
{
    const struct alog_instance *x = &a->rec, *y = &b->rec;
    return a->run == b->run && a->site == b->site && a->parent == b->parent && x->flags == y->flags && x->work == y->work &&
           a->sized == b->sized && x->cost == y->cost && x->rms == y->rms && a->user_size == b->user_size &&
           x->place == y->place && memcmp(&a->chain, &b->chain, sizeof a->chain) == 0 &&
           (a->chain.rows_bytes == 0 || memcmp(a->rows, b->rows, a->chain.rows_bytes) == 0);
}

static int grow_table(struct expand *x)
{
    size_t places = x->places ? 2 * x->places : 1024;
    uint32_t *place = calloc(places, sizeof *place);
    if (!place)
        return -1;
    for (size_t i = 0; i < x->places; i++) {
        if (!x->place[i])
            continue;
        size_t at = hash_of(&x->log->instances[x->place[i] - 1]) & (places - 1);
        while (place[at])
            at = (at + 1) & (places - 1);
        place[at] = x->place[i];
    }
    free(x->place);
    x->place = place;
    x->places = places;
    return 0;
}

/* Nothing is left of when it was, or of what it read; of a recursion, in which half of a pair. */
static int fold(struct expand *x, const struct log_instance *in)
{
    struct log *log = x->log;
    struct log_instance one = { .rec = { .site = in->rec.site, .cost = in->rec.cost, .rms = in->rec.rms, .period = 1, .pair = UINT64_MAX,
                                         .flags = in->rec.flags | ALOG_I_COUNTED, .parent = in->rec.parent,
                                         .work = in->rec.work, .place = in->recursive ? in->rec.place : 0 },
                                .run = in->run, .site = in->site, .parent = in->parent, .sized = in->sized,
                                .user_size = in->user_size, .times = 1, .folded = true, .recursive = in->recursive,
                                .chain = in->chain, .rows = in->rows };
    if (4 * (x->groups + 1) > 3 * x->places && grow_table(x) != 0)
        return -1;
    size_t at = hash_of(&one) & (x->places - 1);
    while (x->place[at] && !are_alike(&log->instances[x->place[at] - 1], &one))
        at = (at + 1) & (x->places - 1);
    if (x->place[at]) {
        log->instances[x->place[at] - 1].times++;
        return 0;
    }
    x->full = !has_room(x);
    if (x->full || append(log, &one) != 0)
        return -1;
    x->place[at] = (uint32_t)log->n_instances;
    x->groups++;
    return 0;
}

static int take_one(void *arg, const struct log_instance *in)
{
    struct expand *x = arg;
    bool counts = is_count(in);
    if (!counts && has_room(x) && is_taken(in, x->shift, 0))
        return append(x->log, in);
    bool out = !is_taken(in, x->count_shift, 1);
    x->log->n_only_counted += !counts || out;
    return out ? 0 : fold(x, in);
}

/* 0 or -1 (no memory, or x->full: no room for all). */
static int take_all(struct expand *x)
{
    struct err err;
    int result = 0;
    x->log->n_instances = x->log->n_single;
    x->log->n_only_counted = 0;
    x->groups = 0;
    x->full = false;
    if (x->places > 0)
        memset(x->place, 0, x->places * sizeof *x->place);
    for (size_t i = 0; result == 0 && i < x->log->n_compacts; i++)
        result = each_of(x->log, &x->log->compacts[i], take_one, x, &err);
    return result;
}

int log_compact_expand(struct log *log, struct err *err)
{
    struct expand x = { .log = log, .room = ROOM + log->commit.used / ROOM_BYTES };
    const uint64_t most = (uint64_t)(SAMPLES_SHARE * (double)x.room);
    int result;
    log->n_single = log->n_instances;
    if (count_all(&x, err) != 0)
        return -1;
    while (x.samples >> x.shift > most)
        x.shift++;
    while ((result = take_all(&x)) != 0 && x.full)
        x.count_shift++;
    free(x.place);
    return result == 0 ? 0 : err_memory(err);
}
