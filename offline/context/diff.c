/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "fit/class_limit.h"

/* ---- tables by hash: rooms hold an index and 1, or 0 */

struct rooms {
    uint32_t *at;
    size_t mask;
    uint64_t seed;              /* nobody can choose what has one hash */
};

static int begin_rooms(struct rooms *r, size_t most, uint64_t seed)
{
    size_t n = 16;
    while (n < 2 * most)
        n *= 2;
    r->at = calloc(n, sizeof *r->at);
    r->mask = n - 1;
    r->seed = seed;
    return r->at ? 0 : -1;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t hash_text(uint64_t h, const char *s)
{
    while (*s)
        h = mix(h, (uint8_t)*s++);
    return h;
}

/* Its index, or -1 (no memory). */
static int64_t add_name(struct context_diff *d, struct rooms *r, const char *name)
{
    for (uint64_t h = hash_text(r->seed, name);; h++) {
        uint32_t *at = &r->at[h & r->mask];
        if (*at && strcmp(d->names[*at - 1], name) == 0)
            return *at - 1;
        if (*at)
            continue;
        if (array_grow(&d->names, &d->cap_names, d->n_names + 1, sizeof *d->names) != 0)
            return -1;
        d->names[d->n_names++] = name;
        *at = (uint32_t)d->n_names;
        return *at - 1;
    }
}

static int64_t add_pair(struct context_diff *d, struct rooms *r, uint32_t parent, uint32_t name)
{
    for (uint64_t h = mix(mix(r->seed, parent), name);; h++) {
        uint32_t *at = &r->at[h & r->mask];
        if (*at && d->list[*at - 1].parent == parent && d->list[*at - 1].name == name)
            return *at - 1;
        if (*at)
            continue;
        if (array_grow(&d->list, &d->cap, d->n + 1, sizeof *d->list) != 0)
            return -1;
        d->list[d->n++] = (struct context_pair){ .parent = parent, .name = name };
        *at = (uint32_t)d->n;
        return *at - 1;
    }
}

/* ---- */

/* Of a context that a side does not have: what it may have had. */
static uint64_t missing(const struct contexts *all)
{
    return all->error + all->lost;
}

static int add_side(struct context_diff *d, int side, struct rooms *names, struct rooms *pairs)
{
    const struct contexts *all = d->all[side];
    uint32_t *pair = calloc(all->n + 1, sizeof *pair);
    int result = pair ? 0 : -1;
    for (size_t i = 1; result == 0 && i < all->n; i++) {        /* a parent was added before its children */
        const struct context *c = &all->list[i];
        const struct context_function *f = &all->functions[c->function];
        pair[i] = pair[c->parent];
        if (f->kind == CONTEXT_INLINED)
            continue;
        int64_t name = add_name(d, names, f->name);
        int64_t at = name < 0 ? -1 : add_pair(d, pairs, pair[c->parent], (uint32_t)name);
        if (at < 0) {
            result = -1;
            break;
        }
        pair[i] = (uint32_t)at;
        if (c->count == 0)
            continue;
        struct context_pair *p = &d->list[at];
        p->counted = true;
        p->side[side].count += c->count;
        p->side[side].bound += c->bound;
        const struct growth *growth = growth_of(all->growths, i);
        if (growth && (!p->growth[side] || growth->activations > p->growth[side]->activations))
            p->growth[side] = growth;
    }
    free(pair);
    return result;
}

const char *context_change(const struct context_pair *p)
{
    const struct context_side *a = &p->side[0], *b = &p->side[1];
    if (b->count > a->count + a->bound)
        return "more";
    if (a->count > b->count + b->bound)
        return "less";
    return a->bound || b->bound ? "unknown" : "same";
}

static bool grew(const struct context_pair *p, int before)
{
    const struct growth *a = p->growth[before], *b = p->growth[!before];
    return a && b && limit_class_grew(&a->fit, &b->fit);
}

bool context_growth_differs(const struct context_pair *p)
{
    return grew(p, 0) || grew(p, 1);
}

const char *context_growth_change(const struct context_pair *p)
{
    const struct growth *a = p->growth[0], *b = p->growth[1];
    if (!a && !b)
        return NULL;
    if (context_growth_differs(p))
        return grew(p, 0) ? "class grew" : "class fell";
    return a && b && a->fit.cls != FIT_NONE && a->fit.cls == b->fit.cls ? "same" : "unknown";
}

uint64_t context_difference(const struct context_pair *p)
{
    const struct context_side *a = &p->side[0], *b = &p->side[1];
    if (b->count > a->count + a->bound)
        return b->count - a->count - a->bound;
    return a->count > b->count + b->bound ? a->count - b->count - b->bound : 0;
}

static const struct context_diff *sorting;      /* of the order below; one thread sorts at a time */

static int by_difference(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    bool first = grew(&sorting->list[i], 0), second = grew(&sorting->list[k], 0);
    if (first != second)
        return first ? -1 : 1;
    uint64_t x = context_difference(&sorting->list[i]), y = context_difference(&sorting->list[k]);
    if (x != y)
        return x > y ? -1 : 1;
    return (i > k) - (i < k);
}

static int sort(struct context_diff *d)
{
    d->order = calloc(d->n + 1, sizeof *d->order);
    if (!d->order)
        return -1;
    for (size_t i = 1; i < d->n; i++) {
        if (!d->list[i].counted)
            continue;
        for (int side = 0; side < 2; side++)
            if (d->list[i].side[side].count == 0)
                d->list[i].side[side].bound = missing(d->all[side]);
        d->order[d->n_order++] = (uint32_t)i;
    }
    sorting = d;
    qsort(d->order, d->n_order, sizeof *d->order, by_difference);
    return 0;
}

int context_diff_run(const struct contexts *before, const struct contexts *after, struct context_diff *d)
{
    struct rooms names = { 0 }, pairs = { 0 };
    *d = (struct context_diff){ .all = { before, after } };
    int result = begin_rooms(&names, before->n_functions + after->n_functions + 1, before->seed);
    if (result == 0)
        result = begin_rooms(&pairs, before->n + after->n + 1, before->seed);
    if (result == 0)
        result = array_grow(&d->list, &d->cap, 1, sizeof *d->list);
    if (result == 0) {
        d->list[d->n++] = (struct context_pair){ .name = UINT32_MAX };
        result = add_side(d, 0, &names, &pairs);
    }
    if (result == 0)
        result = add_side(d, 1, &names, &pairs);
    if (result == 0)
        result = sort(d);
    free(names.at);
    free(pairs.at);
    return result;
}

void context_diff_free(struct context_diff *d)
{
    free(d->list);
    free(d->names);
    free(d->order);
}
