/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/rank.h"

#include <stdlib.h>

/* Alarm or watch, and what both are not: fine and unknown are one. */
static int level(const struct target *t)
{
    return t->judgement.verdict < TARGET_WATCH ? 0 : 2 * (int)t->judgement.verdict + t->judgement.exponential;
}

/* Verdict, then weight or cost, then key. */
static int compare_targets(const struct target *x, const struct target *y)
{
    const struct judgement *p = &x->judgement, *q = &y->judgement;
    if (level(x) != level(y))
        return level(x) > level(y) ? -1 : 1;
    if (level(x) > 0 && (p->weight < q->weight || p->weight > q->weight))
        return p->weight > q->weight ? -1 : 1;
    if (x->cost < y->cost || x->cost > y->cost)
        return x->cost > y->cost ? -1 : 1;
    return target_key_compare(&x->key, &y->key);
}

static int compare_order(const void *a, const void *b, void *targets)
{
    const struct target *t = targets;
    return compare_targets(&t[*(const size_t *)a], &t[*(const size_t *)b]);
}

/* The graph "runs inside" in compressed rows: inner[start[i] .. start[i + 1])
 * run inside target i, the most important first. */
struct graph {
    size_t *start, *inner;
};

static int graph_make(struct graph *g, struct target *targets, size_t n,
                      const struct nesting *nestings, size_t n_nestings)
{
    g->start = calloc(n + 2, sizeof *g->start);
    g->inner = calloc(n_nestings + 1, sizeof *g->inner);
    if (!g->start || !g->inner)
        return -1;
    for (size_t i = 0; i < n_nestings; i++)
        g->start[nestings[i].outer + 2]++;
    for (size_t i = 2; i < n + 2; i++)
        g->start[i] += g->start[i - 1];
    for (size_t i = 0; i < n_nestings; i++)
        g->inner[g->start[nestings[i].outer + 1]++] = nestings[i].inner;
    for (size_t i = 0; i < n; i++)
        qsort_r(g->inner + g->start[i], g->start[i + 1] - g->start[i], sizeof *g->inner,
                compare_order, targets);
    return 0;
}

/* Walks down from each alarm or target to watch in order of importance and places it after
 * what runs inside it (post-order); the others stay in their order.  In a cycle the target met first comes
 * last.  next[i] is where the walk over i's inner targets goes on. */
static void place(const struct graph *g, const struct target *targets, size_t n,
                  const size_t *sorted, size_t *next, size_t *stack, bool *met, size_t *order)
{
    size_t placed = 0;
    for (size_t i = 0; i < n; i++) {
        size_t depth = 0;
        if (met[sorted[i]])
            continue;
        met[sorted[i]] = true;
        stack[depth++] = sorted[i];
        while (depth > 0) {
            size_t at = stack[depth - 1];
            if (next[at] == g->start[at + 1]) {
                order[placed++] = at;
                depth--;
                continue;
            }
            size_t inner = g->inner[next[at]++];
            if (!met[inner] && level(&targets[at]) > 0 && level(&targets[inner]) == level(&targets[at])) {
                met[inner] = true;
                stack[depth++] = inner;
            }
        }
    }
}

int rank_targets(struct target *targets, size_t n, const struct nesting *nestings,
                 size_t n_nestings, enum view view, size_t *order)
{
    struct graph g = { 0 };
    size_t *sorted = calloc(n + 1, sizeof *sorted), *next = calloc(n + 1, sizeof *next);
    size_t *stack = calloc(n + 1, sizeof *stack);
    bool *met = calloc(n + 1, sizeof *met);
    int result = -1;
    for (size_t i = 0; i < n; i++)
        targets[i].judgement = judge_verdict(&targets[i], view);
    if (sorted && next && stack && met && graph_make(&g, targets, n, nestings, n_nestings) == 0) {
        for (size_t i = 0; i < n; i++) {
            sorted[i] = i;
            next[i] = g.start[i];
        }
        qsort_r(sorted, n, sizeof *sorted, compare_order, targets);
        place(&g, targets, n, sorted, next, stack, met, order);
        result = 0;
    }
    free(g.start);
    free(g.inner);
    free(sorted);
    free(next);
    free(stack);
    free(met);
    return result;
}
