/* SPDX-License-Identifier: MIT
 *
 * Instances that ended, into the log: side by side with other threads' where the
 * thread's lease has the space and all that the instance refers to is there, else
 * alone (core/lock.c). */
#include "common/compact.h"
#include "common/varint.h"
#include "base/alone.h"
#include "base/options.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "core/counts.h"
#include "core/lock.h"
#include "core/shared_section.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/lease.h"
#include "log/log.h"
#include "recursion/chain.h"
#include "sample/log_space_of_target.h"
#include "sample/thread_runs.h"
#include "sample/sample.h"
#include "sample/spent_block.h"
#include "trace/instance.h"
#include "trace/compact_alone.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <string.h>

struct ended {
    struct rt_thread *thread;
    struct rt_instance *in;
    struct rt_target *target;
    struct rt_lease *lease;
    struct rt_cellset *set;
    uint8_t *encoded;           /* the set; NULL: it is encoded again */
    uint64_t cost;
    struct alog_chain chain;
    size_t calls, rows, front, head;    /* bytes; front: before the struct, head: up to its end */
    bool alone;
};

/* Where the set is encoded while its bytes are counted; NULL: there is no room, it is
 * encoded again. */
static uint8_t *once(const struct ended *e)
{
    return e->set->thin && e->set->runs ? NULL : rt_set_scratch(&e->in->table, e->set);
}

/* Functions get their names into the log, where there is space; false: one has none yet. */
static bool name_calls(const struct ended *e)
{
    const struct rt_instance *in = e->in;
    if (!in->calls || in->calls_only)
        return true;
    for (uint32_t i = 0; i <= in->calls_mask; i++) {
        const char *name = in->calls[i].name;
        if (!name || rt_name_known(name) != ALOG_NONE)
            continue;
        if (!e->alone)
            return false;
        rt_name_number(name);
    }
    return true;
}

static size_t put_calls(const struct rt_instance *in, uint8_t *out)
{
    size_t n = 0;
    if (!in->calls || in->calls_only)
        return 0;               /* of the latter all that it calls is */
    for (uint32_t i = 0; i <= in->calls_mask; i++) {
        const struct rt_calls *c = &in->calls[i];
        uint32_t number = c->name ? rt_name_known(c->name) : ALOG_NONE;
        if (number == ALOG_NONE)
            continue;
        n += varint_write(out ? out + n : NULL, number);
        n += varint_write(out ? out + n : NULL, c->count);
    }
    return n;
}

/* ---- space ---- */

static size_t payload_of(const struct ended *e, size_t set_bytes)
{
    return e->head + e->calls + set_bytes + e->rows;
}

static void *reserve(struct ended *e, size_t payload, uint64_t *offset)
{
    void *p = rt_lease_reserve(e->lease, payload, offset);
    return !p && e->alone && rt_lease_renew(e->lease, payload) ? rt_lease_reserve(e->lease, payload, offset) : p;
}

#define LITTLE 256u             /* bytes: thinning does not save them */
#define NOTHING_LEFT 32u        /* thinned so much, no line is left but by rare chance */

/* Of those that are whole. */
static uint64_t lines_in_runs(const struct rt_cellset *set)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < set->runs; i++)
        lines += rt_run_lines(set, &set->run[i]);
    return lines;
}

/* What is whole takes a few bytes, but thinned it takes space and time by the line: with a budget it is
 * thinned only where it has no more lines than the rest, else dropped. */
static unsigned may_thin(const struct rt_cellset *set, unsigned thin)
{
    bool can = !thin || !rt_options.budget_ppm || lines_in_runs(set) < 4096 + 4 * (uint64_t)set->items;
    return can ? thin : NOTHING_LEFT;
}

static unsigned first_thinning(const struct ended *e)
{
    const struct rt_target *g = e->target;
    unsigned thin = g->thin > e->set->thin ? g->thin : e->set->thin;
    if (lines_in_runs(e->set) > ALOG_MAX_WHOLE_LINES - RT_MOST_LINES)
        return NOTHING_LEFT;    /* no reader takes so many; how many there are is known */
    if (e->set->runs && !e->set->thin && thin && rt_set_encode(e->set, NULL) <= LITTLE)
        return 0;
    return may_thin(e->set, thin);
}

/* Space for the instance, whose set is thinned until there is; NULL: none.  Side by
 * side it is not thinned for that. */
static void *fit(struct ended *e, size_t *set_bytes, uint64_t *offset)
{
    const struct rt_target *g = e->target;
    uint64_t most = rt_space_of_block(g->bytes);
    for (unsigned thin = first_thinning(e); thin <= NOTHING_LEFT; thin = may_thin(e->set, thin + 1)) {
        rt_set_thin(e->set, thin);
        if (thin == NOTHING_LEFT)
            e->set->runs = 0;
        e->encoded = once(e);
        *set_bytes = rt_set_encode(e->set, e->encoded);
        size_t payload = payload_of(e, *set_bytes);
        void *p = payload - e->front <= most && (e->alone || rt_space_stays(g, rt_log_block_len(payload)))
                      ? reserve(e, payload, offset) : NULL;
        if (p)
            return p;
        if (!*set_bytes || !e->alone)
            break;
    }
    return NULL;
}

/* ---- writing ---- */

/* The pair of a halving sampler, while it is kept. */
static struct rt_pair *pair_of(const struct rt_instance *in)
{
    struct rt_target *g = in->record->target;
    if (g->rate != ALOG_RATE_AUTO)
        return NULL;
    struct rt_pair *p = &g->pair[in->pair_slot];
    return p->kept && p->number == in->pair ? p : NULL;
}

static void fill_instance(struct alog_instance *b, const struct ended *e, size_t set_bytes)
{
    const struct rt_instance *in = e->in;
    b->site = in->record->target->site;
    b->thread = in->record->thread;
    b->index = in->index;
    b->cost = e->cost;
    b->pair = in->pair;
    b->period = in->period;
    rt_run_counts(in->record->outer ? in->record->outer : in->record, &b->total_instances, &b->total_cost);
    b->rms = e->set->cells;
    b->external = in->external;
    b->order = in->order;
    b->parent = in->parent;
    b->place = in->place;
    b->flags = in->flags;
    if (in->table.lost)
        b->flags |= in->chain ? ALOG_I_UNSEEN : ALOG_I_LOST;
    b->thin = e->set->thin;
    b->work = alog_work_class(in->work);
    b->set_bytes = (uint32_t)set_bytes;
}

static enum alog_tag tag_of(const struct rt_instance *in)
{
    if (in->sized)
        return in->chain ? ALOG_SIZED_CHAIN : ALOG_SIZED_INSTANCE;
    return in->chain ? ALOG_CHAIN : ALOG_INSTANCE;
}

static void fill(struct ended *e, uint8_t *p, size_t set_bytes)
{
    struct rt_instance *in = e->in;
    struct alog_instance *b = (struct alog_instance *)(void *)(p + e->front);
    /* Of a recursion whose set has to give way to its calls, it is given up; a
       loop's is a sample by chance, and its size is still known. */
    if (in->chain && !set_bytes && e->set->cells && e->set->thin > e->target->thin) {
        e->set->cells = 0;
        in->flags |= ALOG_I_UNSEEN;
    }
    if (in->sized)
        memcpy(p, &in->user_size, e->front);
    fill_instance(b, e, set_bytes);
    p += e->head;
    b->opaque_bytes = (uint32_t)put_calls(in, p);
    if (e->encoded)
        memcpy(p + b->opaque_bytes, e->encoded, set_bytes);
    else
        rt_set_encode(e->set, p + b->opaque_bytes);
    if (in->chain) {
        rt_rows_encode(&in->chain->rows, p + b->opaque_bytes + set_bytes, &e->chain);
        memcpy(b + 1, &e->chain, sizeof e->chain);
    }
}

/* Inner starts: only the longest are kept.  false: this one is not. */
static bool is_long_enough(struct ended *e, struct rt_pair *pair)
{
    pair->size = e->chain.longest;
    if (pair->size >= e->target->least_size)
        return true;
    if (e->alone)
        rt_pair_drop(e->target, e->in->pair_slot);
    return false;
}

static bool has_stride(const struct rt_cellset *set)
{
    for (size_t i = 0; i < set->runs; i++)
        if (!set->run[i].mask)
            return true;
    return false;
}

/* Of most instances all is known to fit, so that the set is encoded where it stays: of a loop that called nothing
 * unknown, while nothing is thinned.  false: it is not so. */
static bool write_usual(struct ended *e, struct rt_pair *pair)
{
    struct rt_target *g = e->target;
    const struct rt_instance *in = e->in;
    const uint64_t zeros = 0;
    uint64_t offset;
    if (in->chain || in->calls || in->sized || g->thin || e->set->thin || e->alone)
        return false;
    bool is_short = !has_stride(e->set);
    size_t head = is_short ? rt_short_head(in, e->cost, e->set->cells) : e->head;
    uint8_t *p = rt_lease_room(e->lease, head + rt_set_most(e->set), &offset), *number = NULL;
    if (!p)
        return false;
    uint8_t *set = is_short ? rt_put_short(in, e->cost, e->set->cells, p, &number) : p + head;
    size_t set_bytes = rt_set_encode(e->set, set), payload = (size_t)(set - p) + set_bytes;
    uint64_t len = rt_log_block_len(payload), bytes = g->bytes + len;
    if (set_bytes >> RT_FIXED_BITS || bytes >= g->most_sets || !rt_space_has_room(bytes, payload))
        return false;
    if (number) {
        uint8_t behind = number[3];
        rt_put_fixed(number, (uint32_t)set_bytes);
        number[3] = behind;
    } else {
        struct alog_instance *b = (struct alog_instance *)(void *)p;
        fill_instance(b, e, set_bytes);
        b->opaque_bytes = 0;
    }
    __builtin_memcpy(p + payload, &zeros, sizeof zeros);  /* the padding; there is room for more */
    rt_add(&g->bytes, len);     /* first: a jump must not leave less than there is */
    rt_lease_commit(e->lease, offset, in->run, number ? ALOG_COMPACT : tag_of(in), payload, pair, in->place);
    return true;
}

/* About as many bytes as what it says takes, whatever the regions' numbers are.  A reader looks at each line
 * of a stride: so many of them are as a byte. */
#define STRIDE_LINES 64u
static uint32_t weight_of(const struct ended *e)
{
    uint64_t weight = sizeof(struct alog_instance) + 6 * e->set->items + 24 * e->set->runs + e->rows;
    for (size_t i = 0; i < e->set->runs; i++)
        if (!e->set->run[i].mask)
            weight += rt_run_lines(e->set, &e->set->run[i]) / STRIDE_LINES;
    return weight < UINT32_MAX / 4 ? (uint32_t)weight : UINT32_MAX / 4;
}

static void weigh(struct rt_target *g, struct rt_pair *pair, uint32_t weight)
{
    if (!pair)
        return;
    rt_add(&g->weight, weight);
    pair->weight += weight;
}

/* false: it must be done alone. */
static bool write_instance(struct ended *e)
{
    struct rt_target *g = e->target;
    struct rt_pair *pair = pair_of(e->in);
    uint64_t offset;
    size_t set_bytes;
    if (g->rate == ALOG_RATE_AUTO && !pair)
        return true;            /* dropped meanwhile */
    if (pair && g->is_inner && !is_long_enough(e, pair))
        return e->alone;
    uint32_t weight = pair ? weight_of(e) : 0;
    if (e->thread->walk && !rt_context_tell(e->thread, e->lease, e->in, pair, e->alone))
        return false;
    if (write_usual(e, pair)) {
        weigh(g, pair, weight);
        return true;
    }
    if (!name_calls(e))
        return false;
    e->calls = put_calls(e->in, NULL);
    uint8_t *p = fit(e, &set_bytes, &offset);
    if (!p) {
        if (e->alone) {
            g->refused_space++;
            rt_target_stop(g, ALOG_STOP_FULL);
        }
        return e->alone;
    }
    fill(e, p, set_bytes);
    rt_add(&g->bytes, rt_log_block_len(payload_of(e, set_bytes)));      /* first, as there */
    rt_lease_commit(e->lease, offset, e->in->run, tag_of(e->in), payload_of(e, set_bytes), pair, e->in->place);
    weigh(g, pair, weight);
    if (e->alone)
        rt_space_follow(g);
    return true;
}

/* Once a pair, what it cost: the log of a killed process has it, too. */
static bool ends_pair(const struct rt_instance *in)
{
    return rt_options.budget_ppm && (in->place || in->flags & ALOG_I_FIRST_PAIR);
}

/* Does it end in the run in which it began? */
static bool is_of_run(const struct rt_thread *t, const struct rt_instance *in)
{
    return !rt_has_runs || (in->run == t->run && rt_run_is_current(t));
}

static bool log_beside(struct rt_thread *t, struct ended *e)
{
    if (!rt_share(t))
        return false;
    bool done = rt_state != RT_ON || e->target->stopped;
    if (!done && is_of_run(t, e->in) && write_instance(e)) {
        if (!e->in->place)      /* of the second the first has told */
            rt_sampler_tell(e->target);
        if (ends_pair(e->in))
            rt_spent_write_beside();
        done = true;
    }
    rt_unshare(t);
    return done;
}

/* ---- where each instance is traced ---- */

#define ROWS_SHARE 8u           /* of a log's space, so much for a target's instances with the rows of a recursion */

/* Without its set, and without what else there is no space for; what it read is in the union. */
static bool write_counted(struct rt_thread *t, struct ended *e)
{
    struct compact_instance in = { .sized = e->in->sized, .user_size = e->in->sized ? e->in->user_size : 0 };
    uint8_t *lists = rt_compact_lists(t, e->in->record);
    if (!lists)
        return false;
    fill_instance(&in.rec, e, 0);
    if (!(in.rec.flags & ALOG_I_UNSEEN) && e->set->cells)
        in.rec.flags |= ALOG_I_COUNTED;
    in.rec.opaque_bytes = e->calls <= RT_COMPACT_LISTS ? (uint32_t)put_calls(e->in, lists) : 0;
    bool rows = e->rows <= RT_COMPACT_LISTS - in.rec.opaque_bytes && e->target->bytes < rt_log_max / ROWS_SHARE;
    if (e->in->chain)
        in.chain = rows ? e->chain : (struct alog_chain){ .longest = e->chain.longest, .flags = ALOG_C_LOST };
    if (e->in->chain && rows)
        rt_rows_encode(&e->in->chain->rows, lists + in.rec.opaque_bytes, &in.chain);
    rt_compact_add(t, e->in->record, &in);
    return true;
}

/* Half of the log is for those that come without one. */
static bool has_space_for_set(const struct ended *e)
{
    uint64_t bytes = e->target->bytes + e->head + e->rows;
    return rt_log_room() > rt_log_max / 2 && bytes < e->target->most_sets
           && rt_set_encode(e->set, NULL) < e->target->most_sets - bytes;
}

static void write_exact(struct rt_thread *t, struct ended *e)
{
    if (has_space_for_set(e)) {
        write_instance(e);
        return;
    }
    if (e->target->most_sets)
        rt_union_begin(e->target);
    bool whole = !e->set->thin && !e->in->table.lost && !(e->in->flags & (ALOG_I_CUT | ALOG_I_LOST | ALOG_I_UNSEEN));
    if (!e->in->chain && whole)
        rt_union_log(e->target, e->set);
    name_calls(e);
    e->calls = put_calls(e->in, NULL);
    if (!write_counted(t, e))
        e->target->refused_space++;
}

static bool log_alone(struct rt_thread *t, struct ended *e)
{
    struct rt_target *g = e->target;
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    e->alone = true;
    rt_share_join(t);
    if (rt_state == RT_ON && !is_of_run(t, e->in)) {
        rt_event(g, ALOG_E_CROSSED, e->in->run);
    } else if (rt_state == RT_ON && !g->stopped) {
        if (g->is_exact)
            write_exact(t, e);
        else
            write_instance(e);
        rt_sampler_write(g);
        if (ends_pair(e->in))
            rt_spent_write(false);
    }
    rt_unlock(&held);
    return true;
}

bool rt_instance_log(struct rt_thread *t, struct rt_instance *in, uint64_t cost, uint64_t longest)
{
    struct rt_cellset set;
    struct ended e;
    rt_table_to_set(&in->table, &set);
    e.thread = t;
    e.in = in;
    e.target = in->record->target;
    e.lease = &t->lease;
    e.set = &set;
    e.cost = cost;
    e.calls = e.rows = e.front = 0;
    e.alone = false;
    if (in->chain) {
        e.chain = (struct alog_chain){ .longest = longest };
        rt_rows_sort(&in->chain->rows);
        if (in->table.lost)     /* its calls are known all the same */
            set = (struct rt_cellset){ .cells = 0 };
        e.rows = rt_rows_encode(&in->chain->rows, NULL, &e.chain);
    }
    if (in->sized)
        e.front = sizeof in->user_size;
    e.head = e.front + sizeof(struct alog_instance) + (in->chain ? sizeof e.chain : 0);
    return (e.target->most_sets && log_beside(t, &e)) || log_alone(t, &e);
}
