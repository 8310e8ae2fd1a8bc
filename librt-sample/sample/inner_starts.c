/* SPDX-License-Identifier: MIT
 *
 * Inner starts: of a recursion that is entered once, and whose outermost instance is
 * not traced to its end, calls inside it are, each with all that it calls.
 *
 * To the sampler they are instances of a target of their own, which the log does not
 * know, and to the thread a record of its own, whose countdown is that of calls in
 * the versions that ask (ALGOPROF_B_INNER).  They come one by one, not in pairs.
 *
 * Most calls of a recursion are near its leaves, and large instances hold many small
 * ones: so those with the longest chains are kept.  What is told of them is the cost
 * at each size, which does not depend on how often a size is told of. */
#include "base/memory.h"
#include "base/options.h"
#include "base/rng.h"
#include "core/thread.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>

#define MOST_HALVINGS 56u
#define LARGE 4096u             /* calls of an outermost instance, on average */

struct rt_target *rt_inner_target(struct rt_target *g)
{
    struct rt_target *inner = g->inner ? NULL : rt_map(sizeof *inner);
    if (g->inner)
        g->inner->in = g->in;   /* the run's that has the target now */
    if (!inner)
        return g->inner;
    inner->key = g->key;
    inner->site = g->site;
    inner->rate = g->rate;
    inner->is_inner = inner->first_taken = true;
    inner->most_sets = UINT64_MAX;
    inner->in = g->in;
    inner->costs = &inner->own_costs;
    inner->most_pairs = g->most_pairs;
    if (g->rate == ALOG_RATE_AUTO && !(inner->pair = rt_map(inner->most_pairs * sizeof *inner->pair))) {
        rt_unmap(inner, sizeof *inner);
        return NULL;
    }
    g->inner = inner;
    return inner;
}

void rt_inner_forget(struct rt_target *g)
{
    if (g->inner)
        rt_target_unmap_pairs(g->inner);
    if (g->inner)
        rt_unmap(g->inner, sizeof *g->inner);
    g->inner = NULL;
}

/* About the median size of the kept ones. */
static uint64_t middle(struct rt_thread *t, const struct rt_target *g)
{
    uint64_t size[9];
    for (unsigned n = 0; n < 9;) {
        const struct rt_pair *p = &g->pair[rt_rng_next(&t->rng) % g->pairs_used];
        if (!p->kept)
            continue;
        unsigned i = n++;
        for (; i && size[i - 1] > p->size; i--)
            size[i] = size[i - 1];
        size[i] = p->size;
    }
    return size[4];
}

void rt_inner_halve(struct rt_thread *t, struct rt_target *g)
{
    uint64_t least = middle(t, g);
    for (uint32_t i = 0; i < g->pairs_used; i++)
        if (g->pair[i].kept && (g->pair[i].size < least || (g->pair[i].size == least && (rt_rng_next(&t->rng) >> 63))))
            rt_pair_drop(g, i);
    g->least_size = least;
    if (g->halvings < MOST_HALVINGS)
        g->halvings++;
}

bool rt_inner_instead(const struct rt_record *r)
{
    return r->refused && r->recursion && !r->outer && !r->no_inner && r->instances &&
           r->cost / r->instances >= LARGE;
}
