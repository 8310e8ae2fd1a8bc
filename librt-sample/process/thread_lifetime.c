/* SPDX-License-Identifier: MIT
 * A thread's life: its memory, its place in the list, its end. */
#include "process/thread_lifetime.h"
#include "arch/machine.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/rng.h"
#include "callers/callers.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "core/thread_memory.h"
#include "libc/steps.h"
#include "log/lease.h"
#include "log/log.h"
#include "budget/start_or_leave.h"
#include "sample/thread_runs.h"
#include "sample/target_on_thread.h"
#include "trace/call_names.h"
#include "trace/mirrors.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <errno.h>
#include <string.h>

static void link_thread(struct rt_thread *t)
{
    t->next = rt_threads;
    t->link = &rt_threads;
    if (t->next)
        t->next->link = &t->next;
    rt_threads = t;
}

static void unlink_thread(struct rt_thread *t)
{
    *t->link = t->next;
    if (t->next)
        t->next->link = t->link;
}

static uint64_t random_seed;            /* where ALGOPROF_SEED gives none */

void rt_threads_begin(void)
{
    if (!rt_options.seed.given && !rt_random_bytes(&random_seed, sizeof random_seed))
        random_seed = (uint64_t)(uintptr_t)&random_seed ^ rt_now_ms();
}

static void seed(struct rt_thread *t)
{
    uint64_t value = rt_options.seed.given ? rt_options.seed.value : random_seed;
    rt_rng_seed(&t->rng, alog_line_hash(alog_line_hash(value) + t->number));
}

/* What f calls may use registers that entry points do not save.  They are kept where the
 * thread will have its records: on its stack, which may be new, they could take a page more. */
static void call_keeping(struct rt_thread *t, void (*f)(void *))
{
    uint8_t *area = (uint8_t *)t->first_record;
    bool fits = rt_save_size && rt_save_size <= 4096 - offsetof(struct rt_thread, first_record);
    rt_keep_all_in(f, NULL, fits ? area : NULL);
    if (fits)
        memset(area, 0, offsetof(struct rt_thread, lease.lot) - offsetof(struct rt_thread, first_record));
}

static void init(struct rt_thread *t, const struct rt_held *held)
{
    t->stack = t->first_stack;
    t->room = RT_FIRST_DEPTH;
    t->by_hot = t->first_hot;
    t->by_hot_mask = RT_FIRST_HOTS - 1;
    t->stack_class = t->by_hot_class = RT_OWN_CLASS;
    t->spare = t->first_record;
    t->spares = RT_FIRST_RECORDS;
    t->error = &errno;
    t->tls = &rt_tls;
    t->begun = *held;
    t->masking = held->held;
}

struct rt_thread *rt_thread_new(const struct rt_held *signals, void (*f)(void *))
{
    struct rt_thread *t = rt_spare_any() ? NULL : rt_spare_map();
    struct rt_held held;
    if (!rt_lock_first(&held)) {
        if (t && rt_state != RT_SEALED)
            rt_unmap(t, RT_THREAD_BYTES);
        return NULL;
    }
    if (!t && !(t = rt_spare_take()))
        t = rt_spare_map();     /* another thread was faster */
    if (t) {
        call_keeping(t, f);
        init(t, signals);
        t->number = rt_thread_numbers++;
        t->run = rt_run;
        link_thread(t);
    }
    rt_unlock(&held);
    if (!t)
        return rt_not_counted();
    seed(t);
    return t;
}

/* All memory of a thread that is not in the list, but its mapping. */
static void release(struct rt_thread *t)
{
    for (void *page = t->record_pages; page;) {
        void *next = *(void **)page;
        rt_pages_put(&t->pages, page, 0);
        page = next;
    }
    if (t->by_hot_class != RT_OWN_CLASS)
        rt_pages_put(&t->pages, t->by_hot, t->by_hot_class);
    if (t->stack_class != RT_OWN_CLASS)
        rt_pages_put(&t->pages, t->stack, t->stack_class);
    rt_kept_release(t);
    rt_found_release(t);
    rt_callers_release(t);
    rt_names_release(&t->names, &t->pages);
    rt_pages_release(&t->pages, (uint8_t *)t + RT_THREAD_OWN, RT_THREAD_BYTES - RT_THREAD_OWN);
}

static uint64_t ended_blocks;   /* that threads which are over wrote */

uint64_t rt_blocks_written(void)
{
    uint64_t sum = ended_blocks;
    for (const struct rt_thread *t = rt_threads; t; t = t->next)
        sum += t->lease.written;
    return sum;
}

/* The thread ends: what is open is cut, counts become final.  Whoever walks the list may still
 * meet the thread, which has nothing any more. */
static void give_up(struct rt_thread *t)
{
    if (rt_state == RT_ON)
        rt_own_run_leave(t, NULL);
    for (struct rt_record *r = t->records; r; r = r->next)
        if (rt_state == RT_ON) {
            rt_compact_flush(r);
            rt_counter_fold(r);
        }
    rt_compact_release(t);
    if (rt_state == RT_ON)
        rt_lease_return(&t->lease);
    ended_blocks += t->lease.written;
    t->lease.written = 0;
    t->records = NULL;
    rt_share_part(t);
}

/* Its memory, for another thread.  Areas are unmapped without the lock, which takes its time. */
static bool leave(struct rt_thread *t)
{
    struct rt_held held;
    release(t);
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    unlink_thread(t);
    rt_tls.self = NULL;         /* a handler may exit as soon as signals come again */
    bool kept = rt_spare_keep(t);
    rt_unlock(&held);
    if (!kept)
        rt_unmap(t, RT_THREAD_BYTES);
    return true;
}

/* false: it has to stay in the list. */
static bool end(struct rt_thread *t)
{
    struct rt_held held;
    while (t->depth)
        rt_instance_pop(t, 0, true);
    rt_records_check(t, rt_modules_unloaded_for_c());
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    give_up(t);
    rt_unlock(&held);
    return leave(t);
}

void rt_thread_end(struct rt_thread *t)
{
    struct rt_held held;
    rt_hold_signals(&held);     /* once for all of it */
    bool done = end(t);
    rt_let_signals(&held);      /* first: who seals waits for those that are not gone */
    if (!done)
        t->gone = true;         /* the hot records' memory goes now */
}

/* Other threads went on while the memory was copied, page by page: what they
 * point to is not to be trusted. */
void rt_threads_forget(bool safe)
{
    struct rt_thread *own = rt_tls.self;
    for (struct rt_thread *t = safe ? rt_threads : NULL, *next; t; t = next) {
        next = t->next;
        if (t != own)
            rt_unmap(t, RT_THREAD_BYTES);
    }
    if (!safe)
        rt_spare_forget();
    if (safe && own) {
        rt_trace_release(own);
        rt_compact_release(own);
        release(own);
        if (!rt_spare_keep(own))
            rt_unmap(own, RT_THREAD_BYTES);
    }
    rt_threads = NULL;
    rt_share_forget();
    rt_thread_numbers = 0;
    ended_blocks = 0;
    rt_counts_short = false;
}
