/* SPDX-License-Identifier: MIT
 * Calls of library functions from traced code, as the entry points call and returned report them. */
#include "arch/machine.h"
#include "base/words.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "libc/steps.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>
#include <errno.h>

#define SHORT 64u               /* characters that are compared here */

/* Words as in rt_abi.h; own: as rt_find_mirror has it; access: the entry point. */
void rt_call(const uint64_t *words, struct rt_registers *, const void *own, const void *access);
void rt_returned(const uint64_t *words, struct rt_registers *);

/* ---- two strings that soon differ */

/* STRCMP, STRNCMP or MEMCMP of the first arguments (rt_abi.h), and nothing else; 0: another call. */
static unsigned comparison_of(const char *steps)
{
    const char *s = steps + 2;
    unsigned op = steps[0] == 'M' && steps[1] ? (unsigned)(steps[1] - '0') : 0;
    if (op < ALGOPROF_M_STRCMP || op > ALGOPROF_M_MEMCMP || s[0] != ':' || s[1] != '0' || s[2] != 'p' || s[3] != ','
        || s[4] != '1' || s[5] != 'p')
        return 0;
    if (op == ALGOPROF_M_STRCMP)
        return s[6] ? 0 : op;
    return s[6] == ',' && s[7] == '2' && s[8] == 'q' && !s[9] ? op : 0;
}

/* The characters that it reads of each; more than SHORT: nobody has looked at those. */
static uint64_t compared(const unsigned char *a, const unsigned char *b, uint64_t most, bool ends)
{
    uint64_t n = 0;
    while (n < most) {
        if (n == SHORT)
            return n + 1;
        unsigned char c = a[n], d = b[n];
        n++;
        if (c != d || (ends && !c))
            break;
    }
    return n;
}

/* Loops that look for a name make such calls, so they go into the lent table as other accesses do.
   false: nothing is done. */
static bool is_compared(const uint64_t *words, struct rt_registers *r, const void *access)
{
    unsigned op = rt_tls.busy || !rt_tls.slots ? 0 : comparison_of(rt_pointer(words[0]));
    if (!op)
        return false;
    uint64_t a = *rt_argument(r, 0), b = *rt_argument(r, 1);
    uint64_t most = op == ALGOPROF_M_STRCMP ? UINT64_MAX : *rt_argument(r, 2);
    uint64_t n = a && b ? compared(rt_pointer(a), rt_pointer(b), most, op != ALGOPROF_M_MEMCMP) : SHORT + 1;
    if (n > SHORT)
        return false;
    rt_tls.self->done.compared++;
    if (n) {
        rt_call_access(access, a, n);
        rt_call_access(access, b, n);
    }
    return true;
}

void rt_call(const uint64_t *words, struct rt_registers *r, const void *own, const void *access)
{
    if (is_compared(words, r, access))
        return;
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
