/* SPDX-License-Identifier: MIT
 *
 * A module is about to be unloaded: its last destructor (gcc-plugin/site/site.cc) comes
 * here, as long as the records of its targets, which are in thread-local memory
 * of its own, can still be read.  At the end of the process it comes here too. */
#include "context/context.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "log/log.h"
#include "sample/target_on_thread.h"
#include <algoprof/rt_abi.h>
#include <errno.h>

void rt_unloading(const void *place) __asm__(ALGOPROF_RT("unloading")) __attribute__((visibility("default")));

/* The module is looked up once, however many records there are. */
static void close_records(const void *place)
{
    struct rt_extent module = rt_module_extent(place);
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->gone ? NULL : t->records; r; r = r->next)
            if (r->hot && !r->closed && rt_extent_has(module, r->site)) {
                rt_counter_settle(r, true);
                r->closed = true;
            }
}

/* place: in the module. */
void rt_unloading(const void *place)
{
    int error = errno;
    struct rt_held held;
    if (rt_state == RT_SEALED && !rt_is_child()) {
        close_records(place);
        return;
    }
    if (rt_state == RT_VIRGIN || !rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0)))
        return;
    if (rt_lock(&held, RT_WAIT_LONG)) {
        close_records(place);
        rt_callables_unload(place);
        rt_unlock(&held);
    }
    rt_visit_end();
    errno = error;
}
