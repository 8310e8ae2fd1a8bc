/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * simulate NAME N SEED: runs a synthetic loop (patterns.h) under the runtime, as
 * compiled code would: its sampler decides which instances are traced.  A cell
 * is a word of 8 bytes, read in one iteration.  Or runs a recorded one (replay.h)
 * from the same address on; N is not looked at.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns.h"
#include "replay.h"
#include "shim.h"

#define BASE (UINT64_C(1) << 33)    /* addresses of cells: never touched */

static struct {
    struct algoprof_site site;
    char text[24];
} place = {
    { .len = sizeof place, .abi = ALGOPROF_ABI, .kind = ALOG_LOOP, .key = 0x5eed, .line = 1,
      .column = 1, .function_line = 1, .name = sizeof(struct algoprof_site),
      .function = sizeof(struct algoprof_site), .file = sizeof(struct algoprof_site) + 8 },
    "pattern\0simulate.c"
};

static _Thread_local struct algoprof_hot hot;

static __attribute__((noinline)) void run(const struct pattern *p, uint64_t i, struct spans *spans)
{
    uint32_t token = 0;
    if (--hot.countdown < 0)
        token = shim_begin(&place.site, &hot, 0);
    uint64_t cost = pattern_read(p, i, spans);
    if (token)
        pattern_place(p, spans);
    for (size_t s = 0; token && s < spans->n; s++)
        shim_range((const void *)(uintptr_t)(BASE + spans->span[s].first * 8), spans->span[s].count * 8, 0);
    hot.cost += cost;
    if (token)
        shim_end(token, cost);
}

static __attribute__((noinline)) void run_again(const struct replay *r, uint64_t i)
{
    uint32_t token = 0;
    if (--hot.countdown < 0)
        token = shim_begin(&place.site, &hot, 0);
    for (uint64_t s = r->start[i]; token && s < r->start[i + 1]; s++)
        shim_range((const void *)(uintptr_t)r->span[s].first, r->span[s].count, 0);
    hot.cost += r->cost[i];
    if (token)
        shim_end(token, r->cost[i]);
}

static int run_replay(const char *path)
{
    struct replay r;
    replay_open(&r, path);
    for (uint64_t i = 0; i < r.head->n; i++)
        run_again(&r, i);
    replay_close(&r);
    return 0;
}

int main(int argc, char **argv)
{
    struct pattern p;
    struct spans spans = { 0 };
    if (argc != 4) {
        fprintf(stderr, "usage: simulate NAME N SEED\n");
        return 2;
    }
    if (strncmp(argv[1], REPLAY_PREFIX, strlen(REPLAY_PREFIX)) == 0)
        return run_replay(argv[1] + strlen(REPLAY_PREFIX));
    pattern_start(&p, argv[1], strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    for (uint64_t i = 0; i < p.n; i++)
        run(&p, i, &spans);
    pattern_end(&p);
    free(spans.span);
    return 0;
}
