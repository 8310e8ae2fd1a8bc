/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cell_set.h"

#include <roaring/roaring.h>
#include <stdlib.h>
#include <string.h>

#include "algoprof/log_format.h"
#include "size/cell_code.h"
#include "base/util.h"

/* Up to so many cells are added one by one: a union of two bitmaps walks all
 * containers of both, which for a small set and a large one is waste. */
#define SMALL 256
#define BUFFER 1024

struct region {
    uint32_t number;
    roaring_bitmap_t *cells;
};

struct cell_set {
    struct region *region;      /* sorted by number */
    size_t n, cap;
};

struct cell_set *cell_set_new(void)
{
    return calloc(1, sizeof(struct cell_set));
}

void cell_set_clear(struct cell_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        roaring_bitmap_free(set->region[i].cells);
    set->n = 0;
}

void cell_set_free(struct cell_set *set)
{
    if (!set)
        return;
    cell_set_clear(set);
    free(set->region);
    free(set);
}

/* Index of the first region that is not below number. */
static size_t lower_bound(const struct cell_set *set, uint32_t number)
{
    size_t low = 0, high = set->n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (set->region[mid].number < number)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* The bitmap of a region, made if there is none.  NULL: no memory. */
static roaring_bitmap_t *region_of(struct cell_set *set, uint32_t number)
{
    size_t at = lower_bound(set, number);
    if (at < set->n && set->region[at].number == number)
        return set->region[at].cells;
    roaring_bitmap_t *cells = roaring_bitmap_create();
    if (!cells)
        return NULL;
    if (array_grow(&set->region, &set->cap, set->n + 1, sizeof *set->region) != 0) {
        roaring_bitmap_free(cells);
        return NULL;
    }
    memmove(&set->region[at + 1], &set->region[at], (set->n - at) * sizeof *set->region);
    set->region[at] = (struct region){ number, cells };
    set->n++;
    return cells;
}

/* In a view, region and offset of a cell number lie 32 - shift bits apart. */
int cell_set_add_range(struct cell_set *set, struct cell_view view, uint64_t first, uint64_t count)
{
    unsigned bits = 32 - view.shift;
    while (count > 0) {
        uint64_t offset = first & ((UINT64_C(1) << bits) - 1);
        uint64_t here = (UINT64_C(1) << bits) - offset;
        if (here > count)
            here = count;
        roaring_bitmap_t *cells = region_of(set, (uint32_t)(first >> bits));
        if (!cells)
            return -1;
        roaring_bitmap_add_range(cells, offset, offset + here);
        first += here;
        count -= here;
    }
    return 0;
}

/* Lines of one mask, all within one region, that is not all ones. */
static int add_masked(struct cell_set *set, struct cell_view view, const struct cell_item *item,
                      uint64_t mask)
{
    uint32_t buffer[BUFFER];
    size_t n = 0;
    roaring_bitmap_t *cells = region_of(set, (uint32_t)(item->first >> 26));
    if (!cells)
        return -1;
    for (uint64_t i = 0; i < item->lines; i++) {
        uint32_t base = (uint32_t)((item->first + i) & ((1u << 26) - 1)) << (6 - view.shift);
        for (uint64_t m = mask; m; m &= m - 1)
            buffer[n++] = base + (uint32_t)__builtin_ctzll(m);
        if (n > BUFFER - 64) {
            roaring_bitmap_add_many(cells, n, buffer);
            n = 0;
        }
    }
    roaring_bitmap_add_many(cells, n, buffer);
    return 0;
}

static int add_item(struct cell_set *set, struct cell_view view, const struct cell_item *item)
{
    uint64_t per_line = UINT64_C(64) >> view.shift;
    uint64_t mask = cell_mask_coarse(item->mask, view.shift);
    if (mask == (per_line == 64 ? UINT64_MAX : (UINT64_C(1) << per_line) - 1))
        return cell_set_add_range(set, view, item->first * per_line, item->lines * per_line);
    struct cell_item part = *item;
    for (uint64_t left = item->lines; left > 0; left -= part.lines, part.first += part.lines) {
        part.lines = (UINT64_C(1) << 26) - (part.first & ((1u << 26) - 1));
        if (part.lines > left)
            part.lines = left;
        if (add_masked(set, view, &part, mask) != 0)
            return -1;
    }
    return 0;
}

/* The lines of an item that survive thinning, one by one. */
static int add_thinned(struct cell_set *set, struct cell_view view, const struct cell_item *item)
{
    for (uint64_t i = 0; i < item->lines; i++) {
        struct cell_item line = { item->first + i, 1, item->mask };
        if (alog_line_hash(line.first) >> (64 - view.thin) == 0 && add_item(set, view, &line) != 0)
            return -1;
    }
    return 0;
}

int cell_set_add_stored(struct cell_set *set, struct cell_view view, const uint8_t *bytes,
                        size_t size)
{
    struct cell_reader reader;
    struct cell_item item;
    cell_reader_start(&reader, bytes, size);
    while (cell_reader_next(&reader, &item))
        if ((view.thin ? add_thinned : add_item)(set, view, &item) != 0)
            return -1;
    return 0;
}

uint64_t cell_set_count(const struct cell_set *set)
{
    uint64_t count = 0;
    for (size_t i = 0; i < set->n; i++)
        count += roaring_bitmap_get_cardinality(set->region[i].cells);
    return count;
}

uint64_t cell_set_common(const struct cell_set *a, const struct cell_set *b)
{
    uint64_t count = 0;
    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->region[i].number < b->region[j].number)
            i++;
        else if (a->region[i].number > b->region[j].number)
            j++;
        else
            count += roaring_bitmap_and_cardinality(a->region[i++].cells, b->region[j++].cells);
    }
    return count;
}

struct one_by_one {
    roaring_bitmap_t *seen;
    uint64_t again;
};

static bool add_one(uint32_t cell, void *arg)
{
    struct one_by_one *state = arg;
    state->again += !roaring_bitmap_add_checked(state->seen, cell);
    return true;
}

int cell_set_absorb(struct cell_set *seen, const struct cell_set *more, uint64_t *again)
{
    *again = 0;
    for (size_t i = 0; i < more->n; i++) {
        const roaring_bitmap_t *cells = more->region[i].cells;
        roaring_bitmap_t *old = region_of(seen, more->region[i].number);
        if (!old)
            return -1;
        if (roaring_bitmap_get_cardinality(cells) <= SMALL) {
            struct one_by_one state = { old, 0 };
            roaring_iterate(cells, add_one, &state);
            *again += state.again;
        } else {
            *again += roaring_bitmap_and_cardinality(old, cells);
            roaring_bitmap_or_inplace(old, cells);
        }
    }
    return 0;
}
