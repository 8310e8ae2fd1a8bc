/* SPDX-License-Identifier: MIT
 *
 * access and range: the hot path of a sampled loop.
 *
 * While an instance is open its table is lent to the thread (rt_tls.slots), and
 * accesses go straight into it: these are entry points themselves, and use
 * general registers only, so that the compiler saves those that they use.
 * What the quick form cannot do it leaves to the thread's buffer, which the
 * slow paths of trace/open_instances.c empty.  An access must not overtake one that waits
 * there: what is appended takes the table back, until the buffer is empty.
 *
 * Ranges stay whole where they can (cells/spans.c).
 *
 * busy keeps signal handlers out of the table meanwhile (entry/guard.c): what they
 * access goes to the buffer.  A jump out of one leaves a table that is right:
 * a line is counted before it has its key, and has that before its bytes. */
#include "arch/general_only.h"
#include "entry/access.h"
#include "arch/machine.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "cells/strides.h"
#include "core/state.h"
#include "core/thread.h"
#include <algoprof/rt_abi.h>

/* The entry points in assembly come here with what they leave over. */
RT_THUNK void rt_access_quick(void);
RT_THUNK void rt_reads_quick(void);
RT_ENTRY void rt_range_quick(void) __asm__(ALGOPROF_RT("range"));
RT_ENTRY void rt_stride_quick(void) __asm__(ALGOPROF_RT("stride"));
RT_ENTRY void rt_elements_quick(void) __asm__(ALGOPROF_RT("elements"));

#define LONG 768u               /* bytes from which on a range is worth being kept whole beside lines */
#define MANY 32u                /* elements of a stride, likewise */
#define FEW_LINES 32

/* What stays as it is while busy is set. */
struct lent {
    struct rt_line *slots, *end;        /* NULL: none */
    uint64_t factor, mask;
    const struct rt_spans *spans;
};

RT_QUICK void look_at_table(struct rt_tls *tls, struct lent *t)
{
    t->slots = tls->slots;
    t->end = tls->end;
    t->factor = tls->factor;
    t->mask = tls->slot_mask;
    t->spans = rt_spans_of(t->slots, t->mask);
}

RT_QUICK bool is_young(struct rt_tls *tls, uint64_t address, uint64_t low)
{
    uint64_t frames = tls->sp - low;
    return frames < tls->span && address - low < frames;
}

/* 1 <= size, first + size <= 64 */
RT_QUICK uint64_t bytes_of(uint64_t first, uint64_t size)
{
    return ~(uint64_t)0 >> (64 - size) << first;
}

RT_QUICK uint64_t words_in(uint64_t size)
{
    return (size + 7) / 8;
}

/* Of a thinned table: is the line thinned out?  Or *unknown: it lies in another region than the last one. */
RT_QUICK bool is_thinned_out(const struct rt_tls *tls, uint64_t line, bool *unknown)
{
    uint64_t moved = rt_moved_line(line);
    *unknown = moved >> RT_REGION_BITS != tls->region;
    return !*unknown && alog_line_hash(tls->base | (moved & RT_REGION_MASK)) >= tls->survive;
}

/* The bytes of one line; false: there is no room. */
RT_QUICK bool touch_line(struct rt_tls *tls, const struct lent *t, uint64_t line, uint64_t bytes, uint64_t meta)
{
    uint64_t key = rt_line_key(line);
    struct rt_line *s = &t->slots[(key * t->factor >> RT_SLOT_SHIFT) & t->mask];
    while (s->key && s->key != key)
        if (++s == t->end)
            s = t->slots;
    if (!s->key) {
        bool unknown = false;
        if (tls->survive && is_thinned_out(tls, line, &unknown)) {
            tls->skipped++;
            tls->whole_words += words_in(rt_count_bits(bytes));
            return true;
        }
        if (unknown)
            return false;
        if (tls->left > 0)
            tls->left--;      /* nothing stays whole */
        else if (tls->held > 0 && !rt_whole_meet(t->spans, line, line))
            tls->held--;
        else
            return false;
        RT_BARRIER();           /* after a jump the order has no more lines than are counted */
        if (tls->order && tls->order < tls->order_end)
            *tls->order++ = rt_ordered(s);
        RT_BARRIER();
        s->key = key;           /* before its bytes: a free slot has none */
        RT_BARRIER();
    }
    rt_line_see(s, bytes, meta & ALGOPROF_WRITE);
    return true;
}

/* What there was no room for stays in *address and *size. */
RT_QUICK void touch_bytes(struct rt_tls *tls, const struct lent *t, uint64_t *address, uint64_t *size, uint64_t meta)
{
    while (*size) {
        uint64_t first = *address & 63, n = 64 - first < *size ? 64 - first : *size;
        if (!touch_line(tls, t, *address >> 6, bytes_of(first, n), meta))
            break;
        *address += n;
        *size -= n;
    }
}

/* Into the buffer.  Young stack is left out: [low, sp of the instance), if that is one stack.  The word is
 * reserved by one instruction, so that a signal handler's accesses come before or after it. */
RT_MORE void append(struct rt_tls *tls, uint64_t address, uint64_t meta, uint64_t low)
{
    if (is_young(tls, address, low))
        return;
    tls->slots = NULL;        /* none may overtake it */
    tls->floor = 0;
    uint64_t *word = (uint64_t *)(uintptr_t)rt_own_add(&tls->cur, sizeof *word);
    if ((uintptr_t)word < tls->limit)
        *word = address << 16 >> 16 | meta << 48;
    else if (tls->limit)
        rt_call_saving(address, meta, 0, 0, (uintptr_t)rt_access);
}

RT_QUICK void access_more(struct rt_tls *tls, uint64_t address, uint64_t meta, uint64_t low)
{
    uint64_t size = meta & ALGOPROF_MAX_ACCESS, whole = words_in(size);
    tls->busy = low + 1;
    RT_BARRIER();
    struct lent t;
    look_at_table(tls, &t);
    if (t.slots && rt_spans_hold(t.spans, address, address + size))
        size = 0;               /* seen before */
    tls->fuel -= (int64_t)(size >> 6);    /* as many iterations as lines: poll comes in time */
    if (t.slots)
        touch_bytes(tls, &t, &address, &size, meta);
    tls->work += whole - words_in(size);
    RT_BARRIER();
    tls->busy = 0;
    meta = size | (meta & ~(uint64_t)ALGOPROF_MAX_ACCESS);
    if (size && t.slots)
        rt_call_saving(address, meta, 0, 0, (uintptr_t)rt_access);
    else if (size)
        append(tls, address, meta, low);
}

RT_QUICK void access(struct rt_tls *tls, uint64_t address, uint64_t meta, uint64_t low)
{
    if (tls->busy || !tls->slots)
        append(tls, address, meta, low);
    else if (!is_young(tls, address, low))
        access_more(tls, address, meta, low);
}

void rt_access_quick(void)
{
    struct rt_tls *const tls = rt_tls_here();
    access(tls, RT_WORDS()[0], RT_WORDS()[1], RT_LOW(2));
}

/* The bytes that lie side by side, one after the other. */
void rt_reads_quick(void)
{
    struct rt_tls *const tls = rt_tls_here();
    uint64_t address = RT_WORDS()[0], mask = RT_WORDS()[1], low = RT_LOW(2);
    for (unsigned size; mask; mask = size < 64 ? mask >> size : 0, address += size) {
        unsigned gap = (unsigned)__builtin_ctzll(mask);
        mask >>= gap;
        address += gap;
        size = ~mask ? (unsigned)__builtin_ctzll(~mask) : 64;
        access(tls, address, size, low);
    }
}

/* How far from the address the i-th one lies. */
RT_QUICK uint64_t index_of(const uint64_t *indices, unsigned i, uint64_t what)
{
    int64_t index = what & ALGOPROF_E_WIDE ? ((const int64_t *)indices)[i] : ((const int32_t *)indices)[i];
    return (uint64_t)index * ALGOPROF_E_SCALE(what);
}

void rt_elements_quick(void)
{
    struct rt_tls *const tls = rt_tls_here();
    const uint64_t *words = (const uint64_t *)(uintptr_t)RT_WORDS();
    uint64_t address = words[0], what = words[2], size = ALGOPROF_E_SIZE(what);
    uint64_t mask = words[1] & bytes_of(0, ALGOPROF_E_COUNT(what));
    uint64_t meta = size | (what & ALGOPROF_E_WRITE ? ALGOPROF_WRITE : 0);
    uint64_t low = RT_LOW(3) + (what & ALGOPROF_E_INDEXED ? ALGOPROF_E_INDICES : 0);
    for (unsigned next = 0; mask; mask &= mask - 1, next++) {
        unsigned i = what & ALGOPROF_E_PACKED ? next : (unsigned)__builtin_ctzll(mask);
        access(tls, address + (what & ALGOPROF_E_INDEXED ? index_of(words + 3, i, what) : i * size), meta, low);
    }
}

/* Ranges and strides that stay whole: of an instance that has seen no single lines yet, or in one
 * that is there. */

/* Has the instance no lines?  From now on each new one is compared with what stays whole. */
static bool hold_lines(struct rt_tls *tls)
{
    int64_t room = tls->left + tls->held;
    tls->left = 0;            /* first: a jump in between leaves less room than there is */
    RT_BARRIER();
    tls->held = room;
    return room == tls->empty;
}

static bool add_span(struct rt_tls *tls, uint64_t address, uint64_t end, bool write)
{
    struct rt_line *slots = tls->slots;
    if (!slots)
        return false;
    struct rt_spans *spans = rt_spans_of(slots, tls->slot_mask);
    if (rt_spans_hold(spans, address, end))
        return true;
    return hold_lines(tls) && !rt_strides_meet(&rt_spans_now(spans)->strides, address >> 6, (end - 1) >> 6)
           && rt_spans_add(spans, address, end, write);
}

RT_MORE bool keep_whole(struct rt_tls *tls, uint64_t address, uint64_t size, bool write, uint64_t low)
{
    uint64_t frames = tls->sp - low;
    if (frames < tls->span && (address - low < frames || low - address < size))
        return false;           /* some of it is young stack */
    tls->busy = low + 1;
    RT_BARRIER();
    bool kept = add_span(tls, address, address + size, write);
    if (kept) {
        tls->work += words_in(size);
        tls->whole_words += words_in(size);
    }
    RT_BARRIER();
    tls->busy = 0;
    return kept;
}

void rt_record_range(uint64_t address, uint64_t size, unsigned flags, uint64_t low)
{
    struct rt_tls *const tls = rt_tls_here();
    tls->ranges++;
    bool can = !tls->busy && tls->slots && size && size <= RT_SPAN_MOST && !(flags & ALGOPROF_EXTERNAL)
               && address < ((uint64_t)1 << RT_ADDRESS_BITS) - RT_SPAN_MOST;
    if (can && keep_whole(tls, address, size, flags & ALGOPROF_WRITE, low))
        return;
    if (size > LONG || (flags & ALGOPROF_EXTERNAL))
        rt_call_saving(address, size, flags, 0, (uintptr_t)rt_range);
    else if (size)
        access(tls, address, size | flags, low);
}

void rt_range_quick(void)
{
    rt_record_range(RT_WORDS()[0], RT_WORDS()[1], (unsigned)RT_WORDS()[2], RT_LOW(3));
}

/* Does the stride reach no young stack, and leave gaps? */
RT_QUICK bool is_plain(struct rt_tls *tls, const uint64_t *words, uint64_t low)
{
    const uint64_t top = (uint64_t)1 << RT_ADDRESS_BITS;
    uint64_t address = words[0], count = words[1], size = words[3] & ALGOPROF_MAX_ACCESS;
    uint64_t width = (int64_t)words[2] < 0 ? -words[2] : words[2], length;
    if (!count || !size || width <= size || address >= top || __builtin_mul_overflow(count - 1, width, &length)
        || length >= top || ((int64_t)words[2] < 0 && address < length))
        return false;
    uint64_t from = (int64_t)words[2] < 0 ? address - length : address, to = from + length + size;
    return to <= top && (tls->sp - low >= tls->span || to <= low || from >= tls->sp);
}

/* As far as there is room, and until the budget is to be asked; the words say what is left. */
RT_MORE void touch_steps(struct rt_tls *tls, uint64_t *words, uint64_t low)
{
    tls->busy = low + 1;
    RT_BARRIER();
    struct lent t;
    uint64_t each = words[3] & ALGOPROF_MAX_ACCESS, meta = words[3], whole = words_in(each), step = words[2];
    uint64_t at = words[0], count = words[1], bytes = each < 64 ? bytes_of(0, each) : ~(uint64_t)0;
    int64_t fuel = tls->fuel;
    look_at_table(tls, &t);
    for (; t.slots && count && fuel >= 0; count--, fuel--) {
        uint64_t address = at, size = each, first = at & 63;
        if (first + each > 64)
            touch_bytes(tls, &t, &address, &size, meta);
        else if (touch_line(tls, &t, at >> 6, bytes << first, meta))
            size = 0;
        if (size)
            break;
        tls->work += whole;
        at += step;
    }
    words[0] = at;
    words[1] = count;
    tls->fuel = fuel;
    RT_BARRIER();
    tls->busy = 0;
}

/* Does it lie between the ends of one that it widens?  No line of the table is there, then. */
static bool is_inside_neighbour(const struct rt_spans *spans, const struct rt_stride *s)
{
    const struct rt_stride *o = rt_strides_neighbour(spans, s);
    return o && !o->lines && rt_stride_first(s) >= rt_stride_first(o) && rt_stride_last(s) <= rt_stride_last(o);
}

static bool add_stride(struct rt_tls *tls, const struct rt_stride *s, bool alone)
{
    struct rt_line *slots = tls->slots;
    if (!slots)
        return false;
    struct rt_spans *spans = rt_spans_of(slots, tls->slot_mask);
    if (rt_strides_hold(spans, s))
        return true;
    return alone && (hold_lines(tls) || is_inside_neighbour(spans, s)) && rt_strides_add(spans, s);
}

/* Among few lines it may stay whole after a look at them, which the slow path takes (rt_table_keep_stride). */
static bool is_among_few_lines(struct rt_tls *tls, const uint64_t *words)
{
    struct rt_line *slots = tls->slots;
    if (words[1] < MANY || !slots || tls->empty - tls->left - tls->held > FEW_LINES)
        return false;
    return rt_spans_now(rt_spans_of(slots, tls->slot_mask))->strides.count < RT_STRIDES;
}

/* Likewise; all or nothing. */
RT_MORE bool keep_stride(struct rt_tls *tls, uint64_t *words, bool alone, uint64_t low)
{
    struct rt_stride s;
    bool down = (int64_t)words[2] < 0;
    uint64_t count = words[1], width = down ? -words[2] : words[2], size = words[3] & ALGOPROF_MAX_ACCESS;
    if (words[3] & ALGOPROF_EXTERNAL
        || !rt_stride_make(&s, down ? words[0] - (count - 1) * width : words[0], count, width, size, words[3] & ALGOPROF_WRITE))
        return false;
    tls->busy = low + 1;
    RT_BARRIER();
    bool kept = add_stride(tls, &s, alone);
    if (kept) {
        tls->work += words_in(size) * count;
        tls->whole_words += words_in(size) * count;
        words[1] = 0;
    }
    RT_BARRIER();
    tls->busy = 0;
    return kept;
}

void rt_record_stride(uint64_t *words, bool alone, uint64_t low)
{
    struct rt_tls *const tls = rt_tls_here();
    tls->ranges++;
    if (!tls->busy && tls->slots && is_plain(tls, words, low) && !keep_stride(tls, words, alone, low)
        && !is_among_few_lines(tls, words))
        touch_steps(tls, words, low);
    if (words[1])
        rt_call_saving((uintptr_t)words, 0, 0, 0, (uintptr_t)rt_stride);
}

void rt_stride_quick(void)
{
    uint64_t *words = (uint64_t *)(uintptr_t)RT_WORDS();
    rt_record_stride(words, true, RT_LOW(4));        /* the caller drops them */
}
