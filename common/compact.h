/* SPDX-License-Identifier: MIT
 *
 * Instances in short (enum alog_compact, docs/log-format.md): from what an instance's blocks say to
 * numbers of variable length, and back.
 */
#ifndef COMMON_COMPACT_H
#define COMMON_COMPACT_H

#include <algoprof/log_format.h>
#include "common/varint.h"

#define COMPACT_MAX (VARINT_MAX * ALOG_P_END)   /* bytes of an instance without its lists */

/* An instance as it stands there. */
struct compact {
    uint64_t has;               /* bits 1 << enum alog_compact */
    uint64_t value[ALOG_P_END]; /* of those; else 0 */
};

/* An instance as other blocks have it. */
struct compact_instance {
    struct alog_instance rec;
    struct alog_chain chain;
    uint64_t user_size;
    bool sized;
};

/* What is before a block's first one. */
static inline void compact_start(struct alog_instance *before, uint32_t site, uint32_t thread)
{
    *before = (struct alog_instance){ .site = site, .thread = thread, .index = UINT64_MAX, .order = UINT64_MAX,
                                      .pair = UINT64_MAX, .period = 1, .parent = ALOG_NONE };
}

static inline bool compact_has(const struct compact *c, enum alog_compact field)
{
    return c->has >> field & 1;
}

/* Writes it to `to` (NULL: nowhere), and returns its bytes. */
static inline size_t compact_write(const struct compact *c, uint8_t *to)
{
    size_t n = varint_write(to, c->has);
    for (unsigned i = ALOG_P_COST; i < ALOG_P_END; i++)
        if (c->has >> i & 1)
            n += varint_write(to ? to + n : NULL, c->value[i]);
    return n;
}

/* Reads it at *p, before end, and moves *p behind it.  False: it is cut off, or not known. */
static inline bool compact_read(const uint8_t **p, const uint8_t *end, struct compact *c)
{
    *c = (struct compact){ .has = 0 };
    if (!varint_read(p, end, &c->has) || c->has >> ALOG_P_END)
        return false;
    for (unsigned i = ALOG_P_COST; i < ALOG_P_END; i++)
        if (c->has >> i & 1 && !varint_read(p, end, &c->value[i]))
            return false;
    return true;
}

static inline void compact_put(struct compact *c, enum alog_compact field, uint64_t value, uint64_t otherwise)
{
    if (value == otherwise)
        return;
    c->has |= (uint64_t)1 << field;
    c->value[field] = value;
}

/* A difference, modulo 2^64. */
static inline void compact_put_difference(struct compact *c, enum alog_compact field, uint64_t value,
                                          uint64_t expected)
{
    uint64_t d = value - expected;
    compact_put(c, field, d << 1 ^ (d >> 63 ? UINT64_MAX : 0), 0);
}

static inline uint64_t compact_get(const struct compact *c, enum alog_compact field, uint64_t otherwise)
{
    return compact_has(c, field) ? c->value[field] : otherwise;
}

static inline uint64_t compact_get_difference(const struct compact *c, enum alog_compact field, uint64_t expected)
{
    uint64_t d = compact_get(c, field, 0);
    return expected + (d >> 1 ^ (d & 1 ? UINT64_MAX : 0));
}

static inline void compact_make(struct compact *c, const struct compact_instance *in, const struct alog_instance *before)
{
    const struct alog_instance *rec = &in->rec;
    *c = (struct compact){ .has = rec->place ? 1u << ALOG_P_SECOND : 0 };
    compact_put(c, ALOG_P_COST, rec->cost, before->cost);
    compact_put(c, ALOG_P_RMS, rec->rms, before->rms);
    compact_put(c, ALOG_P_WORK, rec->work, before->work);
    compact_put_difference(c, ALOG_P_INDEX, rec->index, before->index + 1);
    compact_put_difference(c, ALOG_P_INSTANCES, rec->total_instances, rec->index + 1);
    compact_put_difference(c, ALOG_P_TOTAL, rec->total_cost, before->total_cost + rec->cost);
    compact_put(c, ALOG_P_FLAGS, rec->flags, before->flags);
    compact_put_difference(c, ALOG_P_PAIR, rec->pair, before->pair + !rec->place);
    compact_put(c, ALOG_P_PERIOD, rec->period, before->period);
    compact_put_difference(c, ALOG_P_ORDER, rec->order, before->order + 1);
    compact_put(c, ALOG_P_SET, rec->set_bytes, 0);
    compact_put(c, ALOG_P_OPAQUE, rec->opaque_bytes, 0);
    compact_put(c, ALOG_P_PARENT, rec->parent, before->parent);
    compact_put(c, ALOG_P_THIN, rec->thin, before->thin);
    compact_put(c, ALOG_P_EXTERNAL, rec->external, 0);
    if (in->sized) {
        c->has |= (uint64_t)1 << ALOG_P_SIZE;
        c->value[ALOG_P_SIZE] = in->user_size;
    }
    compact_put(c, ALOG_P_LONGEST, in->chain.longest, 0);
    compact_put(c, ALOG_P_CALLS, in->chain.instances, 0);
    compact_put(c, ALOG_P_ROWS, in->chain.rows, 0);
    compact_put(c, ALOG_P_ROWS_BYTES, in->chain.rows_bytes, 0);
    compact_put(c, ALOG_P_CHAIN_FLAGS, in->chain.flags, 0);
}

/* False: a number is larger than its field. */
static inline bool compact_take(const struct compact *c, const struct alog_instance *before, struct compact_instance *in)
{
    static const uint64_t most[ALOG_P_END] = {
        [ALOG_P_WORK] = UINT8_MAX, [ALOG_P_FLAGS] = UINT8_MAX, [ALOG_P_THIN] = UINT8_MAX, [ALOG_P_SET] = UINT32_MAX,
        [ALOG_P_OPAQUE] = UINT32_MAX, [ALOG_P_PARENT] = UINT32_MAX, [ALOG_P_ROWS] = UINT32_MAX,
        [ALOG_P_ROWS_BYTES] = UINT32_MAX, [ALOG_P_CHAIN_FLAGS] = UINT32_MAX,
    };
    for (unsigned i = ALOG_P_COST; i < ALOG_P_END; i++)
        if (most[i] && c->value[i] > most[i])
            return false;
    struct alog_instance *rec = &in->rec;
    *rec = *before;
    rec->place = compact_has(c, ALOG_P_SECOND);
    rec->cost = compact_get(c, ALOG_P_COST, before->cost);
    rec->rms = compact_get(c, ALOG_P_RMS, before->rms);
    rec->work = (uint8_t)compact_get(c, ALOG_P_WORK, before->work);
    rec->index = compact_get_difference(c, ALOG_P_INDEX, before->index + 1);
    rec->total_instances = compact_get_difference(c, ALOG_P_INSTANCES, rec->index + 1);
    rec->total_cost = compact_get_difference(c, ALOG_P_TOTAL, before->total_cost + rec->cost);
    rec->flags = (uint8_t)compact_get(c, ALOG_P_FLAGS, before->flags);
    rec->pair = compact_get_difference(c, ALOG_P_PAIR, before->pair + !rec->place);
    rec->period = compact_get(c, ALOG_P_PERIOD, before->period);
    rec->order = compact_get_difference(c, ALOG_P_ORDER, before->order + 1);
    rec->set_bytes = (uint32_t)c->value[ALOG_P_SET];
    rec->opaque_bytes = (uint32_t)c->value[ALOG_P_OPAQUE];
    rec->parent = (uint32_t)compact_get(c, ALOG_P_PARENT, before->parent);
    rec->thin = (uint8_t)compact_get(c, ALOG_P_THIN, before->thin);
    rec->external = c->value[ALOG_P_EXTERNAL];
    in->sized = compact_has(c, ALOG_P_SIZE);
    in->user_size = c->value[ALOG_P_SIZE];
    in->chain = (struct alog_chain){ c->value[ALOG_P_LONGEST], c->value[ALOG_P_CALLS], (uint32_t)c->value[ALOG_P_ROWS],
                                     (uint32_t)c->value[ALOG_P_ROWS_BYTES], (uint32_t)c->value[ALOG_P_CHAIN_FLAGS], 0 };
    return true;
}

#endif
