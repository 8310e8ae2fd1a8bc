/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/callers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/demangle.h"
#include "base/util.h"

#define MOST_CALLERS 6u         /* of a target */
#define MOST_LOOKED 4096u       /* call sites that are looked through for a target, those of most calls first */

struct caller {
    uint32_t function, place;   /* of the contexts */
    uint64_t calls;
};

struct callers {
    struct caller *list;
    size_t n, cap;
};

/* Calls of a function from one place of one caller. */
struct call_site {
    uint64_t name;              /* hash of the function's name as a reader writes it */
    uint32_t function;
    struct caller by;
};

struct caller_index {
    const struct contexts *all;
    struct call_site *sites;    /* by name, those of most calls first */
    size_t n;
};

/* A function that is called without contexts of its own has no file. */
static bool is_of(const struct context_function *f, const struct target *t, const char *wanted)
{
    char name[DEMANGLED_ROOM];
    if (f->kind == CONTEXT_UNKNOWN || (f->kind != CONTEXT_OUTSIDE && f->file[0] && strcmp(f->file, t->key.file) != 0))
        return false;
    return strcmp(demangle(f->name, name), wanted) == 0;
}

static uint64_t hash_name(const char *text)
{
    return XXH3_64bits(text, strlen(text));
}

static int by_caller(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    return x->function != y->function ? (x->function > y->function) - (x->function < y->function)
                                      : (x->place > y->place) - (x->place < y->place);
}

static int by_calls(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    if (x->calls != y->calls)
        return x->calls < y->calls ? 1 : -1;
    return by_caller(a, b);
}

static int by_site(const void *a, const void *b)
{
    const struct call_site *x = a, *y = b;
    return x->function != y->function ? (x->function > y->function) - (x->function < y->function) : by_caller(&x->by, &y->by);
}

static int by_name(const void *a, const void *b)
{
    const struct call_site *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    int order = by_calls(&x->by, &y->by);
    return order ? order : (x->function > y->function) - (x->function < y->function);
}

/* Of all contexts.  How many: those of one function, caller and place become one. */
static size_t find_sites(const struct contexts *all, struct call_site *sites)
{
    size_t n = 0, kept = 0;
    for (size_t i = 1; i < all->n; i++) {
        const struct context *c = &all->list[i];
        if (c->parent && c->count > 0 && all->functions[c->function].kind != CONTEXT_UNKNOWN)
            sites[n++] = (struct call_site){ 0, c->function, { all->list[c->parent].function, c->place, c->count } };
    }
    if (n > 0)
        qsort(sites, n, sizeof *sites, by_site);
    for (size_t i = 0; i < n; i++) {
        if (kept && by_site(&sites[kept - 1], &sites[i]) == 0)
            sites[kept - 1].by.calls += sites[i].by.calls;
        else
            sites[kept++] = sites[i];
    }
    return kept;
}

struct caller_index *caller_index_make(const struct contexts *all)
{
    char room[DEMANGLED_ROOM];
    struct caller_index *index = calloc(1, sizeof *index);
    struct call_site *sites = malloc((all->n + 1) * sizeof *sites);
    if (!index || !sites) {
        free(index);
        free(sites);
        return NULL;
    }
    *index = (struct caller_index){ all, sites, find_sites(all, sites) };
    for (size_t i = 0; i < index->n; i++)       /* those of a function are neighbours */
        sites[i].name = i && sites[i].function == sites[i - 1].function
                            ? sites[i - 1].name : hash_name(demangle(all->functions[sites[i].function].name, room));
    if (index->n > 0)
        qsort(sites, index->n, sizeof *sites, by_name);
    return index;
}

void caller_index_free(struct caller_index *index)
{
    if (index)
        free(index->sites);
    free(index);
}

/* Those of one caller and place become one, those of most calls first. */
static void join(struct callers *callers)
{
    size_t kept = 0;
    if (callers->n)
        qsort(callers->list, callers->n, sizeof *callers->list, by_caller);
    for (size_t i = 0; i < callers->n; i++) {
        if (kept && by_caller(&callers->list[kept - 1], &callers->list[i]) == 0)
            callers->list[kept - 1].calls += callers->list[i].calls;
        else
            callers->list[kept++] = callers->list[i];
    }
    callers->n = kept;
    if (kept)
        qsort(callers->list, kept, sizeof *callers->list, by_calls);
}

static int by_hash(const void *name, const void *site)
{
    uint64_t x = *(const uint64_t *)name, y = ((const struct call_site *)site)->name;
    return (x > y) - (x < y);
}

/* 0 or -1 (no memory). */
static int collect(struct callers *callers, const struct caller_index *index, const struct target *t)
{
    char room[DEMANGLED_ROOM];
    const char *wanted = demangle(t->key.function, room);
    uint64_t name = hash_name(wanted);
    size_t first = array_first(index->sites, index->n, sizeof *index->sites, &name, by_hash);
    uint32_t last = UINT32_MAX;
    bool own = false;
    for (size_t i = first; i < index->n && index->sites[i].name == name && i - first < MOST_LOOKED; i++) {
        const struct call_site *site = &index->sites[i];
        if (site->function != last)
            own = is_of(&index->all->functions[site->function], t, wanted);
        last = site->function;
        if (own && array_grow(&callers->list, &callers->cap, callers->n + 1, sizeof *callers->list) != 0)
            return -1;
        if (own)
            callers->list[callers->n++] = site->by;
    }
    join(callers);
    return 0;
}

static json_t *caller_json(const struct contexts *all, const struct caller *caller)
{
    const struct context_place *place = &all->places[caller->place];
    char name[DEMANGLED_ROOM], text[512] = "";
    if (caller->place && place->file[0])
        snprintf(text, sizeof text, "%s:%" PRIu32, place->file, place->line);
    return json_pack("{s:o, s:o, s:o}", "name", json_text(demangle(all->functions[caller->function].name, name)),
                     "place", json_text(text), "calls", json_count(caller->calls));
}

int callers_text(FILE *out, const struct caller_index *index, const struct target *t)
{
    struct callers callers = { 0 };
    char name[DEMANGLED_ROOM];
    if (!index || !t->key.function)
        return 0;
    int result = collect(&callers, index, t);
    for (size_t i = 0; result == 0 && i < callers.n && i < MOST_CALLERS; i++) {
        const struct caller *c = &callers.list[i];
        const struct context_place *place = &index->all->places[c->place];
        fprintf(out, "%s%s", i ? ", " : "  called by      ", demangle(index->all->functions[c->function].name, name));
        if (c->place && place->file[0])
            fprintf(out, " at %s:%" PRIu32, path_name(place->file), place->line);
        fprintf(out, " (%" PRIu64 " call%s)", c->calls, c->calls == 1 ? "" : "s");
    }
    if (callers.n > MOST_CALLERS)
        fprintf(out, ", and %zu more", callers.n - MOST_CALLERS);
    if (callers.n)
        fputc('\n', out);
    free(callers.list);
    return result;
}

json_t *callers_json(const struct caller_index *index, const struct target *t)
{
    json_t *json = json_array();
    struct callers callers = { 0 };
    int result = index && t->key.function ? collect(&callers, index, t) : 0;
    for (size_t i = 0; result == 0 && i < callers.n && i < MOST_CALLERS; i++)
        json_array_append_new(json, caller_json(index->all, &callers.list[i]));
    free(callers.list);
    if (result == 0)
        return json;
    json_decref(json);
    return NULL;
}
