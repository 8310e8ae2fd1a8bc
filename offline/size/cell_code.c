/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/cell_code.h"

#include <string.h>

#include "common/varint.h"

void cell_reader_start(struct cell_reader *reader, const uint8_t *bytes, size_t size)
{
    *reader = (struct cell_reader){ .p = bytes, .end = bytes + size, .mask = UINT64_MAX };
}

/* The lines of a stride, one by one: several elements may lie in one, and one in several. */
static void next_of_stride(struct cell_reader *reader, struct cell_item *item)
{
    struct cell_stride *s = &reader->stride;
    *item = (struct cell_item){ (s->at + s->done) / 64, 1, 0 };
    while (s->count > 0 && (s->at + s->done) / 64 == item->first) {
        uint64_t bit = (s->at + s->done) % 64, n = s->size - s->done;
        if (n > 64 - bit)
            n = 64 - bit;
        item->mask |= UINT64_MAX >> (64 - n) << bit;
        s->done += n;
        if (s->done == s->size) {
            s->at += s->step;
            s->done = 0;
            s->count--;
        }
    }
}

/* An item without lines is a stride, which begins `gap` lines further on. */
static bool read_stride(struct cell_reader *reader, uint64_t gap)
{
    uint64_t bit, size, step, count;
    if (!varint_read(&reader->p, reader->end, &bit) || !varint_read(&reader->p, reader->end, &size) ||
        !varint_read(&reader->p, reader->end, &step) || !varint_read(&reader->p, reader->end, &count))
        return false;
    if (bit > 63 || size == 0 || size >= step || step > UINT32_MAX || count == 0 || count > CELL_MAX_STRIDE_LINES ||
        gap > CELL_LINE_END - reader->next_line)
        return false;
    uint64_t first = reader->next_line + gap, lines = count * ((size + 126) / 64);
    uint64_t end = first + (bit + (count - 1) * step + size - 1) / 64 + 1;
    if (end > CELL_LINE_END || lines > CELL_MAX_STRIDE_LINES - reader->stride_lines)
        return false;
    reader->stride = (struct cell_stride){ .at = first * 64 + bit, .step = step, .count = count, .size = size };
    reader->next_line = end;
    reader->stride_lines += lines;
    return true;
}

static bool count_lines(struct cell_reader *reader, uint64_t lines)
{
    bool whole = reader->mask == UINT64_MAX;
    uint64_t *sum = whole ? &reader->whole_lines : &reader->lines;
    if (lines > (whole ? CELL_MAX_WHOLE_LINES : CELL_MAX_LINES) - *sum)
        return false;
    *sum += lines;
    return true;
}

bool cell_reader_next_whole(struct cell_reader *reader, struct cell_item *item)
{
    uint64_t gap, run;
    *item = (struct cell_item){ 0 };
    if (reader->p == reader->end || reader->bad)
        return false;
    reader->bad = true;
    if (!varint_read(&reader->p, reader->end, &gap) || !varint_read(&reader->p, reader->end, &run))
        return false;
    if (run == 0) {
        reader->bad = !read_stride(reader, gap);
        return !reader->bad;
    }
    if (run & 1) {
        if (reader->end - reader->p < 8)
            return false;
        memcpy(&reader->mask, reader->p, 8);
        reader->p += 8;
    }
    uint64_t lines = run >> 1;
    if (lines == 0 || reader->mask == 0 || gap > CELL_LINE_END - reader->next_line ||
        lines > CELL_LINE_END - reader->next_line - gap || !count_lines(reader, lines))
        return false;
    *item = (struct cell_item){ reader->next_line + gap, lines, reader->mask };
    reader->next_line = item->first + lines;
    reader->bad = false;
    return true;
}

bool cell_reader_next(struct cell_reader *reader, struct cell_item *item)
{
    if (reader->stride.count == 0 && !cell_reader_next_whole(reader, item))
        return false;
    if (reader->stride.count > 0)
        next_of_stride(reader, item);
    return true;
}

/* Elements of a stride do not overlap: they are counted without going through their lines. */
bool cell_check(const uint8_t *bytes, size_t size, uint64_t *cells)
{
    struct cell_reader reader;
    struct cell_item item;
    *cells = 0;
    cell_reader_start(&reader, bytes, size);
    while (cell_reader_next_whole(&reader, &item)) {
        *cells += item.lines * (uint64_t)__builtin_popcountll(item.mask) + reader.stride.count * reader.stride.size;
        reader.stride.count = 0;
    }
    return !reader.bad;
}

/* A range that may still grow. */
struct pending {
    uint64_t first, end;
    cell_range_fn *fn;
    void *arg;
};

/* Hands the range out, cut at the regions' borders. */
static void flush(struct pending *p)
{
    while (p->first < p->end) {
        uint64_t border = ((p->first >> 32) + 1) << 32;
        uint64_t end = p->end < border ? p->end : border;
        p->fn(p->arg, (uint32_t)(p->first >> 32), (uint32_t)p->first, end - p->first);
        p->first = end;
    }
}

static void extend(struct pending *p, uint64_t first, uint64_t end)
{
    if (first != p->end) {
        flush(p);
        p->first = first;
    }
    p->end = end;
}

/* The runs of ones of a line's mask. */
static void extend_mask(struct pending *p, uint64_t cell, uint64_t mask)
{
    while (mask) {
        unsigned start = (unsigned)__builtin_ctzll(mask);
        uint64_t rest = ~(mask >> start);
        unsigned len = rest ? (unsigned)__builtin_ctzll(rest) : 64;
        extend(p, cell + start, cell + start + len);
        mask = start + len >= 64 ? 0 : mask >> (start + len) << (start + len);
    }
}

/* Whole, or its elements one by one. */
static void take_stride(struct pending *p, struct cell_stride *s, cell_stride_fn *fn)
{
    if (fn) {
        flush(p);
        fn(p->arg, s);
        s->count = 0;
    }
    for (; s->count > 0; s->count--, s->at += s->step)
        extend(p, s->at, s->at + s->size);
}

void cell_ranges(const uint8_t *bytes, size_t size, cell_range_fn *fn, cell_stride_fn *stride_fn, void *arg)
{
    struct pending p = { .fn = fn, .arg = arg };
    struct cell_reader reader;
    struct cell_item item;
    cell_reader_start(&reader, bytes, size);
    while (cell_reader_next_whole(&reader, &item)) {
        if (item.lines == 0) {
            take_stride(&p, &reader.stride, stride_fn);
            continue;
        }
        if (item.mask == UINT64_MAX) {
            extend(&p, item.first * 64, (item.first + item.lines) * 64);
            continue;
        }
        for (uint64_t i = 0; i < item.lines; i++)
            extend_mask(&p, (item.first + i) * 64, item.mask);
    }
    flush(&p);
}

uint64_t cell_ranges_steps(const uint8_t *bytes, size_t size, bool whole_strides)
{
    struct cell_reader reader;
    struct cell_item item;
    uint64_t steps = 0;
    cell_reader_start(&reader, bytes, size);
    while (cell_reader_next_whole(&reader, &item)) {
        if (item.lines == 0)
            steps += whole_strides ? 1 : reader.stride.count;
        else if (item.mask == UINT64_MAX)
            steps++;
        else
            steps += item.lines * (1 + (uint64_t)__builtin_popcountll(item.mask & ~(item.mask << 1)));
    }
    return steps;
}
