/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shape.h"

#include <stddef.h>
#include <string.h>

#include "algoprof/log_format.h"

__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

size_t shape_blocks(const uint8_t *data, size_t size, struct shape_span *out)
{
    size_t n = 0;
    for (size_t at = 0; n < SHAPE_BLOCKS && size - at >= sizeof(struct alog_block);) {
        struct alog_block b;
        memcpy(&b, data + at, sizeof b);
        size_t len = b.len & ~7u;
        if (len < sizeof b || len > size - at)
            len = size - at;
        out[n++] = (struct shape_span){ at, len };
        at += len;
    }
    return n;
}

static unsigned draw(unsigned *seed, unsigned n)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % n;
}

/* One of a block's numbers, of 1 to 8 bytes. */
static void change_number(uint8_t *p, size_t len, unsigned *seed)
{
    static const uint64_t values[] = { 0, 1, 2, 63, 64, 65, 0x7f, 0x80, UINT32_MAX, INT64_MAX,
                                       UINT64_MAX, 1u << 26, 1u << 30, UINT64_C(1) << 42 };
    size_t width = (size_t)1 << draw(seed, 4), at = 0;
    if (len < sizeof(struct alog_block) + width)
        return;
    at = sizeof(struct alog_block) + draw(seed, (unsigned)(len - sizeof(struct alog_block) - width + 1));
    uint64_t value = values[draw(seed, sizeof values / sizeof *values)];
    if (draw(seed, 2)) {
        value = 0;
        memcpy(&value, p + at, width);
        value += (uint64_t)draw(seed, 9) - 4;
    }
    memcpy(p + at, &value, width);
}

static size_t insert(uint8_t *data, size_t size, size_t most, size_t at, const struct shape_span *from)
{
    uint8_t copy[4096];
    if (from->len > sizeof copy || size + from->len > most)
        return size;
    memcpy(copy, data + from->at, from->len);
    memmove(data + at + from->len, data + at, size - at);
    memcpy(data + at, copy, from->len);
    return size + from->len;
}

/* The bytes of a block as libFuzzer changes bytes: its length and the block's go along. */
static size_t change_bytes(uint8_t *data, size_t size, size_t most, const struct shape_span *of)
{
    uint8_t copy[4096];
    size_t head = sizeof(struct alog_block), room = sizeof copy;
    if (!LLVMFuzzerMutate || of->len > sizeof copy || of->len <= head)
        return size;
    if (room > most - size + of->len)
        room = most - size + of->len;
    memcpy(copy, data + of->at, of->len);
    size_t len = LLVMFuzzerMutate(copy + head, of->len - head, room - head) + head;
    len &= ~(size_t)7;
    if (len < head)
        return size;
    uint32_t told = (uint32_t)len;
    memcpy(copy + offsetof(struct alog_block, len), &told, sizeof told);
    memmove(data + of->at + len, data + of->at + of->len, size - of->at - of->len);
    memcpy(data + of->at, copy, len);
    return size - of->len + len;
}

size_t shape_mutate(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct shape_span blocks[SHAPE_BLOCKS];
    size_t n = shape_blocks(data, size, blocks);
    if (n == 0 || draw(&seed, 20) == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, most) : size;
    const struct shape_span *a = &blocks[draw(&seed, (unsigned)n)], *b = &blocks[draw(&seed, (unsigned)n)];
    switch (draw(&seed, 6)) {
    case 0:
        return insert(data, size, most, b->at, a);
    case 1:
        memmove(data + a->at, data + a->at + a->len, size - a->at - a->len);
        return size - a->len;
    case 2:
        return change_bytes(data, size, most, a);
    case 3:                     /* another tag, or run */
        if (a->len > 4 && b->len > 4)
            memcpy(data + a->at + 2 * draw(&seed, 2), data + b->at, 2);
        return size;
    default:
        change_number(data + a->at, a->len, &seed);
        return size;
    }
}
