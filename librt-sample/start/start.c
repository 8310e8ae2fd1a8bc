/* SPDX-License-Identifier: MIT
 *
 * The start of the process, as the loader calls it.  On top of all others: it compares an entry
 * point of this runtime with the one that programs find. */
#include "core/state.h"
#include "core/thread.h"
#include "process/process.h"
#include <algoprof/rt_abi.h>

extern const char rt_is_here __asm__(ALGOPROF_MISSING);
__attribute__((visibility("default"))) const char rt_is_here = ALGOPROF_ABI;

/* __algoprof1_lookup as this runtime has it, and as programs find it. */
extern const char rt_own_lookup[] __attribute__((visibility("hidden")));
extern const char rt_found_lookup[] __asm__(ALGOPROF_CALLED);

/* Does another runtime serve the whole process, so that this one has nothing to log? */
static bool is_idle(void)
{
    const char *found = rt_found_lookup;
    __asm__("" : "+r"(found));          /* two names of one place are no error */
    return found != rt_own_lookup;
}

__attribute__((constructor(101))) static void at_start(void)
{
    if (rt_state != RT_VIRGIN || is_idle())
        return;
    /* The host's memcpy may have a marked loop, and come back here. */
    rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    RT_BARRIER();
    rt_start();
    RT_BARRIER();
    rt_tls.busy = 0;
}
