/* SPDX-License-Identifier: MIT
 *
 * What a recursion's log must say, by brute force: the whole tree of calls is
 * kept, sizes and costs are taken from it node by node, and printed:
 *     instance NAME COST LONGEST INSTANCES SUMS
 *     SIZE_LOW SIZE_HIGH COUNT SIZE_SUM COST_LOW COST_HIGH COST_SUM SQUARES   (a row) */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

#define MODEL_NONE UINT32_MAX

struct model {
    const char *name;
    uint32_t *parent;           /* of each call, in the order of their beginnings */
    bool *done;
    uint32_t calls, room;
    uint32_t now;               /* innermost open call, or MODEL_NONE */
};

/* Forgets what was before; at first the structure must be zeros. */
void model_begin(struct model *, const char *name);
/* A call begins; result: the call that was innermost. */
uint32_t model_call(struct model *);
/* What is open inside `call` ends. */
void model_return(struct model *, uint32_t call);
/* Print and forget.  cut: what is open never ends. */
void model_end(struct model *, bool cut);
/* One row of sums as model_end prints them, for those who add up themselves. */
struct model_sum {
    uint64_t size_low, size_high, count, size_sum;
    uint64_t cost_low, cost_high, cost_sum;
    unsigned __int128 squares;
};
void model_sum_add(struct model_sum *, uint64_t size, uint64_t cost);
void model_sum_print(const struct model_sum *);

#endif
