/* SPDX-License-Identifier: MIT
 *
 * The entry points of in-house mode (include/algoprof/inhouse_abi.h), which a signal's handler may interrupt at any
 * place, and call.  What is common is in assembly (arch/). */
#include "inhouse/inhouse.h"
#include "base/options.h"
#include "base/say.h"
#include "core/state.h"
#include "libc/steps.h"
#include "process/process.h"
#include "spool/spool.h"
#include <errno.h>

#define ENTRY(name) __asm__(ALGOPROF_INHOUSE(#name)) __attribute__((visibility("default")))

/* The rest of what begins in assembly. */
struct algoprof_frame *rt_in_enter(struct algoprof_routine *);
void rt_in_at_limit(void);
void rt_in_leave(struct algoprof_frame *, uint64_t cost);
void rt_in_left(void);
void rt_in_tail(struct algoprof_frame *);
struct algoprof_frame *rt_in_open(struct algoprof_frame *, struct algoprof_routine *) ENTRY(open);
struct algoprof_frame *rt_in_close(struct algoprof_frame *, uint64_t cost) ENTRY(close);
void rt_in_landed(struct algoprof_frame *) ENTRY(landed);
void rt_in_read(struct algoprof_frame *, uint64_t address, uint64_t size) ENTRY(read);
void rt_in_write(struct algoprof_frame *, uint64_t address, uint64_t size) ENTRY(write);
void rt_in_counted(struct algoprof_frame *, uint64_t times, const struct algoprof_counted *, uint64_t n) ENTRY(counted);
uint64_t rt_in_call(struct algoprof_frame *, const char *steps, const uint64_t *words) ENTRY(call);
uint64_t rt_in_returned(struct algoprof_frame *, const char *steps, const uint64_t *words, uint64_t result) ENTRY(returned);
uint64_t rt_in_model(struct algoprof_frame *, unsigned op, uint64_t a, uint64_t b, uint64_t c) ENTRY(model);
void rt_in_opaque(struct algoprof_frame *, struct algoprof_callee *) ENTRY(opaque);
void rt_in_mapped(struct algoprof_frame *, uint64_t result, uint64_t size, uint64_t fd) ENTRY(mapped);
void rt_in_unmapped(struct algoprof_frame *, uint64_t address, uint64_t size, uint64_t result) ENTRY(unmapped);

__thread bool rt_inhouse_refused;
static __thread bool beginning;
static bool told;

/* Once a process: why nothing is profiled. */
static void say(const char *why, size_t len)
{
    if (!rt_options.verbose || __atomic_exchange_n(&told, true, __ATOMIC_RELAXED))
        return;
    rt_say(why, len);
}
#define SAY(text) say(text, sizeof text - 1)

static struct rt_inhouse *begin(const struct algoprof_routine *r)
{
    struct rt_inhouse *t = NULL;
    int error = errno;
    if (beginning || !rt_process_ready()) {
        rt_inhouse_refused = rt_state == RT_OFF;
        return NULL;
    }
    beginning = true;           /* the host's memset may be profiled */
    if (!rt_inhouse_takes(r))
        SAY("algoprof: in-house mode: files are compiled with different cells or metrics; those that differ from the first "
            "are not profiled\n");
    else if (!(t = rt_inhouse_begin())) {
        rt_inhouse_refused = true;
        SAY("algoprof: in-house mode: no address space for the stamps of a thread, which is not profiled\n");
    }
    rt_inhouse_set(t);
    beginning = false;
    errno = error;
    return t;
}

/* false: it is not profiled. */
static bool prepare(struct algoprof_routine *r)
{
    if (rt_inhouse_refused || r->number == ALGOPROF_NO_ROUTINE)
        return false;
    if (!r->number && !rt_module_is_of_place(r->shipped, r)) {
        r->number = ALGOPROF_NO_ROUTINE;
        return false;
    }
    if (!rt_inhouse && !begin(r))
        return false;
    if (r->number)
        return true;
    if (beginning || !rt_inhouse_takes(r))
        return false;
    beginning = true;
    r->number = rt_routine_number(r);
    beginning = false;
    if (r->number == ALGOPROF_NO_ROUTINE)
        return false;
    r->profile = r->number * (uint32_t)sizeof(struct rt_profile);
    RT_BARRIER();
    r->step = sizeof(struct algoprof_frame);
    return true;
}

static void at_limit(struct rt_inhouse *t)
{
    if (rt_inhouse_activations(t) >= t->due) {
        int error = errno;
        rt_inhouse_write_due(t);
        errno = error;
    }
    if (t->count >= rt_last_stamp())
        rt_stamps_renumber(t);
    rt_inhouse_set_limit(t);
}

static struct algoprof_frame *push(struct rt_inhouse *t, struct algoprof_routine *r, const struct algoprof_frame *end)
{
    if (t->count >= t->limit)
        at_limit(t);
    struct algoprof_frame *f = t->top + 1;
    if (f > end) {
        t->lost++;
        return rt_nobody;
    }
    if (t->spent) {
        rt_time_charge(t);
        t->spent[f - t->bottom] = 0;
    }
    t->top = f;
    RT_BARRIER();
    f->stamp = (uint32_t)rt_own_add((_Atomic uint64_t *)&t->count, 1) + 1;
    f->tails = 0;
    f->stamps = t->stamps;
    f->mask = t->mask;
    f->shared = &t->shared;
    f->cost = 0;
    f->size = f->near = 0;
    f->below = 0;
    if (!f->holder)
        f->holder = t->bottom;
    f->profile = (uint8_t *)t->quick + r->profile;
    if (f > t->ready && f <= t->end && !t->spent)
        t->ready = f;
    return f;
}

static bool has_number(const struct algoprof_routine *r)
{
    return r->number - 1 < ALGOPROF_NO_ROUTINE - 1;
}

struct algoprof_frame *rt_in_enter(struct algoprof_routine *r)
{
    if ((!rt_inhouse || !has_number(r)) && !prepare(r))
        return rt_nobody;
    return push(rt_inhouse, r, rt_inhouse->end);
}

/* The top activation has begun, whose stamp is above the limit. */
void rt_in_at_limit(void)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t)
        at_limit(t);
}

struct algoprof_frame *rt_in_open(struct algoprof_frame *f, struct algoprof_routine *r)
{
    static struct algoprof_routine unknown;     /* has no profile that is written */
    struct rt_inhouse *t = rt_inhouse;
    if (!t || f <= t->bottom || f > t->top)
        return rt_nobody;
    rt_frames_end(t, f);
    return push(t, has_number(r) || prepare(r) ? r : &unknown, t->end + RT_LOOP_FRAMES);
}

struct algoprof_frame *rt_in_close(struct algoprof_frame *f, uint64_t cost)
{
    const struct rt_inhouse *t = rt_inhouse;
    if (!t || f <= t->bottom + 1 || f > t->end + RT_LOOP_FRAMES)
        return rt_nobody;
    rt_in_leave(f, cost);
    return f - 1;
}

void rt_in_leave(struct algoprof_frame *f, uint64_t cost)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!t || f != t->top) {
        if (!t || f <= t->bottom || f > t->top)
            return;             /* it was ended before, or is of another thread */
        rt_frames_end(t, f);
    }
    rt_frame_end(t, cost);
}

/* It ended, but what waits for it did not. */
void rt_in_left(void)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t)
        rt_frame_end_tails(t);
}

/* Its cost is in the frame. */
void rt_in_tail(struct algoprof_frame *f)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!t || f <= t->bottom || f > t->top)
        return;
    rt_frames_end(t, f);
    if (f[-1].tails + 1 >= RT_MOST_TAILS) {
        rt_frame_pop(t, f->cost);       /* of many that wait for what they called the last ones end now */
        return;
    }
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

void rt_in_counted(struct algoprof_frame *f, uint64_t times, const struct algoprof_counted *c, uint64_t n)
{
    rt_frame_counted(f, times, c, n);
}

uint64_t rt_in_call(struct algoprof_frame *f, const char *steps, const uint64_t *words)
{
    int error = errno;
    uint64_t cost = f == rt_nobody ? 0 : rt_steps_told(f, steps, words, false, 0);
    errno = error;
    return cost;
}

uint64_t rt_in_model(struct algoprof_frame *f, unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    return f == rt_nobody ? 0 : rt_strings_told(f, op, a, b, c);
}

uint64_t rt_in_returned(struct algoprof_frame *f, const char *steps, const uint64_t *words, uint64_t result)
{
    int error = errno;
    uint64_t cost = f == rt_nobody ? 0 : rt_steps_told(f, steps, words, true, result);
    errno = error;
    return cost;
}

static __attribute__((noinline)) void tell_opaque(struct rt_inhouse *t, struct algoprof_frame *f, struct algoprof_callee *callee)
{
    int error = errno;
    if (!beginning)
        rt_opaque_call(t, rt_frame_routine(t, f), callee);
    errno = error;
}

void rt_in_opaque(struct algoprof_frame *f, struct algoprof_callee *callee)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t && f == t->top && !rt_opaque_again(t, rt_frame_routine(t, f), callee))
        tell_opaque(t, f, callee);
}

void rt_in_mapped(struct algoprof_frame *f, uint64_t result, uint64_t size, uint64_t fd)
{
    int error = errno;
    if (f != rt_nobody && result != UINT64_MAX) {
        rt_frame_forget(f, result, size);
        if ((int32_t)fd >= 0)
            rt_frame_mapped(f, result, size);
    }
    errno = error;
}

void rt_in_unmapped(struct algoprof_frame *f, uint64_t address, uint64_t size, uint64_t result)
{
    int error = errno;
    if (f != rt_nobody && (int32_t)result == 0)
        rt_frame_forget(f, address, size);
    errno = error;
}
