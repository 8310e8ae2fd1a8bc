/* SPDX-License-Identifier: MIT
 *
 * Contexts and tuples lie in one area of ALGOPROF_CONTEXT_MEMORY bytes.  Where that is full, what would be new is
 * counted as missed.  A handler may interrupt this anywhere, and what it runs is missed, too; or jump out of it: a
 * context or tuple is one when its key is there, which is written last. */
#include "arch/general_only.h"
#include "arch/machine.h"
#include "inhouse/by_context.h"
#include "base/memory.h"
#include "base/options.h"
#include "context/context.h"
#include "core/state.h"
#include "inhouse/inhouse.h"
#include "log/log.h"

#define LEAST_BYTES 32768u
#define MOST_BYTES ((uint64_t)1 << 32)
#define FRAMES_BYTES (((uint64_t)1 << 24) * sizeof(struct place))       /* as of frames: inhouse/threads.c */

struct node {
    uint32_t parent, routine;   /* number of a node, 0: none; of the routine */
    uint32_t first;             /* tuple + 1 */
    uint32_t written;           /* this process's log has it */
};

struct tuple {
    uint32_t node, next;        /* 0: free; another one of the node's + 1 */
    uint64_t class;
    uint64_t count, sizes, sum, most;
};

/* Which context a pending activation has, if its stamp is that one. */
struct place {
    uint32_t stamp, node;
};

struct rt_by_context {
    struct node *node;          /* from 1 */
    uint32_t *by_key;           /* of nodes, open addressing */
    struct tuple *tuple;        /* likewise, themselves */
    uint32_t nodes, most_nodes, node_mask, tuples, most_tuples, tuple_mask;
    struct place *place;        /* of frames */
    uint64_t last_stamp;        /* stamps grow, but when all are numbered anew */
    uint64_t busy;              /* stack of what works on it; 0: nothing does */
    uint64_t missed;
    uint64_t bytes;
};

static uint32_t power_below(uint64_t n)
{
    return (uint32_t)1 << (63 - __builtin_clzll(n));
}

struct rt_by_context *rt_by_context_begin(void)
{
    uint64_t memory = rt_options.context_memory;
    if (!rt_options.contexts || !rt_contexts)
        return NULL;
    memory = memory < LEAST_BYTES ? LEAST_BYTES : memory > MOST_BYTES ? MOST_BYTES : memory;
    /* A quarter for nodes, or less; the rest for tuples. */
    uint32_t node_rooms = power_below(memory / 4 / (sizeof(struct node) + sizeof(uint32_t)));
    uint32_t tuple_rooms = power_below((memory - memory / 4) / sizeof(struct tuple));
    uint64_t bytes = sizeof(struct rt_by_context) + node_rooms * (sizeof(struct node) + sizeof(uint32_t))
                     + tuple_rooms * sizeof(struct tuple);
    struct rt_by_context *c = rt_space_reserve(bytes);
    struct place *place = c ? rt_space_reserve(FRAMES_BYTES) : NULL;
    if (!place) {
        if (c)
            rt_unmap(c, bytes);
        return NULL;
    }
    struct tuple *tuple = (void *)(c + 1);
    struct node *node = (void *)(tuple + tuple_rooms);
    *c = (struct rt_by_context){ .tuple = tuple, .node = node, .by_key = (uint32_t *)(void *)(node + node_rooms),
                                 .most_nodes = node_rooms / 4 * 3, .node_mask = node_rooms - 1,
                                 .most_tuples = tuple_rooms / 4 * 3, .tuple_mask = tuple_rooms - 1,
                                 .place = place, .bytes = bytes };
    return c;
}

void rt_by_context_end(struct rt_by_context *c)
{
    if (!c)
        return;
    rt_unmap(c->place, FRAMES_BYTES);
    rt_unmap(c, c->bytes);
}

/* ---- contexts */

static uint32_t *room_of(const struct rt_by_context *c, uint32_t parent, uint32_t routine)
{
    uint64_t i = alog_line_hash((uint64_t)parent << 32 | routine);
    for (;; i++) {
        uint32_t *at = &c->by_key[i & c->node_mask], n = *at;
        if (!n || (c->node[n].parent == parent && c->node[n].routine == routine))
            return at;
    }
}

/* 0: no room. */
static uint32_t below(struct rt_by_context *c, uint32_t parent, uint32_t routine)
{
    uint32_t *at = room_of(c, parent, routine);
    if (*at)
        return *at;
    for (uint32_t n = parent; n; n = c->node[n].parent)
        if (c->node[n].routine == routine)
            return n;
    if (c->nodes >= c->most_nodes)
        return 0;
    uint32_t n = c->nodes + 1;
    c->node[n] = (struct node){ parent, routine, 0, 0 };
    c->nodes = n;
    RT_BARRIER();
    *at = n;
    return n;
}

static void forget_places(struct rt_by_context *c, const struct rt_inhouse *t)
{
    if (t->count < c->last_stamp)
        for (int64_t i = 0; i <= t->ready - t->bottom; i++)
            c->place[i].stamp = 0;
    c->last_stamp = t->count;
}

/* The number of a function that is to be told of; 0: it is a loop, or unknown. */
static uint32_t function_of(const struct rt_inhouse *t, const struct algoprof_frame *f)
{
    uint32_t routine = rt_frame_routine(t, f);
    return routine && !rt_routine_is_loop(routine) ? routine : 0;
}

/* The context of a pending activation: of a loop's that of its function.  0: there is none, or no room. */
static uint32_t context_of(struct rt_by_context *c, const struct rt_inhouse *t, const struct algoprof_frame *f)
{
    const struct algoprof_frame *known = f;
    forget_places(c, t);
    while (known > t->bottom && c->place[known - t->bottom].stamp != known->stamp)
        known--;
    uint32_t node = known > t->bottom ? c->place[known - t->bottom].node : 0;
    while (known < f) {
        uint32_t function = function_of(t, ++known);
        if (function && !(node = below(c, node, function)))
            return 0;
        c->place[known - t->bottom] = (struct place){ known->stamp, node };
    }
    return node;
}

/* ---- tuples */

/* The lowest size of its class. */
static uint64_t class_of(uint64_t size)
{
    if (size < 16)
        return size;
    unsigned shift = 60u - (unsigned)__builtin_clzll(size);     /* 4 bits stay */
    return size >> shift << shift;
}

/* NULL: no room. */
static struct tuple *tuple_of(struct rt_by_context *c, uint32_t node, uint64_t class)
{
    for (uint64_t i = alog_line_hash(class ^ (uint64_t)node << 40);; i++) {
        struct tuple *t = &c->tuple[i & c->tuple_mask];
        if (t->node == node && t->class == class)
            return t;
        if (t->node)
            continue;
        if (c->tuples >= c->most_tuples)
            return NULL;
        *t = (struct tuple){ .class = class, .next = c->node[node].first };
        c->tuples++;
        RT_BARRIER();
        t->node = node;
        RT_BARRIER();
        c->node[node].first = (uint32_t)(t - c->tuple) + 1;
        return t;
    }
}

void rt_by_context_add(struct rt_inhouse *t, const struct algoprof_frame *f, uint64_t size, uint64_t cost)
{
    struct rt_by_context *c = t->by_context;
    uint64_t sp = (uintptr_t)__builtin_frame_address(0);
    if (!function_of(t, f))
        return;
    if (c->busy && sp < c->busy) {      /* a handler on top of this */
        c->missed++;
        return;
    }
    c->busy = sp;
    RT_BARRIER();
    uint32_t node = context_of(c, t, f);
    struct tuple *to = node ? tuple_of(c, node, class_of(size)) : NULL;
    if (to) {
        to->count++;
        to->sizes += size;
        to->sum += cost;
        to->most = cost > to->most ? cost : to->most;
    } else {
        c->missed++;
    }
    RT_BARRIER();
    c->busy = 0;
}

/* ---- the log */

#define BYTES 65536u
#define ROW_BYTES 40u
#define TUPLE_BYTES 40u

static uint8_t bytes[BYTES] RT_LARGE;

struct part {
    struct alog_context_costs head;
    uint8_t *p;
};

static uint8_t *put_number(uint8_t *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *p++ = (uint8_t)(n | 0x80);
    *p++ = (uint8_t)n;
    return p;
}

static bool end_part(struct part *part)
{
    size_t rows = (size_t)(part->p - bytes);
    uint64_t offset;
    if (!part->head.rows && !part->head.missed)
        return true;
    part->head.rows_bytes = (uint32_t)rows;
    struct alog_context_costs *block = rt_run_ensure(&rt_run_now)
                                           ? rt_log_reserve(sizeof *block + rows, rt_log_max, &offset) : NULL;
    if (!block)
        return false;
    *block = part->head;
    rt_copy_many(block + 1, bytes, rows);
    rt_log_commit(offset, rt_run, ALOG_CONTEXT_COSTS, sizeof *block + rows, 0);
    part->head.rows = 0;
    part->head.missed = 0;
    part->p = bytes;
    return true;
}

static uint32_t new_tuples(const struct rt_by_context *c, const struct node *n)
{
    uint32_t count = 0;
    for (uint32_t i = n->first; i; i = c->tuple[i - 1].next)
        count += c->tuple[i - 1].count > 0;
    return count;
}

/* All tuples of a node have room in a block: there are 16 classes, and 8 for each doubling. */
_Static_assert(ROW_BYTES + TUPLE_BYTES * (16 + 8 * 60) < BYTES, "a row is not larger than a block");

static bool put_node(struct rt_by_context *c, uint32_t number, rt_routine_teller *tell, struct part *part)
{
    struct node *n = &c->node[number];
    uint32_t tuples = new_tuples(c, n);
    if (!tuples && n->written)
        return true;
    if (!tell(n->routine))
        return false;
    if (part->p + ROW_BYTES + TUPLE_BYTES * tuples > bytes + BYTES && !end_part(part))
        return false;
    uint8_t *p = put_number(put_number(put_number(put_number(part->p, number), n->parent), n->routine), tuples);
    for (uint32_t i = n->first; i; i = c->tuple[i - 1].next) {
        struct tuple *t = &c->tuple[i - 1];
        if (!t->count)
            continue;
        p = put_number(put_number(put_number(put_number(p, t->count), t->sizes), t->sum), t->most);
        t->count = t->sizes = t->sum = t->most = 0;
    }
    part->p = p;
    part->head.rows++;
    n->written = true;
    return true;
}

bool rt_by_context_write(struct rt_inhouse *t, unsigned cell, rt_routine_teller *tell)
{
    struct rt_by_context *c = t->by_context;
    if (!c)
        return true;
    struct part part = { .head = { .thread = t->number, .cell = cell, .missed = c->missed }, .p = bytes };
    c->missed = 0;
    for (uint32_t number = 1; number <= c->nodes; number++)
        if (!put_node(c, number, tell, &part))
            return false;
    return end_part(&part);
}

void rt_by_context_forked(struct rt_by_context *c)
{
    if (!c)
        return;
    for (uint32_t i = 0; i <= c->tuple_mask; i++)
        c->tuple[i].count = c->tuple[i].sizes = c->tuple[i].sum = c->tuple[i].most = 0;
    for (uint32_t i = 1; i <= c->nodes; i++)
        c->node[i].written = false;
    c->missed = 0;
}
