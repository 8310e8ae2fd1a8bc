/* SPDX-License-Identifier: MIT
 *
 * What the C sides of the entry points share.  The entry points in assembly call these with all
 * registers saved.  low: the lowest address that the caller's frame may use.  Or they
 * get the words that the caller has pushed, the first argument first; the caller's
 * frame lies above them, and a result takes the place of the first.
 */
#ifndef RT_GUARD_H
#define RT_GUARD_H

#include "arch/machine.h"
#include "core/state.h"
#include "core/thread.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>

/* Where the frame of a caller that pushed `count` words begins: its `low`. */
static inline uint64_t rt_above(const uint64_t *words, unsigned count)
{
    return (uint64_t)(uintptr_t)(words + count);
}

/* The same of a begin's. */
static inline uint64_t rt_above_begin(const uint64_t *words)
{
    return rt_above(words, 4 + (words[2] / ALGOPROF_B_RECORD & 1));
}

/* For calls that are no entry points: as those guard themselves.  NULL: off, or
 * on top of a slow path. */
struct rt_thread *rt_visit(uint64_t low);
void rt_visit_end(void);

/* The calling thread's state, with busy set; NULL: go away.  create: it may be made. */
struct rt_thread *rt_enter(uint64_t low, bool create);

/* As rt_enter (low, true).  due: of the instance that begins. */
struct rt_thread *rt_enter_due(uint64_t low, bool create, const struct algoprof_hot *due);

/* Close instances whose frames are gone (longjmp, exceptions). */
void rt_close_gone(struct rt_thread *, uint64_t sp);

/* The innermost instance that is traced has missed an access. */
void rt_lose(void);

/* begin and end, whatever is open and known. */
void rt_any_begin(uint64_t *words);
void rt_any_end(const uint64_t *words);
void rt_any_close(uint64_t *words);

/* After an rt_enter that let in. */
static inline void rt_leave(void)
{
    struct rt_thread *t = rt_tls.self;
    if (t) {
        rt_lend(t);
        atomic_store_explicit(&t->inside, false, memory_order_release);
    }
    RT_BARRIER();
    rt_tls.busy = 0;
    if (t && t->begun.held)
        rt_thread_begun(t);
}

#endif
