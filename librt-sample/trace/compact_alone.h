/* SPDX-License-Identifier: MIT
 * An instance in short, alone in its block (ALOG_COMPACT): what common/compact.h would make of it, in fewer steps. */
#ifndef RT_COMPACT_ALONE_H
#define RT_COMPACT_ALONE_H

#include <algoprof/log_format.h>
#include "core/counts.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include "trace/instance.h"

/* Bytes of an instance in short without its set, at most: 3 of three numbers, what it has and the set's, and 10 of each
 * other; or 4 of them, where they are below 2^27, and 10 of the total cost. */
#define SHORT_HEAD 160u
#define SHORT_SMALL_HEAD 80u
#define SMALL_BITS 27u
#define RT_FIXED_BITS 21u       /* of a number that takes 3 bytes, whatever it is */

static inline __attribute__((always_inline)) uint8_t *put_number(uint8_t *to, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *to++ = (uint8_t)(value | 0x80);
    *to = (uint8_t)value;
    return to + 1;
}

/* In 3 bytes, and one behind is changed. */
static inline uint8_t *rt_put_fixed(uint8_t *to, uint32_t value)
{
    uint32_t bytes = (value & 0x7f) | (value << 1 & 0x7f00) | (value << 2 & 0x7f0000) | 0x8080;
    __builtin_memcpy(to, &bytes, sizeof bytes);
    return to + 3;
}

/* By how much it is more than expected, modulo 2^64. */
static inline __attribute__((always_inline)) uint8_t *put_difference(uint8_t *to, uint64_t value, uint64_t expected)
{
    uint64_t d = value - expected;
    return put_number(to, d << 1 ^ (d >> 63 ? UINT64_MAX : 0));
}

/* As compact_make and compact_write would, of an instance alone in its block that called nothing: where its set is
 * to be.  The number of the set's bytes goes to *set_bytes. */
static inline uint8_t *rt_put_short(const struct rt_instance *in, uint64_t cost, uint64_t cells, uint8_t *to,
                                    uint8_t **set_bytes)
{
    uint64_t instances, total;
    uint8_t flags = (uint8_t)(in->flags | (in->table.lost ? ALOG_I_LOST : 0));
    rt_run_counts(in->record, &instances, &total);
    bool usual = instances == in->index + 1, parent = in->parent != ALOG_NONE;
    to = put_number(to, in->record->target->site);
    to = put_number(to, in->record->thread);
    to = put_number(to, 1 << 1);
    to = rt_put_fixed(to, 1u << ALOG_P_COST | 1u << ALOG_P_RMS | 1u << ALOG_P_WORK | 1u << ALOG_P_INDEX | 1u << ALOG_P_TOTAL
                       | 1u << ALOG_P_PAIR | 1u << ALOG_P_PERIOD | 1u << ALOG_P_ORDER | 1u << ALOG_P_SET
                       | (unsigned)(in->place != 0) << ALOG_P_SECOND | (unsigned)(flags != 0) << ALOG_P_FLAGS
                       | (unsigned)!usual << ALOG_P_INSTANCES | (unsigned)parent << ALOG_P_PARENT
                       | (unsigned)(in->external != 0) << ALOG_P_EXTERNAL);
    to = put_number(to, cost);
    to = put_number(to, cells);
    to = put_number(to, alog_work_class(in->work));
    to = flags ? put_number(to, flags) : to;
    to = put_difference(to, in->index, 0);
    to = usual ? to : put_difference(to, instances, in->index + 1);
    to = put_difference(to, total, cost);
    to = put_difference(to, in->pair, in->place ? UINT64_MAX : 0);
    to = put_number(to, in->period);
    to = put_difference(to, in->order, 0);
    *set_bytes = to;
    to += 3;
    to = parent ? put_number(to, in->parent) : to;
    return in->external ? put_number(to, in->external) : to;
}

static inline size_t rt_short_head(const struct rt_instance *in, uint64_t cost, uint64_t cells)
{
    uint64_t numbers = cost | cells | in->index | in->order | in->pair | in->period | in->external;
    return numbers >> SMALL_BITS ? SHORT_HEAD : SHORT_SMALL_HEAD;
}

#endif
