/* SPDX-License-Identifier: MIT
 *
 * Contexts by number: each is a frame below the context that called it.  A context is known by a hash of 64 bits
 * of all its frames, so that one look tells its number; of 4096 no two have one but by a chance of 10^-12. */
#include "base/memory.h"
#include "base/options.h"
#include "callers/callers.h"
#include "context/context.h"
#include "core/lock.h"
#include "core/thread.h"
#include "log/log.h"
#include <algoprof/rt_abi.h>
#include <stdatomic.h>

#define MOST_CONTEXTS 4096u     /* of a log, */
#define LOG_SHARE 16u           /* and in that part of it */
#define SLOTS (4 * MOST_CONTEXTS)
#define MOST_TURNS 16u          /* for a new one's lock, unless they are asked for; else the instance has no context */

/* ns, as budget/prices.c has them */
#define KNOWN_NS 15.0           /* a frame whose rule is known */
#define LOOKED_UP_NS 1000.0     /* another one: mostly of tables that are in no cache */
#define NUMBER_NS 150.0         /* with the block that tells it */
#define NEW_NS 1500.0           /* one that the log does not have yet */

/* Written under the lock, a hash last; others look without it. */
struct slot {
    _Atomic uint64_t hash;      /* 0: free */
    uint32_t number;
};
static struct slot *_Atomic slots;
static uint32_t contexts;
static _Atomic bool full;       /* of contexts, or the log is */

static uint64_t mix(uint64_t hash, uint64_t frame)
{
    return alog_line_hash(hash ^ frame) | 1;
}

static uint32_t find(uint64_t hash)
{
    struct slot *all = atomic_load_explicit(&slots, memory_order_acquire);
    for (uint64_t i = hash >> 20; all; i++) {
        uint64_t seen = atomic_load_explicit(&all[i % SLOTS].hash, memory_order_acquire);
        if (seen == hash)
            return all[i % SLOTS].number;
        if (!seen)
            return 0;
    }
    return 0;
}

static void keep(uint64_t hash, uint32_t number)
{
    uint64_t i = hash >> 20;
    while (slots[i % SLOTS].hash)
        i++;
    slots[i % SLOTS].number = number;
    atomic_store_explicit(&slots[i % SLOTS].hash, hash, memory_order_release);
}

#define PLACE_OF(frame) ((frame) & (((uint64_t)1 << RT_FRAME_SHIFT) - 1))

/* What the log says of a frame, without its numbers.  false: what it refers to cannot be told. */
static bool tell_frame(uint64_t frame, struct alog_context *c)
{
    uint32_t module = (uint32_t)(frame >> RT_FRAME_SHIFT);
    if (module == RT_CALLABLE) {
        uint64_t callable = PLACE_OF(frame) >> 24, slot = frame & 0xffffff;
        *c = (struct alog_context){ .module = ALOG_NONE, .kind = ALOG_K_CALL, .offset = callable << 32 | slot };
        return rt_callable_write((uint32_t)callable);
    }
    if (module == RT_OWN_MODULE)
        module = rt_log_module(rt_own_build_id, rt_own_build_id_len);
    bool outside = module == RT_OUTSIDE || module == ALOG_NONE;
    *c = (struct alog_context){ .module = outside ? ALOG_NONE : module,
                                .kind = frame == RT_FRAME_UNKNOWN ? ALOG_K_UNKNOWN : outside ? ALOG_K_OUTSIDE : ALOG_K_CODE,
                                .offset = outside ? 0 : PLACE_OF(frame) };
    return true;
}

/* 0: no space, or there are too many. */
static uint32_t write_context(uint32_t parent, uint64_t frame)
{
    struct alog_context told;
    uint64_t offset;
    if (contexts >= MOST_CONTEXTS || !tell_frame(frame, &told))
        return 0;
    uint64_t most = rt_log_max / LOG_SHARE / rt_log_block_len(sizeof(struct alog_context));
    struct alog_context *c = contexts < most && rt_run_ensure(&rt_run_now)
                                 ? rt_log_reserve(sizeof *c, rt_log_max, &offset) : NULL;
    if (!c)
        return 0;
    told.context = contexts + 1;
    told.parent = parent;
    *c = told;
    rt_log_commit(offset, rt_run, ALOG_CONTEXT, sizeof *c, 0);
    return ++contexts;
}

/* The context of t's walk, with those that it is called from; under the lock. */
static uint32_t make(const struct rt_walk *w)
{
    uint64_t hash = 0;
    uint32_t number = 0;
    if (!slots) {
        struct slot *all = rt_map(SLOTS * sizeof *all);
        full |= !all;
        atomic_store_explicit(&slots, all, memory_order_release);
    }
    for (uint32_t i = w->frames; i && !full; i--) {
        hash = mix(hash, w->frame[i - 1]);
        uint32_t found = find(hash);
        if (!found) {
            found = write_context(number, w->frame[i - 1]);
            full |= !found;
            if (found)
                keep(hash, found);
        }
        number = found;
    }
    return full ? 0 : number;
}

static unsigned turns(void)
{
    return rt_options.callers == RT_CALLERS_ON ? RT_WAIT_LONG : MOST_TURNS;
}

static uint32_t make_alone(const struct rt_walk *w)
{
    struct rt_held held;
    if (full || !rt_lock(&held, turns()))
        return 0;
    uint32_t number = rt_state == RT_ON ? make(w) : 0;
    rt_unlock(&held);
    return number;
}

/* The function that the instance is in has targets, so its module is told. */
static bool know_module(struct rt_walked *walked)
{
    struct rt_held held;
    if (full || !rt_lock(&held, turns()))
        return false;
    bool known = rt_state == RT_ON && rt_log_module(walked->build_id, walked->build_id_len) != ALOG_NONE;
    rt_unlock(&held);
    return known;
}

/* By the record, if the function has one. */
static bool look(struct rt_thread *t, const uint64_t *words, struct rt_walked *walked)
{
    if (words[2] & ALGOPROF_B_RECORD && rt_walk_record(t, words, (const void *)(uintptr_t)words[4], walked))
        return true;
    return rt_walk(t, words, walked);
}

uint32_t rt_callers_of(struct rt_thread *t, const uint64_t *words, double *again_ns)
{
    struct rt_walked walked = { .known = 0 };
    uint64_t hash = 0;
    *again_ns = 0;
    /* Not one of the thread's pages, which stay when it has ended. */
    if (!t->walk && !(t->walk = rt_map(sizeof *t->walk)))
        return 0;
    bool found = look(t, words, &walked);
    if (walked.build_id_len && know_module(&walked))
        found = look(t, words, &walked);
    *again_ns = walked.known * KNOWN_NS + NUMBER_NS;
    t->done.fixed_ns += *again_ns + walked.looked_up * LOOKED_UP_NS + (walked.mapped ? RT_MAPPED_NS : 0);
    if (!found)
        return 0;
    for (uint32_t i = t->walk->frames; i; i--)
        hash = mix(hash, t->walk->frame[i - 1]);
    uint32_t number = find(hash);
    if (number)
        return number;
    t->done.fixed_ns += NEW_NS;
    return make_alone(t->walk);
}

void rt_callers_release(struct rt_thread *t)
{
    if (t->walk)
        rt_unmap(t->walk, sizeof *t->walk);
    t->walk = NULL;
}

void rt_callers_forget(void)
{
    if (slots)
        rt_unmap(slots, SLOTS * sizeof *slots);
    slots = NULL;
    contexts = 0;
    full = false;
}
