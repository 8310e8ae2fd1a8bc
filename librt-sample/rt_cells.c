/* SPDX-License-Identifier: MIT
 *
 * What an instance saw, by lines of 64 bytes.
 *
 * First-read analysis needs two bits a byte: read before any write, and written before any read.
 * They compose: what a nested instance saw enters the one around it as if its
 * accesses came there one by one. */
#include "rt.h"
#include <string.h>

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
    *t = (struct rt_table){ .mask = (RT_FIRST_SLOTS << class) - 1, .class = (uint8_t)class, .left_over = UINT32_MAX };
    t->max_lines = rt_options.budget_ppm ? RT_MOST_LINES : 0;
    t->slot = t->last = get_area(pages, class);
    return t->slot != NULL;
}

void rt_table_release(struct rt_table *t, struct rt_pages *pages)
{
    if (t->slot && t->left_over != UINT32_MAX && t->class < RT_TABLE_CLASSES && !pages->clean[t->class]) {
        memset(t->slot, 0, t->left_over);
        spans_of(t)->now = spans_of(t)->list[0].count = 0;
        pages->clean[t->class] = t->slot;
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
        rt_table_order(t)[t->used] = s;
    t->used++;
}

/* Move the lines that survive `thin` to slots of another class.  To thin them, no
 * spans may be pending. */
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
        if (!old[i].key || (thin > t->thin && !rt_line_survives(rt_logged_line(rt_key_line(old[i].key)), thin)))
            continue;
        struct rt_line *s = find_slot(t, old[i].key);
        *s = old[i];
        count_line(t, s);
    }
    t->thin = (uint8_t)thin;
    *spans_of(t) = *rt_spans_of(old, slots - 1);
    rt_pages_put(pages, old, old_class);
    return true;
}

/* Of lines before the table has to grow. */
static uint32_t most_used(const struct rt_table *t)
{
    return (t->mask + 1) / 3 * 2;
}

static unsigned next_class(unsigned class)
{
    return class + (class < FAST_CLASSES ? 2 : 1);
}

unsigned rt_table_needs(const struct rt_table *t)
{
    unsigned class = 0;
    while (next_class(class) < RT_TABLE_CLASSES && t->used > (RT_FIRST_SLOTS << class) / 3 * 2)
        class = next_class(class);
    return class;
}

uint32_t rt_table_room(const struct rt_table *t)
{
    uint64_t most = most_used(t), pending = t->max_lines ? rt_spans_lines(spans_of(t)) : 0;
    if (t->max_lines && t->max_lines < most + pending)
        most = t->max_lines > pending ? t->max_lines - pending : 0;
    return t->thin || t->used >= most ? 0 : (uint32_t)most - t->used;
}

/* Pending spans' lines go into the table, where none of them is. */
static __attribute__((noinline)) void settle(struct rt_table *t, struct rt_pages *pages)
{
    struct rt_spans *spans = spans_of(t);
    struct rt_span_list list = *rt_spans_now(spans);
    spans->list[spans->now].count = 0;
    for (uint32_t i = 0; i < list.count; i++)
        rt_table_touch(t, pages, list.span[i].from, list.span[i].to - list.span[i].from, list.span[i].write);
}

/* The line is not in the table: may it be put there, with spans pending? */
static bool must_settle(const struct rt_table *t, uint64_t line)
{
    const struct rt_spans *spans = spans_of(t);
    return rt_spans_now(spans)->count
           && (rt_spans_meet(spans, line, line) || (t->max_lines && t->used + rt_spans_lines(spans) >= t->max_lines));
}

/* The line's slot, made if need be; NULL: thinned out or no memory. */
static struct rt_line *line_of(struct rt_table *t, struct rt_pages *pages, uint64_t line)
{
    if (t->last->key == rt_line_key(line))
        return t->last;
    struct rt_line *s = find_slot(t, rt_line_key(line));
    if (s->key)
        return t->last = s;
    if (must_settle(t, line)) {
        settle(t, pages);
        s = find_slot(t, rt_line_key(line));
        if (s->key)
            return t->last = s;
    }
    if (t->thin && !rt_line_survives(rt_logged_line(line), t->thin))
        return NULL;
    if (t->used >= most_used(t) || (t->max_lines && t->used >= t->max_lines)) {
        bool thin = t->max_lines && t->used >= t->max_lines;
        if (!rebuild(t, pages, thin ? t->class : next_class(t->class), t->thin + thin)) {
            t->lost = true;
            return NULL;
        }
        if (t->thin && !rt_line_survives(rt_logged_line(line), t->thin))
            return NULL;
        s = find_slot(t, rt_line_key(line));
    }
    s->read_first = s->write_first = 0;        /* a jump out of a handler may have left some */
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

/* Lines of the table that lie there; to look at all its slots must be worth it. */
static bool has_lines(const struct rt_table *t, uint64_t first, uint64_t last)
{
    if (!t->used)
        return false;
    if (last - first < (t->mask + 1) / 8)
        return true;
    for (uint32_t i = 0; i <= t->mask; i++)
        if (t->slot[i].key && rt_key_line(t->slot[i].key) - first <= last - first)
            return true;
    return false;
}

void rt_table_range(struct rt_table *t, struct rt_pages *pages, uint64_t address, uint64_t size, bool write)
{
    struct rt_spans *spans = spans_of(t);
    uint64_t end = address + size, first = address >> 6, last = (end - 1) >> 6;
    bool fits = !t->max_lines || t->used + rt_spans_lines(spans) + (last - first) < t->max_lines;
    if (!t->thin && fits && !has_lines(t, first, last) && rt_spans_add(spans, address, end, write))
        return;
    rt_table_touch(t, pages, address, size, write);
}

void rt_table_move(struct rt_table *t, struct rt_pages *pages, uint64_t from, uint64_t to, uint64_t size)
{
    settle(t, pages);
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

/* Bytes of the line at `start` that lie in [low, high). */
static uint64_t window_mask(uint64_t start, uint64_t low, uint64_t high)
{
    if (low >= high || high <= start || low >= start + 64)
        return 0;
    uint64_t from = low > start ? low - start : 0, to = high - start;
    uint64_t below = to >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << to) - 1;
    return below & ~(((uint64_t)1 << from) - 1);
}

static void merge_part(struct rt_table *parent, struct rt_pages *pages, uint64_t from, uint64_t to, bool write)
{
    if (from < to)
        rt_table_range(parent, pages, from, to - from, write);
}

static void merge_spans(struct rt_table *parent, struct rt_pages *pages, const struct rt_span_list *child,
                        uint64_t low, uint64_t high)
{
    for (uint32_t i = 0; i < child->count; i++) {
        const struct rt_span *s = &child->span[i];
        if (low >= high) {
            merge_part(parent, pages, s->from, s->to, s->write);
            continue;
        }
        merge_part(parent, pages, s->from, s->to < low ? s->to : low, s->write);
        merge_part(parent, pages, s->from > high ? s->from : high, s->to, s->write);
    }
}

void rt_table_merge(struct rt_table *parent, struct rt_pages *pages, const struct rt_table *child,
                    uint64_t low, uint64_t high)
{
    if (child->thin > parent->thin) {
        settle(parent, pages);
        parent->lost |= !rebuild(parent, pages, parent->class, child->thin);
    }
    parent->lost |= child->lost;
    merge_spans(parent, pages, rt_spans_now(spans_of(child)), low, high);
    for (uint32_t i = 0; i <= child->mask; i++) {
        const struct rt_line *c = &child->slot[i];
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
}
