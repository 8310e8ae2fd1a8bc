/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/growth.h"

#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/stats.h"

/* ---- functions */

struct name {
    const char *text;           /* of names */
    uint32_t index;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

static char *text_of(const char *name, const char *file, uint32_t line)
{
    char *text;
    return asprintf(&text, "%s\t%s\t%" PRIu32, name, file, line) < 0 ? NULL : text;
}

/* Takes the text over.  0 or -1 (no memory). */
static int name_index(struct growths *all, char *text, uint32_t *index)
{
    struct name key = { text, 0 }, **found = text ? tfind(&key, &all->known_names, by_text) : NULL;
    if (found) {
        *index = (*found)->index;
        free(text);
        return 0;
    }
    struct name *new = text ? malloc(sizeof *new) : NULL;
    if (!new || array_grow(&all->names, &all->cap_names, all->n_names + 1, sizeof *all->names) != 0) {
        free(new);
        free(text);
        return -1;
    }
    *index = (uint32_t)all->n_names;
    *new = (struct name){ text, *index };
    all->names[all->n_names++] = text;
    return tsearch(new, &all->known_names, by_text) ? 0 : -1;
}

/* ---- contexts */

struct place {
    uint32_t parent, function, index;
};

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

static uint32_t find(const struct growths *all, uint32_t parent, uint32_t function)
{
    struct place key = { parent, function, 0 }, **found = tfind(&key, (void *const *)&all->known, by_place);
    return found ? (*found)->index : 0;
}

static int begin(struct growths *all)
{
    if (all->n_list == 0 && array_grow(&all->list, &all->cap_list, 1, sizeof *all->list) != 0)
        return -1;
    if (all->n_list == 0)
        all->list[all->n_list++] = (struct growth){ 0 };
    return 0;
}

/* Levels of a recursion are one, also where the program has a function twice.  0 or -1 (no memory). */
static int below(struct growths *all, uint32_t parent, uint32_t function, uint32_t *index)
{
    for (uint32_t i = parent; i; i = all->list[i].parent)
        if (all->list[i].function == function) {
            *index = i;
            return 0;
        }
    if ((*index = find(all, parent, function)))
        return 0;
    struct place *new = malloc(sizeof *new);
    if (!new || array_grow(&all->list, &all->cap_list, all->n_list + 1, sizeof *all->list) != 0) {
        free(new);
        return -1;
    }
    *index = (uint32_t)all->n_list;
    *new = (struct place){ parent, function, *index };
    all->list[all->n_list++] = (struct growth){ .parent = parent, .function = function };
    return tsearch(new, &all->known, by_place) ? 0 : -1;
}

static int add_sizes(struct growth *g, const struct log_growth_size *sizes, size_t n)
{
    if (n && array_grow(&g->sizes, &g->cap, g->n + n, sizeof *g->sizes) != 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const struct log_growth_size *s = &sizes[i];
        g->activations += s->count;
        g->sizes[g->n++] = (struct growth_size){ s->class, s->sizes / (double)s->count, s->count, s->most, s->sum,
                                                 s->sizes };
    }
    return 0;
}

static int add_rows(struct growths *all, const struct log_growths *log, const struct log_profiles *functions)
{
    uint32_t *index = calloc(log->n + 1, sizeof *index), function;
    int status = index ? begin(all) : -1;
    for (size_t i = 0; status == 0 && i < log->n; i++) {
        const struct log_growth_row *row = &log->rows[i];
        const struct log_function *f = &functions->functions[row->function];
        status = name_index(all, text_of(f->name, f->file, f->line), &function);
        if (status == 0)
            status = below(all, row->parent ? index[row->parent - 1] : 0, function, &index[i]);
        if (status == 0)
            status = add_sizes(&all->list[index[i]], &log->sizes[row->first], row->n);
    }
    free(index);
    return status;
}

int growths_add(struct growths *all, const uint8_t run_id[16], const struct log_growths *log,
                const struct log_profiles *functions)
{
    all->damaged += log->damaged;
    if (log->n == 0)
        return 0;
    int known = run_ids_add(&all->runs, run_id);
    if (known != 0)
        return known < 0 ? -1 : 0;
    all->missed += log->missed;
    return add_rows(all, log, functions);
}

/* ---- once all are there */

static int by_class(const void *a, const void *b)
{
    const struct growth_size *x = a, *y = b;
    return (x->class > y->class) - (x->class < y->class);
}

/* Sizes of several threads and logs. */
static void join_sizes(struct growth *g)
{
    size_t kept = 0;
    if (g->n)
        qsort(g->sizes, g->n, sizeof *g->sizes, by_class);
    for (size_t i = 0; i < g->n; i++) {
        struct growth_size *to = kept ? &g->sizes[kept - 1] : NULL, *s = &g->sizes[i];
        if (!to || s->class != to->class) {
            g->sizes[kept++] = *s;
            continue;
        }
        to->count += s->count;
        to->most = s->most > to->most ? s->most : to->most;
        to->sum += s->sum;
        to->sizes += s->sizes;
        to->size = to->sizes / (double)to->count;
    }
    g->n = kept;
}

static int fit(struct growth *g)
{
    struct fit_point *points = calloc(g->n + 1, sizeof *points);
    size_t n = 0;
    if (!points)
        return -1;
    for (size_t i = 0; i < g->n; i++)
        if (g->sizes[i].size > 0)
            points[n++] = (struct fit_point){ g->sizes[i].size, (double)g->sizes[i].most, 0, 1 };
    int status = fit_run(points, n, &g->fit);
    free(points);
    return status;
}

/* The functions of contexts that in-house mode has, too, by their indices there. */
static int map_functions(const struct growths *all, const struct contexts *contexts, uint32_t *function)
{
    for (size_t i = 0; i < contexts->n_functions; i++) {
        const struct context_function *f = &contexts->functions[i];
        char *text = text_of(f->name, f->file, f->line);
        struct name key = { text, 0 }, **found = text ? tfind(&key, (void *const *)&all->known_names, by_text) : NULL;
        function[i] = found && f->kind == CONTEXT_CALLED ? (*found)->index : UINT32_MAX;
        free(text);
        if (!text)
            return -1;
    }
    return 0;
}

/* What in-house mode does not see stands in the place of its caller. */
static int map_contexts(struct growths *all, const struct contexts *contexts)
{
    uint32_t *function = calloc(contexts->n_functions + 1, sizeof *function);
    uint32_t *above = calloc(contexts->n + 1, sizeof *above);
    all->of = calloc(contexts->n + 1, sizeof *all->of);
    int status = function && above && all->of ? map_functions(all, contexts, function) : -1;
    for (size_t i = 1; status == 0 && i < contexts->n; i++) {   /* parents come first */
        const struct context *c = &contexts->list[i];
        above[i] = above[c->parent];
        if (function[c->function] == UINT32_MAX || above[i] == UINT32_MAX)
            continue;
        all->of[i] = find(all, above[i], function[c->function]);
        above[i] = all->of[i] ? all->of[i] : UINT32_MAX;
    }
    free(function);
    free(above);
    return status;
}

int growths_finish(struct growths *all, const struct contexts *contexts)
{
    int status = 0;
    if (all->n_list > 1)
        stats_init();
    for (size_t i = 1; status == 0 && i < all->n_list; i++) {
        join_sizes(&all->list[i]);
        status = fit(&all->list[i]);
    }
    return status == 0 && all->n_list > 1 ? map_contexts(all, contexts) : status;
}

const struct growth *growth_of(const struct growths *all, size_t context)
{
    return all && all->of && all->of[context] ? &all->list[all->of[context]] : NULL;
}

void growths_free(struct growths *all)
{
    tdestroy(all->known, free);
    tdestroy(all->known_names, free);
    for (size_t i = 0; i < all->n_list; i++)
        free(all->list[i].sizes);
    for (size_t i = 0; i < all->n_names; i++)
        free(all->names[i]);
    free(all->list);
    free(all->names);
    free(all->of);
    run_ids_free(&all->runs);
}
