/* SPDX-License-Identifier: MIT
 *
 * The context of a function that is called with a record: the records that it hangs in, one below the other.  So it is
 * known on any stack, and past code without tables. */
#include "callers/callers.h"
#include "context/context.h"
#include "core/thread.h"
#include <algoprof/log_format.h>

#define MOST_STEPS 512u         /* levels of recursions with them */

/* The record, if it is one of the thread's, and nothing is being changed there. */
static const struct rt_context *record_at(const struct rt_contexts *all, const void *slots)
{
    uint64_t at = all ? ((uintptr_t)slots - (uintptr_t)all->base) / 8 - RT_CONTEXT_HEAD : UINT64_MAX;
    if (!all || all->busy || at >= all->words || !(all->begins[at / 64] >> at % 64 & 1))
        return NULL;
    return rt_record_at(all, (uint32_t)at);
}

/* Outside code that turned out to have contexts has its frame below. */
static uint64_t frame_of(const struct rt_contexts *all, const struct rt_context *caller, const struct rt_context *r)
{
    if (caller->of->flags & ALGOPROF_C_OUTSIDE)
        return caller->flags & RT_C_REACHED ? 0 : RT_FRAME_OUTSIDE;
    return RT_FRAME_CALL(caller->of->number, r->from - rt_place(all, caller) - RT_CONTEXT_HEAD);
}

bool rt_walk_record(struct rt_thread *t, const uint64_t *words, const void *slots, struct rt_walked *walked)
{
    const struct rt_contexts *all = rt_contexts;
    const struct rt_context *r = record_at(all, slots), *caller;
    struct rt_walk *w = t->walk;
    unsigned steps = 0;
    if (!r)
        return false;
    if (!rt_walk_place(t, words, walked)) {
        w->frames = 0;
        rt_walk_note(w, RT_FRAME_CALL(r->of->number, ALOG_NO_CALL));
    }
    for (; (caller = rt_context_parent(all, r)) && caller->from && steps < MOST_STEPS; r = caller, steps++) {
        uint64_t frame = frame_of(all, caller, r);
        if (frame)
            rt_walk_note(w, frame);
    }
    walked->known += steps + 1;
    rt_walk_close(w, steps < MOST_STEPS);
    return true;
}
