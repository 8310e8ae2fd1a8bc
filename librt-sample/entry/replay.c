/* SPDX-License-Identifier: MIT
 *
 * replayed: the accesses of a loop that ran without reporting any, at its end.
 *
 * Each of them went on by the same step, so where it was in every iteration is known from the
 * registers at the end and from the number of iterations, which follows from a counter's
 * value at the loop's begin (rt_loop).  What counts of a byte is whether it was read or written first: a read and
 * a write that share bytes are recorded one after the other as wholes where one of them is ahead of the
 * other all the way (a[i] = a[i - 1]: the write), else iteration by iteration.
 *
 * A signal handler's loop, that of another activation, overwrites rt_loop: then the interrupted
 * instance is a lost one. */
#include "arch/general_only.h"
#include "arch/machine.h"
#include "base/words.h"
#include "cells/cells.h"
#include "core/thread.h"
#include "entry/access.h"
#include "entry/guard.h"
#include "trace/touch.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>
#include <errno.h>

#define STEPS 256u              /* iterations between two looks at the budget */

/* What the entry point in assembly pushes: the registers, and what lies behind them. */
enum { STACK_POINTER = ALGOPROF_STACK_POINTER, DESCRIPTION = ALGOPROF_REGISTERS + 1, BEHIND = ALGOPROF_REGISTERS + 2 };

struct place {
    uint64_t from;              /* in the first iteration */
    uint64_t count;
    int64_t step;               /* 0: always there, or count is 1 */
    uint16_t size;
    bool write;
    uint8_t round;              /* recorded in that one; 0: not yet */
};

struct replay {
    uint64_t low;
    const void *access;         /* its entry point */
    uint64_t done;              /* iterations that are recorded */
    uint32_t count;
    bool lost, writes;
    bool alike;                 /* two have the same step */
    struct place place[ALGOPROF_R_MOST];
};

extern __thread struct algoprof_loop rt_loop __asm__(ALGOPROF_LOOP)
    __attribute__((visibility("default")));
__thread struct algoprof_loop rt_loop;

/* The entry point in assembly calls it: no vector register changes.  access: that entry point. */
void rt_replay_quick(uint64_t *words, const void *access);
/* The slow path. */
static void replay_steps(const struct replay *);

RT_QUICK uint64_t width(int64_t step)
{
    return step < 0 ? -(uint64_t)step : (uint64_t)step;
}

RT_QUICK uint64_t lowest(const struct place *p)
{
    return p->step < 0 ? p->from + (p->count - 1) * (uint64_t)p->step : p->from;
}

RT_QUICK uint64_t length(const struct place *p)
{
    return (p->count - 1) * width(p->step) + p->size;
}

RT_QUICK bool meet(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size)
{
    return a - b < b_size || b - a < a_size;
}

/* ---- the order ---- */

/* Is no byte that both of them touch touched by b first? */
static bool is_ahead(const struct place *a, const struct place *b)
{
    bool begin_apart = !meet(a->from, a->size, b->from, b->size);
    if (!a->step)
        return a < b || begin_apart;
    if (a->step != b->step)
        return false;
    int64_t by = a->step > 0 ? (int64_t)(a->from + a->size - b->from - b->size) : (int64_t)(b->from - a->from);
    return a < b ? by >= 0 : by >= (int64_t)width(a->step) && begin_apart;
}

/* Has it to come behind one that waits? */
static bool must_wait(const struct replay *t, const struct place *p)
{
    for (const struct place *o = t->place; o < t->place + t->count; o++)
        if (!o->round && o->write != p->write && meet(lowest(p), length(p), lowest(o), length(o)) && !is_ahead(p, o))
            return true;
    return false;
}

static unsigned begin_round(struct replay *t, uint8_t round, bool write)
{
    unsigned n = 0;
    bool can[ALGOPROF_R_MOST];
    for (unsigned i = 0; i < t->count; i++)
        n += can[i] = !t->place[i].round && t->place[i].write == write && !must_wait(t, &t->place[i]);
    for (unsigned i = 0; i < t->count; i++)
        if (can[i])
            t->place[i].round = round;
    return n;
}

/* Number of rounds in which they can be recorded as wholes; 0: they cannot. */
static uint8_t order(struct replay *t)
{
    uint8_t round = 0;
    if (!t->writes)
        return 1;               /* as they have it */
    for (unsigned i = 0; i < t->count; i++)
        t->place[i].round = 0;
    for (unsigned done = 0; done < t->count;) {
        unsigned n = begin_round(t, ++round, false);
        if (!n)
            n = begin_round(t, round, true);
        if (!n)
            return 0;
        done += n;
    }
    return round;
}

/* ---- as wholes ---- */

/* Does no other one reach into its lines, but one that touches the same? */
static bool is_alone(const struct replay *t, const struct place *p)
{
    uint64_t low = lowest(p) & ~(uint64_t)63, size = length(p) + 2 * 63;
    for (const struct place *o = t->place; o < t->place + t->count; o++)
        if (o != p && o->round && meet(low, size, lowest(o), length(o))
            && (o->from != p->from || o->step != p->step || o->count != p->count || o->size != p->size))
            return false;
    return true;
}

static void record(const struct replay *t, const struct place *p)
{
    unsigned flags = p->write ? ALGOPROF_WRITE : 0;
    if (width(p->step) <= p->size) {
        rt_record_range(lowest(p), length(p), flags, t->low);
        return;
    }
    uint64_t words[4] = { p->from, p->count, (uint64_t)p->step, p->size | flags };
    rt_record_stride(words, is_alone(t, p), t->low);
}

/* Does the other one lie right behind it in each iteration? */
static bool follows(const struct place *p, const struct place *o)
{
    return o->from - p->from <= p->size && o->count == p->count && o->step == p->step && o->round == p->round
           && o->from + o->size - p->from <= ALGOPROF_MAX_ACCESS;
}

/* Of parts of an element (members, vectors) it becomes the whole. */
static void widen(struct replay *t, struct place *p)
{
    for (unsigned i = 0; i < t->count; i++) {
        struct place *o = &t->place[i];
        if (o != p && follows(p, o)) {
            uint64_t end = o->from + o->size - p->from;
            p->size = end > p->size ? (uint16_t)end : p->size;
            o->round = 0;
            i = (unsigned)-1;   /* another one may follow it now */
        }
    }
}

/* By how much the other one is ahead of it in the same iteration, as they go. */
RT_QUICK uint64_t ahead(const struct place *p, const struct place *o)
{
    return p->step < 0 ? p->from - o->from : o->from - p->from;
}

/* The nearest one ahead that is like it; or, with a distance, that one. */
static struct place *find_ahead(struct replay *t, const struct place *p, uint64_t distance)
{
    struct place *nearest = NULL;
    for (struct place *o = t->place; o < t->place + t->count; o++)
        if (o != p && o->round == p->round && o->step == p->step && o->size == p->size && ahead(p, o) - 1 < width(p->step) - 1
            && (distance ? ahead(p, o) == distance : !nearest || ahead(p, o) < ahead(p, nearest)))
            nearest = o;
    return nearest;
}

/* Of copies of an element that was one a shorter iteration it becomes all of these; behind the loop's last place
 * they are one less. */
static void interlace(struct replay *t, struct place *p)
{
    struct place *other[ALGOPROF_R_MOST], *o = find_ahead(t, p, 0);
    uint64_t each = width(p->step), gap = o ? ahead(p, o) : 0, all = p->count, last = p->count;
    unsigned n = 0;
    if (!o || each % gap)
        return;
    for (uint64_t distance = gap; distance < each; distance += gap) {
        o = find_ahead(t, p, distance);
        if (!o || o->count > last || o->count + 1 < p->count)
            return;
        last = o->count;
        all += last;
        other[n++] = o;
    }
    while (n)
        other[--n]->round = 0;
    p->count = all;
    p->step = p->step < 0 ? -(int64_t)gap : (int64_t)gap;
}

static void record_round(struct replay *t, uint8_t round)
{
    for (struct place *p = t->place; t->alike && p < t->place + t->count; p++)
        if (p->round == round)
            widen(t, p);
    for (struct place *p = t->place; t->alike && p < t->place + t->count; p++)
        if (p->round == round && width(p->step) > p->size)
            interlace(t, p);
    for (unsigned i = 0; i < t->count; i++)
        if (t->place[i].round == round)
            record(t, &t->place[i]);
}

/* ---- iteration by iteration ---- */

static uint64_t iterations(const struct replay *t)
{
    uint64_t most = 0;
    for (const struct place *p = t->place; p < t->place + t->count; p++)
        most = p->count > most ? p->count : most;
    return most;
}

/* As long as the budget need not be asked. */
static void record_steps(struct replay *t)
{
    uint64_t most = iterations(t);
    for (; t->done < most && rt_tls.fuel >= 0; rt_tls.fuel -= t->count, t->done++)
        for (const struct place *p = t->place; p < t->place + t->count; p++)
            if (t->done < p->count)
                rt_call_access(t->access, p->from + t->done * (uint64_t)p->step, p->size | (p->write ? ALGOPROF_WRITE : 0));
    if (t->done < most)
        rt_call_saving((uintptr_t)t, 0, 0, 0, (uintptr_t)replay_steps);
}

static void touch_iteration(struct rt_thread *thread, const struct replay *t, uint64_t i)
{
    for (const struct place *p = t->place; p < t->place + t->count; p++)
        if (i < p->count)
            rt_touch(thread, t->low, p->from + i * (uint64_t)p->step, p->size, p->write ? ALGOPROF_WRITE : 0);
}

static void touch_steps(struct rt_thread *thread, const struct replay *t)
{
    uint64_t most = iterations(t);
    for (uint64_t i = t->done; i < most; i++) {
        if (i % STEPS == t->done % STEPS && !rt_go_on(thread, STEPS * (uint64_t)t->count))
            return;
        touch_iteration(thread, t, i);
    }
}

static void replay_steps(const struct replay *t)
{
    int error = errno;
    struct rt_thread *thread = rt_tls.limit ? rt_enter(t->low, false) : NULL;
    if (thread) {
        rt_flush(thread);
        if (!t->lost)
            touch_steps(thread, t);
        else
            rt_lose();
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
}

/* ---- what the loop did ---- */

static uint64_t register_or_0(const uint64_t *words, unsigned number)
{
    return number < ALGOPROF_REGISTERS ? words[number] : 0;
}

/* Its address in the last iteration. */
static uint64_t last_place(const uint64_t *words, const struct algoprof_replayed *a)
{
    uint64_t base = register_or_0(words, ALGOPROF_R_BASE(a->what));
    uint64_t index = register_or_0(words, ALGOPROF_R_INDEX(a->what)) << ALGOPROF_R_SCALE(a->what);
    uint64_t offset = (uint64_t)a->offset;
    if (a->what & ALGOPROF_R_SYMBOL)
        offset = (uint64_t)(uintptr_t)&a->offset + (uint64_t)(int64_t)(int32_t)a->offset;
    if (a->what & ALGOPROF_R_TIMES)
        offset += register_or_0(words, a->times.reg) * (uint64_t)(int64_t)a->times.offset;
    return base + index + offset;
}

static int64_t step_of(const uint64_t *words, const struct algoprof_replayed *a)
{
    if (a->what & ALGOPROF_R_TIMES)
        return (int64_t)(register_or_0(words, a->times.reg) * (uint64_t)(int64_t)a->times.step);
    return a->step;
}

/* false: no loop does that. */
static bool add_place(struct replay *t, const uint64_t *words, const struct algoprof_replayed *a, uint64_t whole)
{
    const uint64_t top = (uint64_t)1 << RT_ADDRESS_BITS;
    uint64_t count = whole + (a->what & ALGOPROF_R_LAST ? 1 : 0);
    int64_t step = step_of(words, a);
    if (!count)
        return true;
    struct place *p = &t->place[t->count++];
    *p = (struct place){ .from = last_place(words, a) - whole * (uint64_t)step, .count = step ? count : 1,
                         .step = count == 1 ? 0 : step, .size = (uint16_t)ALGOPROF_R_SIZE(a->what),
                         .write = a->what & ALGOPROF_R_WRITE, .round = 1 };
    t->writes |= p->write;
    for (const struct place *o = t->place; o < p; o++)
        t->alike |= o->step == p->step;
    uint64_t reach;
    return p->from < top && !__builtin_mul_overflow(p->count - 1, width(step), &reach) && reach < top && lowest(p) < top
           && length(p) <= top - lowest(p);
}

/* false: they are not known. */
static bool count_iterations(const struct algoprof_replay *d, const uint64_t *words, uint64_t start, uint64_t *whole)
{
    *whole = 0;
    if (!d->step)
        return true;
    int64_t step = d->step;
    uint64_t moved = register_or_0(words, d->counter) - start, add = (uint64_t)d->add;
    if (d->flags & ALGOPROF_R_BY) {
        uint64_t by = register_or_0(words, d->by);
        step = (int64_t)(by * (uint64_t)step);
        add *= by;
    }
    moved += add;
    moved = step < 0 ? -moved : moved;
    if (d->flags & ALGOPROF_R_HALF)
        moved = (uint32_t)moved;
    if (!step)
        return true;            /* nothing moves (gcc-plugin/replay/affine-steps.cc) */
    uint64_t each = width(step);
    *whole = each & (each - 1) ? moved / each : moved >> __builtin_ctzll(each);
    return *whole * each == moved;
}

static bool find_places(struct replay *t, const struct algoprof_replay *d, const uint64_t *words, uint64_t start)
{
    uint64_t whole;
    if (!count_iterations(d, words, start, &whole))
        return false;
    rt_tls.fuel -= (int64_t)(whole >> 32 ? UINT32_MAX : whole + 1);         /* the next poll comes in time */
    for (unsigned i = 0; i < d->count; i++)
        if (!add_place(t, words, &d->access[i], whole))
            return false;
    return true;
}

void rt_replay_quick(uint64_t *words, const void *access)
{
    const struct algoprof_replay *d = rt_pointer(words[DESCRIPTION]);
    struct replay t;              /* not cleared: that would take longer than most loops' rest */
    struct algoprof_loop loop = rt_loop;
    rt_loop.sp = 0;
    if (!rt_tls.limit)
        return;
    t.low = rt_above(words + BEHIND, d->flags & ALGOPROF_R_PUSHED ? 1 : 0);
    t.access = access;
    t.done = 0;
    t.count = 0;
    t.writes = t.alike = false;
    words[STACK_POINTER] = t.low + RT_RED_ZONE;
    t.lost = loop.sp != words[STACK_POINTER] || d->count > ALGOPROF_R_MOST || !find_places(&t, d, words, loop.start);
    uint8_t rounds = t.lost ? 0 : order(&t);
    for (uint8_t round = 1; round <= rounds; round++)
        record_round(&t, round);
    if (t.lost)
        rt_call_saving((uintptr_t)&t, 0, 0, 0, (uintptr_t)replay_steps);
    else if (!rounds && t.count)
        record_steps(&t);
}
