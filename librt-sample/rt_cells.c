/* SPDX-License-Identifier: MIT
 *
 * What an instance saw, by lines of 64 bytes, and its logged form.
 *
 * First-read analysis needs two bits a byte: seen, and read before any write.
 * They compose: what a nested instance saw enters the one around it as if its
 * accesses came there one by one. */
#include "rt.h"
#include <string.h>

#define FIRST_SLOTS 128u        /* of 24 bytes: an area of class 0 */
#define FAST_CLASSES 4u         /* up to 64 KiB tables grow by four */
#define MAX_LINES (1u << 20)
#define FEW_ITEMS 32u           /* are sorted by insertion */
#define REGION_BITS 26          /* of a line: those that stay as they are */
#define REGION_MASK (((uint64_t)1 << REGION_BITS) - 1)

/* Spans lie in what is left of a table's area, and their runs behind the sorted items. */
_Static_assert(FIRST_SLOTS * sizeof(struct rt_line) + sizeof(struct rt_spans) <= 4096, "too many spans");
_Static_assert(FIRST_SLOTS / 3 * 2 * sizeof(struct rt_item) + RT_SPANS * RT_SPAN_RUNS * sizeof(struct rt_run) <=
               FIRST_SLOTS * sizeof(struct rt_line), "too many runs");

static uint64_t offset_key;     /* lines added to each */
static uint64_t round_key[4];

void rt_cells_init(void)
{
    if (!rt_random_bytes(&offset_key, sizeof offset_key) || !rt_random_bytes(round_key, sizeof round_key))
        memset(round_key, 0, sizeof round_key);
    offset_key &= ((uint64_t)1 << RT_LINE_BITS) - 64;
}

/* Four rounds of a Feistel network of 8 + 8 bits: a keyed permutation
 * (Luby, Rackoff 1988). */
static uint32_t permute_region(uint32_t region)
{
    uint32_t left = region >> 8, right = region & 0xff;
    for (int i = 0; i < 4; i++) {
        uint32_t f = alog_line_hash(round_key[i] ^ right) & 0xff;
        uint32_t next = left ^ f;
        left = right;
        right = next;
    }
    return left << 8 | right;
}

uint64_t rt_logged_line(uint64_t line)
{
    uint64_t moved = (line + offset_key) & (((uint64_t)1 << RT_LINE_BITS) - 1);
    return (uint64_t)permute_region((uint32_t)(moved >> REGION_BITS)) << REGION_BITS | (moved & REGION_MASK);
}

uint64_t rt_lines_together(uint64_t line)
{
    return REGION_MASK + 1 - ((line + offset_key) & REGION_MASK);
}

/* Lines of one table, most of them of one region. */
struct line_map {
    uint64_t region, logged;    /* lines' upper bits */
};

static uint64_t map_line(struct line_map *m, uint64_t line)
{
    uint64_t moved = (line + offset_key) & (((uint64_t)1 << RT_LINE_BITS) - 1);
    if (moved >> REGION_BITS != m->region) {
        m->region = moved >> REGION_BITS;
        m->logged = rt_logged_line(line) >> REGION_BITS;
    }
    return m->logged << REGION_BITS | (moved & REGION_MASK);
}

static bool survives(uint64_t logged, unsigned thin)
{
    return !thin || alog_line_hash(logged) >> (64 - thin) == 0;
}

bool rt_table_init(struct rt_table *t, struct rt_pages *pages)
{
    *t = (struct rt_table){ .mask = FIRST_SLOTS - 1 };
    t->max_lines = rt_options.budget_ppm ? MAX_LINES : 0;
    t->slot = t->last = rt_pages_get(pages, 0);
    return t->slot != NULL;
}

void rt_table_release(struct rt_table *t, struct rt_pages *pages)
{
    if (t->slot)
        rt_pages_put(pages, t->slot, t->class);
    t->slot = NULL;
}

static struct rt_line *find_slot(const struct rt_table *t, uint64_t key)
{
    uint32_t i = rt_line_slot(key, t->mask);
    while (t->slot[i].key && t->slot[i].key != key)
        i = (i + 1) & t->mask;
    return &t->slot[i];
}

static struct rt_spans *spans_of(const struct rt_table *t)
{
    return rt_spans_of(t->slot, t->mask);
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
    struct rt_line *new = rt_pages_get(pages, class);
    if (!new)
        return false;
    t->slot = t->last = new;
    t->class = (uint8_t)class;
    t->mask = (FIRST_SLOTS << class) - 1;
    t->used = 0;
    for (uint32_t i = 0; i < slots; i++) {
        if (!old[i].key || (thin > t->thin && !survives(rt_logged_line(old[i].key - 1), thin)))
            continue;
        *find_slot(t, old[i].key) = old[i];
        t->used++;
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
    if (t->last->key == line + 1)
        return t->last;
    struct rt_line *s = find_slot(t, line + 1);
    if (s->key)
        return t->last = s;
    if (must_settle(t, line)) {
        settle(t, pages);
        s = find_slot(t, line + 1);
        if (s->key)
            return t->last = s;
    }
    if (t->thin && !survives(rt_logged_line(line), t->thin))
        return NULL;
    if (t->used >= most_used(t) || (t->max_lines && t->used >= t->max_lines)) {
        bool thin = t->max_lines && t->used >= t->max_lines;
        unsigned larger = thin ? 0 : t->class < FAST_CLASSES ? 2 : 1;
        if (!rebuild(t, pages, t->class + larger, t->thin + thin)) {
            t->lost = true;
            return NULL;
        }
        if (t->thin && !survives(rt_logged_line(line), t->thin))
            return NULL;
        s = find_slot(t, line + 1);
    }
    s->key = line + 1;
    t->used++;
    return t->last = s;
}

static void see(struct rt_line *s, uint64_t mask, bool write)
{
    if (!s)
        return;
    if (!write)
        s->read_first |= mask & ~s->seen;
    s->seen |= mask;
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
        if (t->slot[i].key - 1 - first <= last - first)
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
        uint64_t seen = find_slot(t, (from >> 6) + 1)->seen >> first;
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
        uint64_t keep = ~window_mask((c->key - 1) << 6, low, high);
        if (!(c->seen & keep))
            continue;
        struct rt_line *p = line_of(parent, pages, c->key - 1);
        if (p) {
            p->read_first |= c->read_first & keep & ~p->seen;
            p->seen |= c->seen & keep;
        }
    }
}

static void insertion_sort(struct rt_item *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct rt_item x = a[i];
        size_t j = i;
        for (; j && a[j - 1].line > x.line; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

/* By one byte of the line; stable. */
static void distribute(const struct rt_item *from, struct rt_item *to, size_t n, unsigned shift)
{
    uint32_t place[256] = { 0 }, next = 0;
    for (size_t i = 0; i < n; i++)
        place[from[i].line >> shift & 255]++;
    for (unsigned digit = 0; digit < 256; digit++) {
        uint32_t count = place[digit];
        place[digit] = next;
        next += count;
    }
    for (size_t i = 0; i < n; i++)
        to[place[from[i].line >> shift & 255]++] = from[i];
}

/* Byte by byte, where lines differ; behind the items there is room for as many. */
static void sort_items(struct rt_item *a, size_t n)
{
    uint64_t differ = 0;
    struct rt_item *from = a, *to = a + n;
    if (n < FEW_ITEMS) {
        insertion_sort(a, n);
        return;
    }
    for (size_t i = 1; i < n; i++)
        differ |= a[i].line ^ a[0].line;
    for (unsigned shift = 0; shift < RT_LINE_BITS; shift += 8) {
        if (!(differ >> shift & 255))
            continue;
        distribute(from, to, n, shift);
        struct rt_item *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != a)
        memcpy(a, from, n * sizeof *a);
}

/* Set bits (Warren, Hacker's Delight, 5-1); the built-in would want libgcc. */
static unsigned count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(x * 0x0101010101010101u >> 56);
}

struct rt_cellset rt_table_to_set(struct rt_table *t)
{
    /* Items are smaller than slots: writing never overtakes reading.  At most two
     * thirds of the slots are used, so twice as many items fit. */
    struct rt_cellset set = { .item = (struct rt_item *)(void *)t->slot, .thin = t->thin };
    const struct rt_line *slot = t->slot;
    struct line_map map = { UINT64_MAX, 0 };
    uint32_t slots = t->used ? t->mask + 1 : 0;
    for (uint32_t i = 0; i < slots; i++) {
        uint64_t key = slot[i].key, mask = slot[i].read_first;
        if (!key || !mask)
            continue;
        set.cells += count_bits(mask);
        set.item[set.items++] = (struct rt_item){ map_line(&map, key - 1), mask };
    }
    set.cells <<= t->thin;
    sort_items(set.item, set.items);
    set.run = (struct rt_run *)(void *)(set.item + set.items);
    set.runs = rt_spans_runs(spans_of(t), set.run);
    for (size_t i = 0; i < set.runs; i++)
        set.cells += count_bits(set.run[i].mask) * set.run[i].lines;
    return set;
}

void rt_set_thin(struct rt_cellset *set, unsigned thin)
{
    if (thin <= set->thin)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < set->items; i++)
        if (survives(set->item[i].line, thin))
            set->item[kept++] = set->item[i];
    set->items = kept;
    set->thin = (uint8_t)thin;
}

size_t rt_put_varint(uint8_t *out, uint64_t value)
{
    size_t n = 0;
    do {
        uint8_t byte = value & 0x7f;
        value >>= 7;
        if (out)
            out[n] = byte | (value ? 0x80 : 0);
        n++;
    } while (value);
    return n;
}

struct cursor {
    size_t item, run;
    uint64_t lines;             /* of the run, that are behind */
};

/* Skip the lines of runs that are thinned out; the next one, or NULL. */
static const struct rt_run *next_run(const struct rt_cellset *set, struct cursor *c)
{
    for (; c->run < set->runs; c->run++, c->lines = 0) {
        const struct rt_run *r = &set->run[c->run];
        while (c->lines < r->lines && !survives(r->line + c->lines, set->thin))
            c->lines++;
        if (c->lines < r->lines)
            return r;
    }
    return NULL;
}

static bool next_lines(const struct rt_cellset *set, struct cursor *c, struct rt_run *out)
{
    const struct rt_run *r = next_run(set, c);
    if (c->item < set->items && (!r || set->item[c->item].line < r->line)) {
        const struct rt_item *item = &set->item[c->item++];
        *out = (struct rt_run){ item->line, 1, item->mask };
        return true;
    }
    if (!r)
        return false;
    *out = (struct rt_run){ r->line + c->lines, set->thin ? 1 : r->lines - c->lines, r->mask };
    c->lines += out->lines;
    return true;
}

size_t rt_set_encode(const struct rt_cellset *set, uint8_t *out)
{
    size_t n = 0;
    uint64_t next = 0, mask = ~(uint64_t)0;
    struct cursor c = { 0, 0, 0 };
    struct rt_run now, ahead;
    for (bool more = next_lines(set, &c, &now); more; now = ahead) {
        while ((more = next_lines(set, &c, &ahead)) && ahead.line == now.line + now.lines && ahead.mask == now.mask)
            now.lines += ahead.lines;
        bool fresh = now.mask != mask;
        n += rt_put_varint(out ? out + n : NULL, now.line - next);
        n += rt_put_varint(out ? out + n : NULL, now.lines << 1 | fresh);
        if (fresh) {
            if (out)
                memcpy(out + n, &now.mask, 8);
            n += 8;
        }
        mask = now.mask;
        next = now.line + now.lines;
    }
    return n;
}
