/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "context/growth_json.h"

static const struct contexts *sorting;

static int hottest_first(const void *a, const void *b)
{
    const struct context *c = &sorting->list[*(const uint32_t *)a], *d = &sorting->list[*(const uint32_t *)b];
    if (c->count != d->count)
        return c->count > d->count ? -1 : 1;
    return (c > d) - (c < d);
}

/* A path has many frames, and few functions and places: these are written as JSON once. */
struct texts {
    char **name, **begin;       /* of a function, and where it begins */
    char **place;
};

static char *text_json(const char *text)
{
    json_t *json = json_string(text);
    char *written = json ? json_dumps(json, JSON_ENCODE_ANY) : NULL;
    json_decref(json);
    return written;
}

static char *place_json(const char *file, uint32_t line)
{
    char *text = NULL, *written;
    if (!line || !*file)
        return strdup("null");
    if (asprintf(&text, "%s:%" PRIu32, file, line) < 0)
        return NULL;
    written = text_json(text);
    free(text);
    return written;
}

static int texts_make(struct texts *t, const struct contexts *all)
{
    t->name = calloc(all->n_functions + 1, sizeof *t->name);
    t->begin = calloc(all->n_functions + 1, sizeof *t->begin);
    t->place = calloc(all->n_places + 1, sizeof *t->place);
    if (!t->name || !t->begin || !t->place)
        return -1;
    for (size_t i = 0; i < all->n_functions; i++) {
        const struct context_function *f = &all->functions[i];
        t->name[i] = text_json(f->name);
        t->begin[i] = place_json(f->file, f->line);
        if (!t->name[i] || !t->begin[i])
            return -1;
    }
    for (size_t i = 0; i < all->n_places; i++)
        if (!(t->place[i] = place_json(all->places[i].file, all->places[i].line)))
            return -1;
    return 0;
}

static void free_list(char **list, size_t n)
{
    for (size_t i = 0; list && i < n; i++)
        free(list[i]);
    free(list);
}

static void texts_free(struct texts *t, const struct contexts *all)
{
    free_list(t->name, all->n_functions);
    free_list(t->begin, all->n_functions);
    free_list(t->place, all->n_places);
}

/* The frames of that kind, by their numbers. */
static void print_kind(FILE *out, const struct contexts *all, const uint32_t *path, size_t n, enum context_kind kind)
{
    const char *between = "";
    for (size_t k = 0; k < n; k++) {
        if (all->functions[all->list[path[k]].function].kind != kind)
            continue;
        fprintf(out, "%s%zu", between, k);
        between = ", ";
    }
}

/* 0 or -1 (no memory). */
static int print_growth(FILE *out, const struct growth *g)
{
    json_t *growth = growth_to_json(g);
    char *text = growth ? json_dumps(growth, JSON_REAL_PRECISION(12)) : NULL;
    fprintf(out, ", \"growth\": %s", text ? text : "null");
    json_decref(growth);
    free(text);
    return text ? 0 : -1;
}

static void put_item(FILE *out, size_t k, const char *text)
{
    if (k)
        fputs_unlocked(", ", out);
    fputs_unlocked(text, out);
}

/* 0 or -1 (no memory). */
static int print_context(FILE *out, const struct contexts *all, const struct texts *t, size_t i)
{
    const struct context *c = &all->list[i];
    size_t n;
    uint32_t *path = context_path(all, i, &n);
    if (!path)
        return -1;
    fputs("{\"path\": [", out);
    for (size_t k = 0; k < n; k++)
        put_item(out, k, t->name[all->list[path[k]].function]);
    fputs("], \"places\": [", out);
    for (size_t k = 0; k < n; k++)
        put_item(out, k, k + 1 < n ? t->place[all->list[path[k + 1]].place] : t->begin[all->list[path[k]].function]);
    fprintf(out, "], \"count\": %" PRIu64 ", \"bound\": %" PRIu64 ", \"inlined\": [", c->count, c->bound);
    print_kind(out, all, path, n, CONTEXT_INLINED);
    fputs("], \"outside\": [", out);
    print_kind(out, all, path, n, CONTEXT_OUTSIDE);
    const struct growth *growth = growth_of(all->growths, i);
    fputc(']', out);
    int result = growth ? print_growth(out, growth) : 0;
    fputc('}', out);
    free(path);
    return result;
}

/* One at a time: together they may take many times the memory of the contexts. */
static int print_contexts(FILE *out, const struct contexts *all, const uint32_t *order, uint32_t n)
{
    struct texts texts = { 0 };
    int result = texts_make(&texts, all);
    for (uint32_t i = 0; result == 0 && i < n; i++) {
        fputs(i ? ",\n    " : "\n    ", out);
        result = print_context(out, all, &texts, order[i]);
    }
    texts_free(&texts, all);
    return result;
}

int contexts_json(FILE *out, const struct contexts *all, double share)
{
    uint32_t *order = malloc((all->n + 1) * sizeof *order), n = 0;
    json_t *root = json_pack("{s:i, s:o, s:o, s:o, s:o}", "algoprof", 1, "calls", json_count(all->calls), "epsilon",
                             json_number(contexts_epsilon(all)), "forgotten", json_count(all->forgotten), "unknown",
                             json_count(all->lost));
    if (root && all->growths)
        json_object_set_new(root, "growth_missed", json_count(all->growths->missed));
    char *head = root ? json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) : NULL;
    const char *end = head ? strrchr(head, '\n') : NULL;
    int result = order && end ? 0 : -1;
    for (size_t i = 1; result == 0 && i < all->n; i++)
        if (context_is_hot(all, &all->list[i], share))
            order[n++] = (uint32_t)i;
    sorting = all;
    if (n)
        qsort(order, n, sizeof *order, hottest_first);
    if (result == 0) {
        fprintf(out, "%.*s,\n  \"contexts\": [", (int)(end - head), head);
        result = print_contexts(out, all, order, n);
        fputs(n ? "\n  ]\n}\n" : "]\n}\n", out);
    }
    free(order);
    free(head);
    json_decref(root);
    return result;
}
