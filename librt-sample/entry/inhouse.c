/* SPDX-License-Identifier: MIT
 *
 * The entry points of in-house mode (include/algoprof/inhouse_abi.h): functions of C, which a signal's handler may
 * interrupt at any place, and call. */
#include "inhouse/inhouse.h"
#include "base/options.h"
#include "core/state.h"
#include "libc/steps.h"
#include "log/log.h"
#include "process/process.h"
#include <errno.h>

#define ENTRY(name) __asm__(ALGOPROF_INHOUSE(#name)) __attribute__((visibility("default")))
#define MOST_TAILS 4096u        /* ended by tail calls, below each other */

struct algoprof_frame *rt_in_enter(struct algoprof_routine *) ENTRY(enter);
void rt_in_leave(struct algoprof_frame *, uint64_t cost) ENTRY(leave);
void rt_in_tail(struct algoprof_frame *, uint64_t cost) ENTRY(tail);
void rt_in_landed(struct algoprof_frame *) ENTRY(landed);
void rt_in_read(struct algoprof_frame *, uint64_t address, uint64_t size) ENTRY(read);
void rt_in_write(struct algoprof_frame *, uint64_t address, uint64_t size) ENTRY(write);
void rt_in_call(struct algoprof_frame *, const char *steps, const uint64_t *words) ENTRY(call);
void rt_in_returned(struct algoprof_frame *, const char *steps, const uint64_t *words, uint64_t result) ENTRY(returned);

static __thread bool refused, beginning;
static bool told;

/* Once a process: why nothing is profiled. */
static void say(const char *why, size_t len)
{
    if (!rt_options.verbose || __atomic_exchange_n(&told, true, __ATOMIC_RELAXED))
        return;
    rt_say(why, len);
}
#define SAY(text) say(text, sizeof text - 1)

static struct rt_inhouse *begin(unsigned cell)
{
    struct rt_inhouse *t = NULL;
    int error = errno;
    if (beginning || !rt_process_ready())
        return NULL;
    beginning = true;           /* the host's memset may be profiled */
    if (!rt_inhouse_takes(cell))
        SAY("algoprof: in-house mode: files are compiled with different cells; those that differ from the first "
            "are not profiled\n");
    else if (!(t = rt_inhouse_begin(cell))) {
        refused = true;
        SAY("algoprof: in-house mode: no address space for the stamps of a thread, which is not profiled\n");
    }
    rt_inhouse = t;
    beginning = false;
    errno = error;
    return t;
}

/* false: it is not profiled. */
static bool prepare(struct algoprof_routine *r)
{
    if (refused || r->number == ALGOPROF_NO_ROUTINE || (!rt_inhouse && !begin(r->cell)))
        return false;
    if (r->number)
        return true;
    if (beginning || r->cell != rt_inhouse_cell)
        return false;
    beginning = true;
    r->number = rt_routine_number(r);
    beginning = false;
    return r->number != ALGOPROF_NO_ROUTINE;
}

/* The oldest of many that wait for what they called ends now. */
static void bound_tails(struct rt_inhouse *t)
{
    if (t->top->tails >= MOST_TAILS)
        rt_frames_end(t, t->top - 1);
}

struct algoprof_frame *rt_in_enter(struct algoprof_routine *r)
{
    struct rt_inhouse *t = rt_inhouse;
    if (__builtin_expect(!t || r->number - 1 >= ALGOPROF_NO_ROUTINE - 1, 0)) {
        if (!prepare(r))
            return &rt_nobody;
        t = rt_inhouse;
    }
    if (__builtin_expect(t->count >= RT_STAMPS - 1, 0))
        rt_stamps_renumber(t);
    if (__builtin_expect(t->top->tails >= MOST_TAILS, 0))
        bound_tails(t);
    struct algoprof_frame *f = t->top + 1;
    if (__builtin_expect(f > t->end, 0)) {
        t->lost++;
        return &rt_nobody;
    }
    t->top = f;
    RT_BARRIER();
    f->stamp = (uint32_t)rt_own_add((_Atomic uint64_t *)&t->count, 1) + 1;
    f->tails = 0;
    f->stamps = t->stamps;
    f->mask = t->mask;
    f->cost = 0;
    f->size = 0;
    f->below = 0;
    f->routine = r;
    return f;
}

void rt_in_leave(struct algoprof_frame *f, uint64_t cost)
{
    struct rt_inhouse *t = rt_inhouse;
    if (__builtin_expect(!t || f != t->top, 0)) {
        if (!t || f <= t->bottom || f > t->top)
            return;             /* it was ended before, or is of another thread */
        rt_frames_end(t, f);
    }
    rt_frame_end(t, cost);
    if (__builtin_expect(t->activations >= t->due, 0)) {
        int error = errno;
        rt_inhouse_write_due(t);
        errno = error;
    }
}

void rt_in_tail(struct algoprof_frame *f, uint64_t cost)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!t || f <= t->bottom || f > t->top)
        return;
    rt_frames_end(t, f);
    f->cost = cost;
    f->tails = f[-1].tails + 1;
}

void rt_in_landed(struct algoprof_frame *f)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t && f > t->bottom && f <= t->top)
        rt_frames_end(t, f);
}

void rt_in_read(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    rt_frame_read(f, address, size);
}

void rt_in_write(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    rt_frame_write(f, address, size);
}

void rt_in_call(struct algoprof_frame *f, const char *steps, const uint64_t *words)
{
    int error = errno;
    if (f != &rt_nobody)
        rt_steps_told(f, steps, words, false, 0);
    errno = error;
}

void rt_in_returned(struct algoprof_frame *f, const char *steps, const uint64_t *words, uint64_t result)
{
    int error = errno;
    if (f != &rt_nobody)
        rt_steps_told(f, steps, words, true, result);
    errno = error;
}
