/* SPDX-License-Identifier: MIT
 *
 * Instances of random ranges, rows, strides and accesses, with others inside, and what
 * a state for each byte says of them: a line for each, at its end. */
#include "subject.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 40000u
#define LEVELS 2u

static uint8_t state[LEVELS][SPACE];    /* 1: read first, 2: written first */
static unsigned levels;

static unsigned draw(unsigned n)
{
    return (unsigned)rand() % n;
}

static void see(unsigned at, unsigned size, bool write)
{
    for (unsigned level = 0; level < levels; level++)
        for (unsigned i = at; i < at + size; i++)
            if (!state[level][i])
                state[level][i] = write ? 2 : 1;
}

static void access_one(unsigned at, unsigned size, bool write)
{
    see(at, size, write);
    if (draw(2))
        shim_access_by_size(area + at, size | (write ? ALGOPROF_WRITE : 0));
    else
        shim_access(area + at, size | (write ? ALGOPROF_WRITE : 0));
}

/* Some of up to 64 bytes. */
static void read_some(unsigned at)
{
    uint64_t mask = 0;
    for (unsigned i = 0, n = 1 + draw(4); i < n; i++)
        mask |= (draw(8) ? ((uint64_t)1 << draw(33)) - 1 : UINT64_MAX) << draw(63);
    mask |= (uint64_t)1 << draw(64);
    for (unsigned i = 0; i < 64; i++)
        if (mask >> i & 1)
            see(at + i, 1, false);
    shim_reads(area + at, mask);
}

static void range(unsigned at, unsigned size, bool write)
{
    see(at, size, write);
    shim_range(area + at, size, write ? ALGOPROF_WRITE : 0);
}

static void rows(bool write)
{
    unsigned at = draw(SPACE / 2), size = 8 + draw(300), step = draw(2) ? size : size + draw(100);
    for (unsigned i = 0, n = draw(40); i < n && at + (i + 1) * step <= SPACE; i++)
        range(at + i * step, size, write);
}

static void stride(bool write)
{
    unsigned count = 1 + draw(200), size = 1 + draw(8), step = draw(3) ? size : 1 + draw(150);
    unsigned at = draw(SPACE - 200 * 150 - 8);
    bool down = draw(2);
    for (unsigned i = 0; i < count; i++)
        see(at + i * step, size, write);
    shim_stride(area + at + (down ? (count - 1) * step : 0), count, down ? -(int64_t)step : (int64_t)step,
                size | (write ? ALGOPROF_WRITE : 0));
}

static void accesses(void)
{
    unsigned at = draw(SPACE - 3000);
    for (unsigned i = 0, n = draw(300); i < n; i++)
        if (draw(4))
            access_one(at + draw(2984), 1u << draw(5), draw(2));
        else
            read_some(at + draw(2900));
}

static void some_step(void)
{
    bool write = draw(3) == 0;
    unsigned size;
    switch (draw(7)) {
    case 0:
        access_one(draw(SPACE - 8), 1 + draw(8), write);
        break;
    case 1:
        access_one(draw(SPACE - 500), 1 + draw(500), write);
        break;
    case 2:
        rows(write);
        break;
    case 3:
        stride(write);
        break;
    case 4:
        accesses();
        break;
    default:
        size = draw(2) ? 1 + draw(200) : 1 + draw(SPACE);
        range(draw(SPACE - size + 1), size, write);
    }
}

/* The bytes that were read first, and the masks of their lines. */
static void tell(const char *name, const uint8_t *byte)
{
    uint64_t sum = 0;
    unsigned cells = 0;
    for (unsigned line = 0; line < SPACE / 64; line++) {
        uint64_t mask = 0;
        for (unsigned i = 0; i < 64; i++)
            mask |= (uint64_t)(byte[line * 64 + i] == 1) << i;
        for (unsigned i = 0; i < 64; i++)
            cells += mask >> i & 1;
        sum += mask ? alog_line_hash(mask) : 0;
    }
    printf("%s %u %lx\n", name, cells, (unsigned long)sum);
}

static void instance_of(const struct shim_site *site, struct algoprof_hot *hot, unsigned steps)
{
    uint32_t t = shim_enter(&site->d, hot);
    memset(state[levels], 0, SPACE);
    levels++;
    for (unsigned i = 0; i < steps; i++) {
        if (levels < LEVELS && draw(8) == 0)
            instance_of(&beta, &hot_beta, 1 + draw(5));
        else
            some_step();
    }
    levels--;
    shim_leave(hot, t, steps);
    tell(site->name, state[levels]);
}

void mode_ranges(long rounds)
{
    for (long i = 0; i < rounds; i++)
        instance_of(&alpha, &hot_alpha, 1 + draw(i % 2 ? 4 : 40));
}
