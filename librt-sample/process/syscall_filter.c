/* SPDX-License-Identifier: MIT
 *
 * The program is about to filter its system calls, and the filter may kill it
 * for any that it does not know of.  From here on the runtime makes none: nothing
 * is traced, and no memory, lock or file is taken.  What was there before stays
 * mapped: the counts of threads and targets that are known go on, and reach the
 * log; others are missing, and the log says so. */
#include "context/context.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"
#include "process/process.h"
#include "process/thread_lifetime.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include "sample/spent_block.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

#define SEALED_GAP ((int64_t)1 << 20)   /* counts reach the log this often */

bool rt_seal(struct rt_thread *t)
{
    struct rt_held held;
    while (t->depth)
        rt_instance_pop(t, 0, true);
    bool unloaded = rt_modules_unloaded();
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    rt_compact_flush_all();
    rt_counters_write_all(unloaded);
    rt_contexts_write();
    rt_event(NULL, ALOG_E_STOPPED, ALOG_STOP_SEALED);
    rt_samplers_write_all();
    rt_spent_write(true);
    rt_log_seal();
    rt_state = RT_SEALED;
    rt_wait_for_sealed();
    rt_unlock(&held);
    return true;
}

void rt_count_sealed(const struct algoprof_site *site, struct algoprof_hot *hot)
{
    struct rt_thread *t = rt_tls.self;
    if (rt_tls.busy || rt_is_child() || hot->countdown >= 0)
        return;
    rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    RT_BARRIER();
    struct rt_record *r = t ? rt_record_find(t, site, hot) : NULL;
    if (r) {
        rt_record_arm(r, SEALED_GAP);
        rt_counter_write(r);
    } else {
        rt_counts_short = true;
        hot->countdown = RT_NEVER;
    }
    RT_BARRIER();
    rt_tls.busy = 0;
}

/* What it had counted stays; its memory too. */
void rt_thread_end_sealed(struct rt_thread *t)
{
    if (rt_is_child())
        return;
    rt_records_check(t, rt_modules_unloaded());
    for (struct rt_record *r = t->records; r; r = r->next)
        rt_counter_write(r);
    t->gone = true;
}
