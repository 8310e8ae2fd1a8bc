/* SPDX-License-Identifier: MIT
 *
 * The union of sets: a hash table of pages of 64 lines, each with a bit a cell, or known to have all. */
#include "cells/union.h"
#include "base/memory.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "cells/strides.h"
#include "common/varint.h"
#include <string.h>

#define PAGE_LINES 64u
#define PAGE_CELLS (64u * PAGE_LINES)
#define FIRST_PAGES 256u
#define CHUNK_PAGES 127u        /* with the chunk's own head: 64 KiB and less */
#define ALL (~(uint64_t)0)

struct rt_union_page {
    uint64_t key;               /* number of the page + 1; 0: free */
    uint64_t *bits;             /* NULL: has all cells */
    uint64_t full;              /* lines with all cells */
};

struct rt_union_chunk {
    struct rt_union_chunk *next;
    uint64_t bits[CHUNK_PAGES][PAGE_LINES];
};

static void *get_memory(struct rt_union *u, uint64_t bytes)
{
    void *p = u->bytes + bytes <= RT_UNION_MOST ? rt_map(bytes) : NULL;
    u->bytes += p ? bytes : 0;
    return p;
}

static void put_memory(struct rt_union *u, void *p, uint64_t bytes)
{
    u->bytes -= bytes;
    rt_unmap(p, bytes);
}

/* Zeros. */
static uint64_t *new_bits(struct rt_union *u)
{
    if (u->unused) {
        uint64_t *bits = u->unused;
        u->unused = *(uint64_t **)(void *)bits;
        return memset(bits, 0, sizeof *u->chunk->bits);
    }
    if (!u->chunk_left) {
        struct rt_union_chunk *c = get_memory(u, sizeof *c);
        if (!c)
            return NULL;
        c->next = u->chunk;
        u->chunk = c;
        u->chunk_left = CHUNK_PAGES;
    }
    return u->chunk->bits[--u->chunk_left];
}

static struct rt_union_page *slot_of(const struct rt_union *u, uint64_t key)
{
    uint64_t i = alog_line_hash(key) & u->mask;
    while (u->page[i].key && u->page[i].key != key)
        i = (i + 1) & u->mask;
    return &u->page[i];
}

static bool grow(struct rt_union *u)
{
    struct rt_union old = *u;
    uint64_t slots = u->page ? 2 * (u->mask + 1) : FIRST_PAGES;
    struct rt_union_page *new = get_memory(u, slots * sizeof *new);
    if (!new)
        return false;
    u->page = new;
    u->mask = slots - 1;
    for (uint64_t i = 0; old.page && i <= old.mask; i++)
        if (old.page[i].key)
            *slot_of(u, old.page[i].key) = old.page[i];
    if (old.page)
        put_memory(u, old.page, (old.mask + 1) * sizeof *new);
    return true;
}

/* The page of a line, with no cells at first; NULL: no memory. */
static struct rt_union_page *page_of(struct rt_union *u, uint64_t line)
{
    uint64_t key = line / PAGE_LINES + 1;
    if ((!u->page || u->pages > u->mask / 2) && !grow(u))
        return NULL;
    struct rt_union_page *p = slot_of(u, key);
    if (p->key)
        return p;
    uint64_t *bits = new_bits(u);
    if (!bits)
        return NULL;
    u->pages++;
    *p = (struct rt_union_page){ .key = key, .bits = bits };
    return p;
}

/* Of each unit the lowest bit, if it has any. */
static uint64_t units(uint64_t bits, unsigned unit)
{
    static const uint64_t lowest[ALOG_UNION_UNITS] = {
        ALL, 0x5555555555555555, 0x1111111111111111, 0x0101010101010101, 0x0001000100010001, 0x0000000100000001, 1,
    };
    for (unsigned i = 0; i < unit; i++)
        bits |= bits >> (1u << i);
    return bits & lowest[unit];
}

static void add_bits(struct rt_union *u, struct rt_union_page *p, uint64_t line, uint64_t mask)
{
    uint64_t *bits = p->bits ? &p->bits[line % PAGE_LINES] : NULL, was = bits ? *bits : ALL, is = was | mask;
    if (is == was)
        return;
    *bits = is;
    for (unsigned i = 0; i < ALOG_UNION_UNITS; i++)
        u->cells[i] += rt_count_bits(units(is, i)) - rt_count_bits(units(was, i));
    p->full += is == ALL;
    if (p->full < PAGE_LINES)
        return;
    *(uint64_t **)(void *)p->bits = u->unused;
    u->unused = p->bits;
    p->bits = NULL;
}

static bool add_line(struct rt_union *u, uint64_t line, uint64_t mask)
{
    struct rt_union_page *p = page_of(u, line);
    if (p)
        add_bits(u, p, line, mask);
    return p;
}

static bool add_lines(struct rt_union *u, uint64_t line, uint64_t end, uint64_t mask)
{
    while (line < end) {
        struct rt_union_page *p = page_of(u, line);
        uint64_t next = (line / PAGE_LINES + 1) * PAGE_LINES;
        if (!p)
            return false;
        if (next > end)
            next = end;
        for (; p->bits && line < next; line++)
            add_bits(u, p, line, mask);
        line = next;
    }
    return true;
}

/* `size' cells from that one on. */
static bool add_cells(struct rt_union *u, uint64_t cell, uint64_t size)
{
    while (size) {
        uint64_t first = cell & 63, n = size < 64 - first ? size : 64 - first;
        if (!add_line(u, cell >> 6, rt_bytes_between(first, first + n)))
            return false;
        cell += n;
        size -= n;
    }
    return true;
}

/* Cells of one line of elements that go on both ways for ever, one of which begins `ahead' cells before the line. */
static uint64_t mask_of_line(uint64_t ahead, uint64_t size, uint64_t step)
{
    uint64_t begun = ahead % step, mask = begun < size ? rt_bytes_between(0, size - begun < 64 ? size - begun : 64) : 0;
    for (uint64_t at = step - begun; at < 64; at += step)
        mask |= rt_bytes_between(at, at + size < 64 ? at + size : 64);
    return mask;
}

/* The lines of elements are alike after as many lines as this. */
static uint64_t period_of(uint64_t step)
{
    uint64_t common = step & -step;
    return step / (common < 64 ? common : 64);
}

/* Page by page: each has a line that has some. */
static bool add_pattern(struct rt_union *u, uint64_t cell, uint64_t size, uint64_t step, uint64_t count)
{
    uint64_t mask[PAGE_LINES], period = period_of(step), first = cell / 64;
    uint64_t last_cell = cell + (count - 1) * step + size - 1, last = last_cell / 64;
    for (uint64_t i = 0; i < period; i++)
        mask[i] = mask_of_line((first + i) * 64 + step * 64 - cell, size, step);
    for (uint64_t line = first, i = 0; line <= last;) {
        struct rt_union_page *p = page_of(u, line);
        uint64_t next = (line / PAGE_LINES + 1) * PAGE_LINES;
        if (!p)
            return false;
        for (; line < next && line <= last; line++) {
            uint64_t here = mask[i];
            i = i + 1 < period ? i + 1 : 0;
            if (line == first)
                here &= ALL << cell % 64;
            if (line == last)
                here &= ALL >> (63 - last_cell % 64);
            if (p->bits && (here & ~p->bits[line % PAGE_LINES]))
                add_bits(u, p, line, here);
        }
    }
    return true;
}

/* What executions read again and again need not be added again. */
static bool was_added(const struct rt_union *u, const struct rt_union_stride *s)
{
    for (unsigned i = 0; i < RT_UNION_LAST; i++) {
        const struct rt_union_stride *o = &u->last[i];
        if (o->cell == s->cell && o->size == s->size && o->step == s->step && o->count >= s->count)
            return true;
    }
    return false;
}

static bool add_elements(struct rt_union *u, uint64_t cell, uint64_t size, uint64_t step, uint64_t count)
{
    if (count >= PAGE_LINES && step && period_of(step) <= PAGE_LINES) {
        struct rt_union_stride s = { cell, size, step, count };
        if (was_added(u, &s))
            return true;
        if (!add_pattern(u, cell, size, step, count))
            return false;
        u->last[u->next++ % RT_UNION_LAST] = s;
        return true;
    }
    for (; count; count--, cell += step)
        if (!add_cells(u, cell, size))
            return false;
    return true;
}

static bool add_stride(struct rt_union *u, uint64_t line, const struct rt_stride *s)
{
    return add_elements(u, line << 6 | (s->from & 63), s->size, s->step, s->count);
}

bool rt_union_add(struct rt_union *u, const struct rt_cellset *set)
{
    bool done = true;
    for (size_t i = 0; done && i < set->items; i++)
        done = add_line(u, set->item[i].line, set->item[i].mask);
    for (size_t i = 0; done && i < set->runs; i++) {
        const struct rt_run *r = &set->run[i];
        done = r->mask ? add_lines(u, r->line, r->line + r->lines, r->mask)
                       : add_stride(u, r->line, &set->stride[r->lines]);
    }
    return done;
}

/* What this runtime encoded (rt_set_encode): it is whole. */
bool rt_union_add_encoded(struct rt_union *u, const uint8_t *set, size_t bytes)
{
    const uint8_t *p = set, *end = set + bytes;
    uint64_t line = 0, mask = ALL, gap, lines, bit, size, step, count;
    while (varint_read(&p, end, &gap) && varint_read(&p, end, &lines)) {
        line += gap;
        if (!lines) {
            if (!varint_read(&p, end, &bit) || !varint_read(&p, end, &size) || !varint_read(&p, end, &step)
                || !varint_read(&p, end, &count) || !add_elements(u, line << 6 | bit, size, step, count))
                return false;
            line += (bit + (count - 1) * step + size - 1) / 64 + 1;
            continue;
        }
        if (lines & 1) {
            memcpy(&mask, p, sizeof mask);
            p += sizeof mask;
        }
        if (!add_lines(u, line, line + (lines >> 1), mask))
            return false;
        line += lines >> 1;
    }
    return true;
}

void rt_union_clear(struct rt_union *u)
{
    if (u->page)
        rt_unmap(u->page, (u->mask + 1) * sizeof *u->page);
    for (struct rt_union_chunk *c = u->chunk, *next; c; c = next) {
        next = c->next;
        rt_unmap(c, sizeof *c);
    }
    *u = (struct rt_union){ .pages = 0 };
}
