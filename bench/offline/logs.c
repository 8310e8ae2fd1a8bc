/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * logs TARGETS INSTANCES CELLS SEED: a program of so many loops, each begun so
 * often, whose instances read so many words: of a drifting window, of nodes of 64
 * bytes in a pool, or (every tenth) here and there.  For its log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"

#define MOST 1000
#define BASE (UINT64_C(1) << 33)    /* addresses of words: never touched */

static struct shim_site site[MOST];
static _Thread_local struct algoprof_hot hot[MOST];
static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state += 0x9e3779b97f4a7c15u;
    uint64_t x = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (x ^ (x >> 31)) % below;
}

static void read_words(uint64_t target, uint64_t at, uint64_t words)
{
    uint64_t p = BASE + target * (UINT64_C(1) << 30) + 8 * at;
    shim_range((const void *)(uintptr_t)p, 8 * words, 0);
}

static __attribute__((noinline)) void instance(uint64_t t, uint64_t i, uint64_t cells)
{
    uint32_t token = 0;
    if (--hot[t].countdown < 0)
        token = shim_begin(&site[t].d, &hot[t], 0);
    if (token && t % 10 == 9)
        for (uint64_t c = 0; c < cells; c++)
            read_words(t, draw(20 * cells), 1);
    else if (token && t % 2)
        for (uint64_t c = 0; c < cells / 8; c++)
            read_words(t, 8 * draw(4 * cells), 8);
    else if (token)
        read_words(t, i * cells / 10, cells);
    hot[t].cost += cells;
    if (token)
        shim_end(token, cells);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: logs TARGETS INSTANCES CELLS SEED\n");
        return 2;
    }
    uint64_t targets = strtoull(argv[1], NULL, 10), n = strtoull(argv[2], NULL, 10);
    uint64_t cells = strtoull(argv[3], NULL, 10);
    state = strtoull(argv[4], NULL, 10);
    for (uint64_t t = 0; t < targets && t < MOST; t++) {
        site[t] = (struct shim_site)SHIM_SITE("", 1000 + t, ALOG_RATE_UNSET);
        site[t].d.line = (uint32_t)(t + 1);
        snprintf(site[t].name, sizeof site[t].name, "loop %u", (unsigned)t);
        for (uint64_t i = 0; i < n; i++)
            instance(t, i, cells);
    }
    return 0;
}
