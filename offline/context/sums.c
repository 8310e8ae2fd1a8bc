/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is known once all trees are one: bounds, sums, the order of children, paths. */
#include "context/tree.h"

#include <stdlib.h>
#include <string.h>

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

int contexts_finish(struct contexts *all)
{
    uint32_t *order = malloc((all->n + 1) * sizeof *order);
    if (!order)
        return -1;
    all->calls += all->forgotten;
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
    size_t n = 0;
    for (size_t k = i; k; k = all->list[k].parent)
        n++;
    uint32_t *path = malloc((n + 1) * sizeof *path);
    *depth = n;
    for (size_t k = i; path && k; k = all->list[k].parent)
        path[--n] = (uint32_t)k;
    return path;
}

struct context_place context_place_in(const struct contexts *all, const uint32_t *path, size_t n, size_t k)
{
    if (k + 1 < n)
        return all->places[all->list[path[k + 1]].place];
    const struct context_function *f = &all->functions[all->list[path[k]].function];
    return (struct context_place){ f->file, f->line, 0 };
}
