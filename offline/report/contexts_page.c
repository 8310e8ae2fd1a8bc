/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/contexts_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/demangle.h"
#include "base/util.h"
#include "context/growth.h"
#include "fit/fit.h"

#define MOST_CONTEXTS 6000u     /* on a page */

struct page {
    const struct contexts *all;
    int64_t *place, *name;      /* where those of `all' are on the page; -1: not yet */
    int64_t *node;              /* likewise contexts */
    json_t *names, *places, *columns[8];
    int64_t n;
};

enum column { PARENT, NAME, KIND, PLACE, COUNT, BOUND, BELOW, GROWTH };

static int most_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x > y ? -1 : x < y;
}

/* So many calls below it has what is shown.  A parent has no fewer than its children. */
static int find_least(const struct contexts *all, uint64_t *least)
{
    uint64_t *below = calloc(all->n + 1, sizeof *below);
    size_t n = 0;
    if (!below)
        return -1;
    for (size_t i = 1; i < all->n; i++)
        below[n++] = all->list[i].below;
    qsort(below, n, sizeof *below, most_first);
    *least = n > MOST_CONTEXTS ? below[MOST_CONTEXTS] + 1 : 1;
    free(below);
    return 0;
}

static json_int_t name_on_page(struct page *p, uint32_t function)
{
    char room[DEMANGLED_ROOM];
    if (p->name[function] < 0) {
        p->name[function] = (int64_t)json_array_size(p->names);
        json_array_append_new(p->names, json_text(demangle(p->all->functions[function].name, room)));
    }
    return (json_int_t)p->name[function];
}

static json_int_t place_on_page(struct page *p, uint32_t place)
{
    const struct context_place *c = &p->all->places[place];
    if (!c->line || !*c->file)
        return -1;
    if (p->place[place] < 0) {
        p->place[place] = (int64_t)json_array_size(p->places);
        char *text = NULL;
        if (asprintf(&text, "%s:%" PRIu32, path_name(c->file), c->line) < 0)
            return -1;
        json_array_append_new(p->places, json_text(text));
        free(text);
    }
    return (json_int_t)p->place[place];
}

static void add_context(struct page *p, uint32_t i)
{
    const struct context *c = &p->all->list[i];
    p->node[i] = p->n++;
    json_array_append_new(p->columns[PARENT], json_integer(c->parent ? (json_int_t)p->node[c->parent] : -1));
    json_array_append_new(p->columns[NAME], json_integer(name_on_page(p, c->function)));
    json_array_append_new(p->columns[KIND], json_integer((json_int_t)p->all->functions[c->function].kind));
    json_array_append_new(p->columns[PLACE], json_integer(place_on_page(p, c->place)));
    json_array_append_new(p->columns[COUNT], json_count(c->count));
    json_array_append_new(p->columns[BOUND], json_count(c->bound));
    json_array_append_new(p->columns[BELOW], json_count(c->below));
    const struct growth *growth = growth_of(p->all->growths, i);
    json_array_append_new(p->columns[GROWTH], growth ? json_string(fit_class_name(growth->fit.cls)) : json_null());
}

/* In the tree's order, the largest child first. */
static void add_contexts(struct page *p, uint64_t least)
{
    const struct contexts *all = p->all;
    for (uint32_t i = all->list[0].child; i;) {
        bool shown = all->list[i].below >= least;
        if (shown)
            add_context(p, i);
        if (shown && all->list[i].child) {
            i = all->list[i].child;
            continue;
        }
        while (i && !all->list[i].next)
            i = all->list[i].parent;
        i = i ? all->list[i].next : 0;
    }
}

static int64_t *none_yet(size_t n)
{
    int64_t *list = malloc((n + 1) * sizeof *list);
    for (size_t i = 0; list && i < n; i++)
        list[i] = -1;
    return list;
}

static size_t count_counted(const struct contexts *all)
{
    size_t n = 0;
    for (size_t i = 1; i < all->n; i++)
        n += all->list[i].count > 0;
    return n;
}

static json_t *put_together(struct page *p, uint64_t least)
{
    json_t **c = p->columns;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "calls",
                     json_count(p->all->calls), "epsilon", json_number(contexts_epsilon(p->all)), "forgotten",
                     json_count(p->all->forgotten), "all", json_count(count_counted(p->all)),
                     "least", json_count(least),
                     "names", p->names, "places", p->places, "parent", c[PARENT], "name", c[NAME], "kind", c[KIND],
                     "place", c[PLACE], "count", c[COUNT], "bound", c[BOUND], "below", c[BELOW], "growth", c[GROWTH]);
}

json_t *contexts_page(const struct contexts *all)
{
    struct page p = { .all = all };
    uint64_t least = 1;
    json_t *json = NULL;
    if (!all)
        return json_null();
    p.place = none_yet(all->n_places);
    p.name = none_yet(all->n_functions);
    p.node = none_yet(all->n);
    if (p.place && p.name && p.node && find_least(all, &least) == 0) {
        p.names = json_array();
        p.places = json_array();
        for (size_t i = 0; i < sizeof p.columns / sizeof *p.columns; i++)
            p.columns[i] = json_array();
        add_contexts(&p, least);
        json = put_together(&p, least);
    }
    free(p.place);
    free(p.name);
    free(p.node);
    return json;
}
