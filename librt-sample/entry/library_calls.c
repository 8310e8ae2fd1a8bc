/* SPDX-License-Identifier: MIT
 * Calls of library functions from traced code, as the entry points call and returned report them. */
#include "arch/machine.h"
#include "base/words.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "libc/steps.h"
#include "trace/trace.h"
#include <errno.h>

/* Words as in rt_abi.h; own: as rt_find_mirror has it. */
void rt_call(const uint64_t *words, struct rt_registers *, const void *own);
void rt_returned(const uint64_t *words, struct rt_registers *);

void rt_call(const uint64_t *words, struct rt_registers *r, const void *own)
{
    int error = errno;
    struct rt_thread *t = rt_enter(rt_above(words, 2), false);
    if (t) {
        const struct rt_call c = { rt_pointer(words[0]), rt_above(words, 2), words[1], r, own };
        rt_flush(t);
        rt_steps_before(t, &c);
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
}

void rt_returned(const uint64_t *words, struct rt_registers *r)
{
    uint64_t low = rt_above(words, 1);
    int error = errno;
    struct rt_thread *t = rt_enter(low, false);
    const struct rt_call c = { rt_pointer(words[0]), low, low + RT_RED_ZONE, r, NULL };
    bool known = t && rt_steps_behind(t, &c);
    if (t)
        rt_leave();
    if (!known)
        rt_lose();
    errno = error;
}
