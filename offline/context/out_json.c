/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/out.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"

static const struct contexts *sorting;

static int hottest_first(const void *a, const void *b)
{
    const struct context *c = &sorting->list[*(const uint32_t *)a], *d = &sorting->list[*(const uint32_t *)b];
    if (c->count != d->count)
        return c->count > d->count ? -1 : 1;
    return (c > d) - (c < d);
}

static json_t *place_json(struct context_place p)
{
    return p.line && *p.file ? json_sprintf("%s:%" PRIu32, p.file, p.line) : json_null();
}

static json_t *context_json(const struct contexts *all, size_t i)
{
    json_t *names = json_array(), *places = json_array(), *inlined = json_array(), *outside = json_array();
    size_t n;
    uint32_t *path = context_path(all, i, &n);
    for (size_t k = 0; path && k < n; k++) {
        const struct context_function *f = &all->functions[all->list[path[k]].function];
        json_array_append_new(names, json_string(f->name));
        json_array_append_new(places, place_json(context_place_in(all, path, n, k)));
        if (f->kind == CONTEXT_INLINED)
            json_array_append_new(inlined, json_integer((json_int_t)k));
        if (f->kind == CONTEXT_OUTSIDE)
            json_array_append_new(outside, json_integer((json_int_t)k));
    }
    free(path);
    if (json_array_size(names) != n)
        json_array_clear(names);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "path", names, "places", places, "count",
                     json_count(all->list[i].count), "bound", json_count(all->list[i].bound), "inlined", inlined,
                     "outside", outside);
}

int contexts_json(FILE *out, const struct contexts *all, double share)
{
    uint32_t *order = malloc((all->n + 1) * sizeof *order), n = 0;
    json_t *list = json_array();
    bool whole = order && list;
    for (size_t i = 1; whole && i < all->n; i++)
        if (context_is_hot(all, &all->list[i], share))
            order[n++] = (uint32_t)i;
    sorting = all;
    if (n)
        qsort(order, n, sizeof *order, hottest_first);
    for (uint32_t i = 0; whole && i < n; i++)
        whole = json_array_append_new(list, context_json(all, order[i])) == 0;
    free(order);
    json_t *root = json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "algoprof", 1, "calls", json_count(all->calls), "epsilon",
                             json_number(contexts_epsilon(all)), "forgotten", json_count(all->forgotten), "unknown",
                             json_count(all->lost), "contexts", list);
    return json_print(out, root, whole);
}
