/* SPDX-License-Identifier: MIT
 *
 * What the entries of functions with contexts ask for when a slot has no record for them (arch/<machine>/entry).
 * Handlers of signals may interrupt it anywhere and come here: they get no context then, and are counted so. */
#include "arch/general_only.h"
#include "arch/machine.h"
#include "context/context.h"
#include "core/state.h"
#include "process/process.h"
#include "spool/spool.h"
#include <errno.h>

uint64_t rt_context_find(uint64_t *slot, struct algoprof_callable *of) __attribute__((visibility("hidden")));

struct request {
    struct rt_contexts *t;
    struct algoprof_callable *of;
    struct rt_context *keep;
    uint64_t sp;
    bool done;
};

static __thread bool beginning;

static void begin(void *p)
{
    struct request *q = p;
    int error = errno;
    if (beginning)              /* the host's functions that this calls may have contexts */
        return;
    beginning = true;
    q->t = rt_process_ready() ? rt_contexts_begin() : NULL;
    if (!q->t && rt_contexts_refused && !q->of->number)
        rt_callable_know(q->of);        /* its calls are told, without a context */
    beginning = false;
    errno = error;
}

static void know(void *p)
{
    struct request *q = p;
    q->done = rt_callable_know(q->of);
}

static void prune(void *p)
{
    struct request *q = p;
    q->done = rt_contexts_prune(q->t, q->keep);
}

/* The slot is of a record without context. */
static uint64_t without_context(uint64_t *slot, struct algoprof_callable *of)
{
    uint64_t slots = (uintptr_t)rt_context_spare(of)->slot;
    if (slot != rt_no_slot && !rt_contexts_hold(slot))
        *slot = slots;
    return slots;
}

/* Has `own' the symbol that the other unit calls it by? */
static bool has_symbol(const struct algoprof_callable *own, const struct algoprof_callable *outside)
{
    const char *one = (const char *)outside + outside->symbols, *s = (const char *)own + own->symbols;
    for (;; s++) {
        const char *t = one;
        while (*t && *s == *t)
            s++, t++;
        if (!*t && (!*s || *s == '\n'))
            return true;
        while (*s && *s != '\n')
            s++;
        if (!*s)
            return false;
    }
}

/* Of a recursion all levels are one (Ammons, Ball, Larus 1997).  Outside code that calls back is no part of it: what it
 * calls is another thing each time. */
static struct rt_context *ancestor(struct rt_contexts *t, struct rt_context *owner, const struct algoprof_callable *of)
{
    if (of->flags & (ALGOPROF_C_FULL | ALGOPROF_C_OUTSIDE))
        return NULL;
    for (struct rt_context *r = owner; r; r = rt_context_parent(t, r))
        if (r->of == of)
            return r;
    return NULL;
}

static struct rt_context *make_room(struct rt_contexts *t, struct algoprof_callable *of, uint64_t *slot,
                                    struct rt_context *owner, uint64_t sp)
{
    struct request q = { t, of, owner, sp, false };
    if (t->wait) {
        t->wait--;
        return NULL;
    }
    rt_keep_all(prune, &q);
    return q.done ? rt_context_make(t, of, slot) : NULL;
}

static struct rt_context *add(struct rt_contexts *t, uint64_t *slot, struct rt_context *owner, struct algoprof_callable *of,
                              uint64_t sp)
{
    bool several = *slot != 0;
    struct rt_context *r = several ? rt_context_linked(t, slot, of) : NULL;
    if (r)
        return r;
    if (!of->number) {
        struct request q = { t, of, owner, sp, false };
        rt_keep_all(know, &q);
        if (!q.done)
            return NULL;
    }
    if ((owner->of->flags & ALGOPROF_C_OUTSIDE) && has_symbol(of, owner->of))
        owner->flags |= RT_C_REACHED;
    r = ancestor(t, owner, of);
    if (!r && !t->closed && (!several || t->linked < t->most_links))
        r = rt_context_make(t, of, slot);
    if (!r && !t->closed)
        r = make_room(t, of, slot, owner, sp);
    if (r && several && !rt_context_link(t, slot, r))
        return NULL;
    return r;
}

static struct rt_contexts *begin_thread(struct algoprof_callable *of, uint64_t sp)
{
    struct request q = { .of = of, .sp = sp };
    if (rt_state == RT_OFF)
        return NULL;
    rt_keep_all(begin, &q);
    return q.t;
}

static void look_where(void *p)
{
    struct request *q = p;
    q->done = rt_module_is_of_place(q->of->flags & ALGOPROF_C_SHIPPED, q->of);
}

/* Is it not for the log of this process, whether or not that is begun? */
static bool is_elsewhere(struct algoprof_callable *of)
{
    struct request q = { .of = of };
    if (of->flags & ALGOPROF_C_ELSEWHERE)
        return true;
    rt_keep_all(look_where, &q);
    if (!q.done)
        of->flags |= ALGOPROF_C_ELSEWHERE;
    return !q.done;
}

/* The address of the slots of the callee's record. */
uint64_t rt_context_find(uint64_t *slot, struct algoprof_callable *of)
{
    struct rt_contexts *t = rt_contexts;
    uint64_t sp = (uintptr_t)__builtin_frame_address(0);
    if (!of->number && is_elsewhere(of))
        return without_context(slot, of);
    if (!t && !(t = begin_thread(of, sp)))
        return without_context(slot, of);
    if (t->busy && sp < t->busy)        /* a handler on top of this */
        return (uintptr_t)rt_context_spare(of)->slot;
    t->closed |= t->pruning;            /* a jump left it */
    t->busy = sp;
    RT_BARRIER();
    if (slot == rt_no_slot) {
        slot = rt_record_at(t, 1)->slot;
        rt_context_cursor = slot;
    }
    t->wanders |= sp - t->stack_low >= t->stack_end - t->stack_low;
    struct rt_context *owner = rt_context_owner(t, slot), *r = owner ? add(t, slot, owner, of, sp) : NULL;
    uint64_t slots;
    if (r)
        *slot = slots = (uintptr_t)r->slot;
    else
        slots = owner ? (uintptr_t)rt_context_spare(of)->slot : without_context(slot, of);
    RT_BARRIER();
    t->busy = 0;
    return slots;
}
