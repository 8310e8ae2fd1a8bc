/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/callers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"
#include "base/util.h"

#define MOST_CALLERS 6u         /* of a target */

struct caller {
    uint32_t function, place;   /* of the contexts */
    uint64_t calls;
};

struct callers {
    struct caller *list;
    size_t n, cap;
};

/* A function that is called without contexts of its own has no file. */
static bool is_of(const struct context_function *f, const struct target *t, const char *wanted)
{
    char name[DEMANGLED_ROOM];
    if (f->kind == CONTEXT_UNKNOWN || (f->kind != CONTEXT_OUTSIDE && f->file[0] && strcmp(f->file, t->key.file) != 0))
        return false;
    return strcmp(demangle(f->name, name), wanted) == 0;
}

/* For each function of the contexts, of which there are fewer than contexts: is it the target's?  NULL: no memory. */
static bool *find_functions(const struct contexts *all, const struct target *t)
{
    char room[DEMANGLED_ROOM];
    const char *wanted = demangle(t->key.function, room);
    bool *found = calloc(all->n_functions + 1, sizeof *found);
    for (size_t i = 0; found && i < all->n_functions; i++)
        found[i] = is_of(&all->functions[i], t, wanted);
    return found;
}

static int by_caller(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    return x->function != y->function ? (x->function > y->function) - (x->function < y->function)
                                      : (x->place > y->place) - (x->place < y->place);
}

/* Those of one caller and place become one. */
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
}

static int by_calls(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    if (x->calls != y->calls)
        return x->calls < y->calls ? 1 : -1;
    return by_caller(a, b);
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

/* 0 or -1 (no memory). */
static int collect(struct callers *callers, const struct contexts *all, const struct target *t)
{
    bool *own = find_functions(all, t);
    int result = own ? 0 : -1;
    for (size_t i = 1; result == 0 && i < all->n; i++) {
        const struct context *c = &all->list[i];
        if (!c->parent || c->count == 0 || !own[c->function])
            continue;
        result = array_grow(&callers->list, &callers->cap, callers->n + 1, sizeof *callers->list);
        if (result == 0)
            callers->list[callers->n++] = (struct caller){ all->list[c->parent].function, c->place, c->count };
    }
    free(own);
    join(callers);
    return result;
}

int callers_text(FILE *out, const struct contexts *all, const struct target *t)
{
    struct callers callers = { 0 };
    char name[DEMANGLED_ROOM];
    if (!all || !t->key.function)
        return 0;
    int result = collect(&callers, all, t);
    if (callers.n)
        qsort(callers.list, callers.n, sizeof *callers.list, by_calls);
    for (size_t i = 0; result == 0 && i < callers.n && i < MOST_CALLERS; i++) {
        const struct caller *c = &callers.list[i];
        const struct context_place *place = &all->places[c->place];
        fprintf(out, "%s%s", i ? ", " : "  called by      ", demangle(all->functions[c->function].name, name));
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

json_t *callers_json(const struct contexts *all, const struct target *t)
{
    json_t *json = json_array();
    struct callers callers = { 0 };
    int result = all && t->key.function ? collect(&callers, all, t) : 0;
    if (callers.n)
        qsort(callers.list, callers.n, sizeof *callers.list, by_calls);
    for (size_t i = 0; result == 0 && i < callers.n && i < MOST_CALLERS; i++)
        json_array_append_new(json, caller_json(all, &callers.list[i]));
    free(callers.list);
    if (result == 0)
        return json;
    json_decref(json);
    return NULL;
}
