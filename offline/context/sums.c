/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is known once all trees are one: bounds, sums, the order of children, paths. */
#include "context/tree.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES (UINT64_C(1) << 22)  /* of all paths together, and for each byte of the logs; of more each has an */
#define FRAMES_OF_BYTE 8u               /* equal share */
#define LEAST_PATH 16u

static const struct contexts *sorted;   /* of by_parent; one thread sorts at a time */

static int by_parent(const void *a, const void *b)
{
    const struct context *c = &sorted->list[*(const uint32_t *)a], *d = &sorted->list[*(const uint32_t *)b];
    if (c->parent != d->parent)
        return c->parent < d->parent ? -1 : 1;
    if (c->below != d->below)
        return c->below > d->below ? -1 : 1;
    const struct context_function *f = &sorted->functions[c->function], *g = &sorted->functions[d->function];
    int order = strcmp(f->name, g->name);
    if (order == 0)
        order = strcmp(f->file, g->file);
    if (order == 0)
        order = (sorted->places[c->place].line > sorted->places[d->place].line)
                - (sorted->places[c->place].line < sorted->places[d->place].line);
    return order ? order : (c > d) - (c < d);
}

static void measure_paths(struct contexts *all)
{
    const uint64_t most = MOST_FRAMES + FRAMES_OF_BYTE * all->bytes;
    uint64_t frames = 0;
    for (size_t i = 1; i < all->n; i++) {       /* a parent was added before its children */
        all->list[i].depth = all->list[all->list[i].parent].depth + 1;
        frames += all->list[i].depth;
    }
    all->longest_path = frames > most ? most / all->n : SIZE_MAX;
    if (all->longest_path < LEAST_PATH)
        all->longest_path = LEAST_PATH;
}

int contexts_finish(struct contexts *all)
{
    uint32_t *order = malloc((all->n + 1) * sizeof *order);
    if (!order)
        return -1;
    all->calls += all->forgotten;
    measure_paths(all);
    for (size_t i = 0; i < all->n; i++) {
        struct context *c = &all->list[i];
        bool counted = i && all->functions[c->function].kind <= CONTEXT_OUTSIDE && c->stamp;
        c->bound = counted ? c->bound + all->error + all->lost : 0;
        c->below = c->count;
        c->child = c->next = 0;
        order[i] = (uint32_t)i;
    }
    for (size_t i = all->n; i-- > 1;)   /* a parent was added before its children */
        all->list[all->list[i].parent].below += all->list[i].below;
    sorted = all;
    if (all->n > 1)
        qsort(order + 1, all->n - 1, sizeof *order, by_parent);
    for (size_t i = all->n; i-- > 1;) {
        struct context *c = &all->list[order[i]];
        c->next = all->list[c->parent].child;
        all->list[c->parent].child = order[i];
    }
    free(order);
    return 0;
}

bool context_is_hot(const struct contexts *all, const struct context *c, double share)
{
    return c->count > 0 && (double)c->count + (double)c->bound >= share * (double)all->calls;
}

double contexts_epsilon(const struct contexts *all)
{
    return all->calls ? ((double)all->error + (double)all->lost) / (double)all->calls : 0;
}

uint32_t *context_path(const struct contexts *all, size_t i, size_t *depth)
{
    size_t n = all->list[i].depth < all->longest_path ? all->list[i].depth : all->longest_path;
    uint32_t *path = malloc((n + 1) * sizeof *path);
    *depth = n;
    for (size_t k = i; path && n > 0; k = all->list[k].parent)
        path[--n] = (uint32_t)k;
    return path;
}
