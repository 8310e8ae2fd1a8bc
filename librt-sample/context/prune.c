/* SPDX-License-Identifier: MIT
 *
 * Forgetting: Misra and Gries (1982), many at once.
 *
 * The value of a record is its largest count, and what it may have had before, less the error so far: its calls since
 * the last time in which it was not forgotten, at least.  Once the median of the values is added to the error, a record
 * whose counts are not larger than the error goes.  It stays if one below it stays, or if something on the stack points
 * to it: functions that run have their records there. */
#include "arch/machine.h"
#include "base/stack.h"
#include "context/context.h"
#include "core/state.h"
#include <errno.h>

static uint64_t largest(const struct rt_context *r)
{
    uint64_t most = r->count;
    const struct algoprof_call *calls = rt_calls(r->of);
    for (uint32_t i = 0; i < r->of->slots; i++)
        if (calls[i].kind == ALGOPROF_CALL_COUNT && r->slot[i] > most)
            most = r->slot[i];
    return most + r->before;
}

static uint64_t value(const struct rt_contexts *t, const struct rt_context *r)
{
    uint64_t all = largest(r);
    return all > t->error ? all - t->error : 0;
}

static void keep_path(const struct rt_contexts *t, struct rt_context *r)
{
    for (; r && !(r->flags & RT_C_KEPT); r = rt_context_parent(t, r))
        r->flags |= RT_C_KEPT;
}

/* What the words of the stack point to; registers that calls preserve are there, too.  They point to slots, or behind
 * a record that has none: the word before is the record's. */
static __attribute__((noinline)) void keep_pinned(const struct rt_contexts *t)
{
    __builtin_unwind_init();
    const volatile uint64_t *p = (const volatile uint64_t *)((uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)7);
    uint64_t low = (uintptr_t)t->base + 8, bytes = t->words * 8, at;
    p -= 16;                    /* the red zone of this frame's own saves */
    for (; (uintptr_t)p + 8 <= t->stack_end; p++)
        if ((at = *p - low) < bytes)
            keep_path(t, rt_context_owner(t, t->base + at / 8));
}

static size_t count_records(const struct rt_contexts *t)
{
    size_t n = 0;
    for (const struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
        n++;
    return n;
}

/* The k-th smallest of all values, from 0: byte by byte, the highest one first.  It takes no memory: there is none. */
static uint64_t choose(const struct rt_contexts *t, size_t k)
{
    uint64_t most = 0, chosen = 0;
    for (const struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
        most |= value(t, r);
    for (unsigned shift = most ? (63u - (unsigned)__builtin_clzll(most)) / 8 * 8 : 0;; shift -= 8) {
        uint32_t with[256] = { 0 };
        unsigned byte = 0;
        for (const struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r)) {
            uint64_t v = value(t, r) >> shift;
            if (v >> 8 == chosen >> shift >> 8)
                with[v & 255]++;
        }
        for (; byte < 255 && k >= with[byte]; byte++)   /* handlers may count meanwhile */
            k -= with[byte];
        chosen |= (uint64_t)byte << shift;
        if (!shift)
            return chosen;
    }
}

/* What points to a record that goes no longer does. */
static void cut(struct rt_contexts *t)
{
    for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r)) {
        if (!(r->flags & RT_C_KEPT))
            continue;
        const struct algoprof_call *calls = rt_calls(r->of);
        for (uint32_t i = 0; i < r->of->slots; i++) {
            const struct rt_context *to = rt_record_of(r->slot[i]);     /* its slots may end with the arena */
            if (calls[i].kind == ALGOPROF_CALL_COUNT || (uintptr_t)to - (uintptr_t)t->base >= t->words * 8
                || (to->flags & RT_C_KEPT))
                continue;
            r->slot[i] = calls[i].kind == ALGOPROF_CALL_CURSOR ? (uintptr_t)(rt_no_record + RT_CONTEXT_HEAD) : 0;
        }
    }
}

static bool is_kept(const struct rt_contexts *t, struct rt_link l)
{
    return (rt_record_at(t, l.record)->flags & RT_C_KEPT) && (rt_context_owner(t, t->base + l.slot)->flags & RT_C_KEPT);
}

static void cut_links(struct rt_contexts *t)
{
    for (uint32_t i = 0; i <= t->mask; i++)
        while (t->links[i].record && !is_kept(t, t->links[i]))
            rt_context_unlink(t, i);    /* another one may come to its place */
}

/* One of an outside callable that was reached has its calls in the record below. */
static uint64_t calls_of(const struct rt_context *r)
{
    uint64_t sum = r->flags & RT_C_REACHED ? 0 : r->count;
    const struct algoprof_call *calls = rt_calls(r->of);
    for (uint32_t i = 0; i < r->of->slots; i++)
        sum += calls[i].kind == ALGOPROF_CALL_COUNT ? r->slot[i] : 0;
    return sum;
}

/* Between records that stay there are gaps. */
static void sweep(struct rt_contexts *t)
{
    struct rt_gap **last = &t->gaps;
    uint64_t *free_from = t->base + 1;
    t->at = t->end = t->base;
    t->used = 0;
    *last = NULL;
    for (struct rt_context *r = rt_context_next(t, NULL), *next;; r = next) {
        next = r ? rt_context_next(t, r) : NULL;
        uint32_t at = r ? rt_place(t, r) : 0;
        if (r && !(r->flags & RT_C_KEPT)) {
            t->begins[at / 64] &= ~((uint64_t)1 << at % 64);
            t->forgotten += calls_of(r);
            continue;
        }
        uint64_t *to = r ? (uint64_t *)(void *)r : t->base + t->words;
        if (to - free_from >= 8) {
            struct rt_gap *gap = (void *)free_from;
            *gap = (struct rt_gap){ NULL, (uint64_t)(to - free_from) };
            *last = gap;
            last = &gap->next;
        }
        if (!r)
            return;
        uint64_t words = rt_record_words(r->of);
        free_from = to + words;
        t->used += words;
        r->flags &= ~(uint32_t)RT_C_KEPT;
    }
}

/* Those that have more than the error stay, with their callers. */
static size_t mark(struct rt_contexts *t, struct rt_context *keep)
{
    size_t kept = 0;
    for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
        if (!r->from || largest(r) > t->error)
            keep_path(t, r);
    keep_path(t, keep);
    for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
        kept += (r->flags & RT_C_KEPT) != 0;
    return kept;
}

static bool forget(struct rt_contexts *t, struct rt_context *keep)
{
    size_t n = count_records(t);
    keep_pinned(t);
    size_t pinned = 0;
    for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
        pinned += (r->flags & RT_C_KEPT) != 0;
    if (pinned >= n / 8 * 7) {
        for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
            r->flags &= ~(uint32_t)RT_C_KEPT;
        return false;
    }
    t->error += choose(t, n / 2);
    size_t kept = mark(t, keep);
    if (n - kept < n / 8) {
        t->error += choose(t, n - n / 8);
        kept = mark(t, keep);
    }
    cut_links(t);
    cut(t);
    RT_BARRIER();
    sweep(t);
    return kept < n;
}

bool rt_contexts_prune(struct rt_contexts *t, struct rt_context *keep)
{
    int error = errno;
    bool done = false;
    if (!t->wanders && !rt_on_signal_stack()) {
        t->pruning = true;
        RT_BARRIER();
        done = forget(t, keep);
        RT_BARRIER();
        t->pruning = false;
        t->prunes++;
    }
    t->fails = done ? 0 : t->fails + 1;
    t->wait = done ? 0 : (uint64_t)1 << (t->fails < 16 ? t->fails + 8 : 24);
    errno = error;
    return done;
}
