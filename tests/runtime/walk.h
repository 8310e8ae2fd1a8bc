/* SPDX-License-Identifier: MIT
 * A strict reader of logs, for the runtime's tests: what it does not understand is an error. */
#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>

#define WALK_MOST (1 << 18)
#define WALK_SITES 64

struct walk_instance {
    struct alog_instance i;
    struct alog_chain chain;    /* zeros: a loop's */
    const uint8_t *opaque, *set, *rows;
};

/* A row of a recursion's instances, listed (low == high, sums of one) or sums. */
struct walk_row {
    uint64_t size_low, size_high, count, size_sum;
    uint64_t cost_low, cost_high, cost_sum;
    double squares;
};

struct walk_site {
    struct alog_site site;
    char name[64];
    uint64_t instances, cost, traced, untraced_starts;  /* of all threads */
    unsigned counters, sums;                            /* blocks */
    struct alog_sampler_state sampler;
    uint64_t sampler_period;
    struct alog_union_state all;        /* of the last run that has one; zeros: none */
};

struct walk {
    uint8_t *data;
    size_t size;
    struct alog_header header;
    struct alog_commit commit;
    struct walk_site site[WALK_SITES];
    unsigned sites, modules, names, runs;
    struct walk_instance *instance;
    unsigned instances, compact;        /* of these so many in short */
    struct alog_event event[256];
    unsigned events;
    uint64_t free_bytes;
    size_t contexts_of;         /* blocks that tell an instance's context */
    const char *name[256];
    uint32_t name_len[256];
    char error[128];
};

bool walk_open(struct walk *, const char *path);        /* false: see error */
void walk_close(struct walk *);
/* Cells of a set, in ascending order, at most `most`; their number. */
size_t walk_cells(const struct walk_instance *, uint64_t *cells, size_t most);
uint64_t walk_varint(const uint8_t **p);
/* Rows of a chain, at most `most`; their number, -1: not as the format says. */
int walk_rows(const struct walk_instance *, struct walk_row *, unsigned most);

#endif
