/* SPDX-License-Identifier: MIT
 *
 * What an instance saw, by lines of 64 bytes.
 *
 * First-read analysis needs two bits a byte: read before any write, and written before any read.
 * They compose: what a nested instance saw enters the one around it as if its
 * accesses came there one by one. */
#include "cells/cells.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "cells/spans.h"
#include "cells/strides.h"
#include <string.h>
#include <time.h>

#define FAST_CLASSES 4u         /* up to 64 KiB tables grow by four */

static struct rt_spans *spans_of(const struct rt_table *t)
{
    return rt_spans_of(t->slot, t->mask);
}

/* Zeros. */
static struct rt_line *get_area(struct rt_pages *pages, unsigned class)
{
    struct rt_line *area = class < RT_TABLE_CLASSES ? pages->clean[class] : NULL;
    if (!area)
        return rt_pages_get(pages, class);
    pages->clean[class] = NULL;
    return area;
}

bool rt_table_init(struct rt_table *t, struct rt_pages *pages, unsigned class)
{
    t->mask = (RT_FIRST_SLOTS << class) - 1;
    t->used = 0;
    t->class = (uint8_t)class;
    t->thin = 0;
    t->mapper = (struct rt_mapper)RT_MAPPER;
    t->lost = false;
    t->grown_ns = 0;
    t->left_over = UINT32_MAX;
    t->max_lines = rt_options.budget_ppm ? RT_MOST_LINES : 0;
    t->slot = t->last = get_area(pages, class);
    return t->slot != NULL;
}

void rt_table_release(struct rt_table *t, struct rt_pages *pages)
{
    if (t->slot && t->left_over != UINT32_MAX && t->class < RT_TABLE_CLASSES && !pages->clean[t->class]) {
        if (t->left_over)
            memset(t->slot, 0, t->left_over);
        spans_of(t)->now = spans_of(t)->tries = 0;
        spans_of(t)->list[0].count = spans_of(t)->list[0].strides.count = 0;
        if (t->class < RT_LARGE_CLASS)
            pages->clean[t->class] = t->slot;
        else
            rt_pages_keep_large(pages, t->slot, t->class);
    } else if (t->slot) {
        rt_pages_put(pages, t->slot, t->class);
    }
    t->slot = NULL;
}

static struct rt_line *find_slot(const struct rt_table *t, uint64_t key)
{
    uint32_t i = rt_line_slot(key, t->mask);
    while (t->slot[i].key && t->slot[i].key != key)
        i = (i + 1) & t->mask;
    return &t->slot[i];
}

static void count_line(struct rt_table *t, struct rt_line *s)
{
    if (!t->class && t->used < RT_ORDERED)
        rt_table_order(t)[t->used] = rt_ordered(s);
    t->used++;
}

static bool is_thinned_out(struct rt_table *t, uint64_t line, unsigned thin)
{
    return thin && !rt_line_survives(rt_map_line(&t->mapper, line), thin);
}

/* Move the lines that survive `thin` to slots of another class.  Spans stay whole: they are
 * thinned when they are logged. */
static bool rebuild(struct rt_table *t, struct rt_pages *pages, unsigned class, unsigned thin)
{
    if (class > 24)
        return false;
    struct rt_line *old = t->slot;
    uint32_t slots = t->mask + 1;
    unsigned old_class = t->class;
    struct rt_line *new = get_area(pages, class);
    if (!new)
        return false;
    t->slot = t->last = new;
    t->class = (uint8_t)class;
    t->mask = (RT_FIRST_SLOTS << class) - 1;
    t->used = 0;
    for (uint32_t i = 0; i < slots; i++) {
        if (!old[i].key || (thin > t->thin && is_thinned_out(t, rt_key_line(old[i].key), thin)))
            continue;
        if (t->used >= rt_table_most(t)) {
            t->lost = true;     /* more survive than are to be expected */
            break;
        }
        struct rt_line *s = find_slot(t, old[i].key);
        *s = old[i];
        count_line(t, s);
    }
    t->thin = (uint8_t)thin;
    *spans_of(t) = *rt_spans_of(old, slots - 1);
    rt_pages_put(pages, old, old_class);
    return true;
}

void rt_table_thin(struct rt_table *t, struct rt_pages *pages)
{
    unsigned thin = t->thin;
    t->max_lines = RT_THINNED_LINES;
    for (uint32_t lines = t->used; lines > RT_THINNED_LINES / 2; lines /= 2)
        thin++;
    if (t->class > RT_THINNED_CLASS && thin > t->thin)
        t->lost |= !rebuild(t, pages, RT_THINNED_CLASS, thin);
}

static bool rebuild_clocked(struct rt_table *t, struct rt_pages *pages, unsigned class, unsigned thin)
{
    if (class < RT_CLOCKED_CLASS || !rt_options.budget_ppm)
        return rebuild(t, pages, class, thin);
    uint64_t before = rt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    bool done = rebuild(t, pages, class, thin);
    uint64_t after = before ? rt_clock_ns(CLOCK_THREAD_CPUTIME_ID) : 0;
    t->grown_ns += after > before ? (uint32_t)(after - before) : 0;
    return done;
}

static unsigned next_class(unsigned class)
{
    return class + (class < FAST_CLASSES ? 2 : 1);
}

unsigned rt_table_needs(const struct rt_table *t)
{
    unsigned class = 0;
    if (t->used <= RT_FIRST_SLOTS / 3 * 2)
        return 0;
    while (next_class(class) < RT_TABLE_CLASSES && t->used > (RT_FIRST_SLOTS << class) / 3 * 2)
        class = next_class(class);
    return class;
}

/* What a line begins with that is in no span whole: the spans leave what they have of it. */
static void take_from_whole(struct rt_table *t, struct rt_line *s, uint64_t line)
{
    struct rt_spans *spans = spans_of(t);
    const struct rt_strides *strides = &rt_spans_now(spans)->strides;
    s->read_first = s->write_first = 0;        /* a jump out of a handler may have left some */
    for (uint32_t i = 0; i < strides->count; i++)
        if (rt_stride_meets(&strides->stride[i], line, line))
            rt_line_see(s, rt_stride_bytes(&strides->stride[i], line), strides->stride[i].write);
    if (rt_spans_meet(spans, line, line))
        rt_spans_take(spans, line, &s->read_first, &s->write_first);
}

/* The line's slot, made if need be; NULL: all its bytes were seen in a range, it is thinned out, or no memory. */
static struct rt_line *line_of(struct rt_table *t, struct rt_pages *pages, uint64_t line)
{
    if (t->last->key == rt_line_key(line))
        return t->last;
    struct rt_line *s = find_slot(t, rt_line_key(line));
    if (s->key)
        return t->last = s;
    if (rt_spans_hold(spans_of(t), line << 6, (line + 1) << 6))
        return NULL;
    if (is_thinned_out(t, line, t->thin))
        return NULL;
    if (t->used >= rt_table_most(t) || (t->max_lines && t->used >= t->max_lines)) {
        bool thin = t->max_lines && t->used >= t->max_lines;
        if (!rebuild_clocked(t, pages, thin ? t->class : next_class(t->class), t->thin + thin)) {
            t->lost = true;
            return NULL;
        }
        if (is_thinned_out(t, line, t->thin))
            return NULL;
        s = find_slot(t, rt_line_key(line));
    }
    take_from_whole(t, s, line);
    s->key = rt_line_key(line);
    count_line(t, s);
    return t->last = s;
}

static void see(struct rt_line *s, uint64_t mask, bool write)
{
    if (s)
        rt_line_see(s, mask, write);
}

void rt_table_touch(struct rt_table *t, struct rt_pages *pages, uint64_t address, uint64_t size, bool write)
{
    if (size <= 8 && (address & 63) <= 56) {
        see(line_of(t, pages, address >> 6), (((uint64_t)1 << size) - 1) << (address & 63), write);
        return;
    }
    while (size) {
        unsigned first = address & 63;
        uint64_t n = 64 - first < size ? 64 - first : size;
        uint64_t mask = (n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1) << first;
        see(line_of(t, pages, address >> 6), mask, write);
        address += n;
        size -= n;
    }
}

/* Bytes of the line at `start` that lie in [low, high). */
static uint64_t window_mask(uint64_t start, uint64_t low, uint64_t high)
{
    if (low >= high || high <= start || low >= start + 64)
        return 0;
    uint64_t from = low > start ? low - start : 0, to = high - start;
    uint64_t below = to >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << to) - 1;
    return below & ~(((uint64_t)1 << from) - 1);
}

/* Ascending. */
static void insert_line(struct rt_line **line, unsigned n, struct rt_line *s)
{
    for (; n && line[n - 1]->key > s->key; n--)
        line[n] = line[n - 1];
    line[n] = s;
}

/* The table's lines between those two, ascending; more than RT_LINES_WITHIN: there are that many. */
static unsigned lines_within(const struct rt_table *t, uint64_t first, uint64_t last, struct rt_line **line)
{
    unsigned n = 0;
    if (!t->used)
        return 0;
    if (last - first < (t->mask + 1) / 8) {     /* it takes less time to look for each */
        for (uint64_t l = first; l <= last; l++) {
            struct rt_line *s = find_slot(t, rt_line_key(l));
            if (s->key && n == RT_LINES_WITHIN)
                return n + 1;
            if (s->key)
                line[n++] = s;
        }
        return n;
    }
    for (uint32_t i = 0; i <= t->mask; i++) {
        struct rt_line *s = &t->slot[i];
        if (!s->key || rt_key_line(s->key) - first > last - first)
            continue;
        if (n == RT_LINES_WITHIN)
            return n + 1;
        insert_line(line, n++, s);
    }
    return n;
}

static bool add_parts(struct rt_spans *spans, uint64_t from, uint64_t to, bool write)
{
    for (uint64_t n; from < to; from += n) {
        n = to - from < RT_SPAN_MOST ? to - from : RT_SPAN_MOST;
        if (!rt_spans_add(spans, from, from + n, write))
            return false;
    }
    return true;
}

bool rt_table_keep(struct rt_table *t, uint64_t address, uint64_t size, bool write)
{
    struct rt_spans *spans = spans_of(t);
    struct rt_line *line[RT_LINES_WITHIN];
    uint64_t end = address + size;
    if (rt_spans_hold(spans, address, end))
        return true;
    unsigned n = t->thin ? RT_LINES_WITHIN + 1 : lines_within(t, address >> 6, (end - 1) >> 6, line);
    if (n > RT_LINES_WITHIN)
        return false;
    for (unsigned i = 0; i < n; i++) {
        uint64_t start = line[i]->key & ~(uint64_t)63;
        if (!add_parts(spans, address, start, write))
            return false;
        rt_line_see(line[i], window_mask(start, address, end), write);
        address = start + 64;
    }
    return add_parts(spans, address, end, write);
}

/* Is it worth a look for lines in all of it?  Where it takes longer than the elements would, that is for those that
 * come after it: a matrix's other columns. */
static bool is_worth_it(const struct rt_table *t, const struct rt_stride *s)
{
    struct rt_spans *spans = spans_of(t);
    uint64_t lines = rt_stride_last(s) - rt_stride_first(s), looks = lines < t->mask ? lines : t->mask;
    if (!t->used || looks / 4 <= s->count * (uint64_t)(1 + (s->size >> 6)))
        return true;
    return spans->tries < RT_STRIDE_TRIES && ++spans->tries;
}

/* The same of the lines between the first and the last of s and of its neighbour; room for twice as many. */
static unsigned lines_around(const struct rt_table *t, const struct rt_stride *s, struct rt_line **line)
{
    const struct rt_stride *o = rt_strides_neighbour(spans_of(t), s);
    uint64_t first = rt_stride_first(s), last = rt_stride_last(s);
    if (!o)
        return is_worth_it(t, s) ? lines_within(t, first, last, line) : RT_LINES_WITHIN + 1;
    spans_of(t)->tries = 0;
    uint64_t o_first = rt_stride_first(o), o_last = rt_stride_last(o);
    if (o->lines)
        return lines_within(t, first < o_first ? first : o_first, last > o_last ? last : o_last, line);
    unsigned n = first < o_first ? lines_within(t, first, o_first - 1, line) : 0;
    return n <= RT_LINES_WITHIN && last > o_last ? n + lines_within(t, o_last + 1, last, line + n) : n;
}

bool rt_table_keep_stride(struct rt_table *t, const struct rt_stride *s)
{
    struct rt_line *line[2 * RT_LINES_WITHIN];
    struct rt_stride mine = *s;
    unsigned n = t->thin ? RT_LINES_WITHIN + 1 : lines_around(t, s, line);
    if (n > RT_LINES_WITHIN)
        return false;
    for (unsigned i = 0; i < n; i++)
        rt_line_see(line[i], rt_stride_bytes(s, rt_key_line(line[i]->key)), s->write);
    mine.lines = (uint8_t)n;
    return rt_strides_add(spans_of(t), &mine);
}

static bool meets_line(const struct rt_table *t, uint64_t from, uint64_t size)
{
    for (uint64_t l = from >> 6; l <= (from + size - 1) >> 6; l++)
        if (find_slot(t, rt_line_key(l))->key)
            return true;
    return false;
}

/* Elements at its ends that lie in lines of the table are entered there: what lies beside an array is mostly its next
 * element.  Is the rest a stride without such lines? */
static bool trim(struct rt_table *t, struct rt_pages *pages, struct rt_stride *s)
{
    struct rt_line *line[RT_LINES_WITHIN];
    for (; s->count >= RT_STRIDE_LEAST && meets_line(t, s->from, s->size); s->count--, s->from += s->step)
        rt_table_touch(t, pages, s->from, s->size, s->write);
    for (uint64_t last; s->count >= RT_STRIDE_LEAST; s->count--) {
        last = s->from + (uint64_t)(s->count - 1) * s->step;
        if (!meets_line(t, last, s->size))
            break;
        rt_table_touch(t, pages, last, s->size, s->write);
    }
    s->lines = 0;
    return s->count >= RT_STRIDE_LEAST && s->size < s->step
           && !lines_within(t, rt_stride_first(s), rt_stride_last(s), line);
}

void rt_table_settle_strides(struct rt_table *t, struct rt_pages *pages)
{
    for (uint32_t i = 0; i < rt_spans_now(spans_of(t))->strides.count;) {
        struct rt_stride s = rt_spans_now(spans_of(t))->strides.stride[i];
        if (!s.lines) {
            i++;
            continue;
        }
        rt_strides_take(spans_of(t), rt_stride_first(&s), rt_stride_first(&s), &s);
        if (s.size == s.step && rt_table_keep(t, s.from, rt_stride_end(&s) - s.from, s.write))
            continue;
        if (trim(t, pages, &s) && rt_strides_add(spans_of(t), &s))
            continue;
        for (uint32_t k = 0; k < s.count; k++)
            rt_table_touch(t, pages, s.from + (uint64_t)k * s.step, s.size, s.write);
    }
}

bool rt_table_has_stride(const struct rt_table *t, const struct rt_stride *s)
{
    return rt_strides_hold(spans_of(t), s);
}

void rt_table_move(struct rt_table *t, struct rt_pages *pages, uint64_t from, uint64_t to, uint64_t size)
{
    while (size) {
        unsigned first = from & 63, place = to & 63;
        uint64_t n = 64 - (first > place ? first : place);
        n = n < size ? n : size;
        const struct rt_line *s = find_slot(t, rt_line_key(from >> 6));
        uint64_t seen = s->key ? (s->read_first | s->write_first) >> first : 0;
        seen &= n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
        if (seen)
            see(line_of(t, pages, to >> 6), seen << place, true);
        from += n;
        to += n;
        size -= n;
    }
}

bool rt_table_merge(struct rt_table *parent, struct rt_pages *pages, const struct rt_table *child, uint32_t from,
                    uint64_t low, uint64_t high)
{
    if (child->thin > parent->thin)
        parent->lost |= !rebuild(parent, pages, parent->class, child->thin);
    parent->lost |= child->lost;
    for (uint32_t i = from; i <= child->mask; i++) {
        const struct rt_line *c = &child->slot[i];
        if (i - from == RT_SLICE)
            return true;
        if (!c->key)
            continue;
        uint64_t keep = ~window_mask(c->key & ~(uint64_t)63, low, high);
        if (!((c->read_first | c->write_first) & keep))
            continue;
        struct rt_line *p = line_of(parent, pages, rt_key_line(c->key));
        if (p) {
            rt_line_see(p, c->read_first & keep, false);
            rt_line_see(p, c->write_first & keep, true);
        }
    }
    return false;
}
