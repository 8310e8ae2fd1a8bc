/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blame/paths.h"

#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"

#define OUTSIDE "(code outside the program)"
#define UNKNOWN "(unknown callers)"
#define MOST_FRAMES 80u         /* of a path that are looked at: the runtime tells 65 at most */

/* ---- words, by number */

struct word {
    const char *text;           /* of the list */
    uint32_t number;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}

/* 0 or -1 (no memory). */
static int number_of(struct blame_paths *all, const char *text, uint32_t *number)
{
    struct word key = { .text = text }, **found = tfind(&key, &all->numbers, by_text);
    if (found) {
        *number = (*found)->number;
        return 0;
    }
    struct word *word = malloc(sizeof *word);
    char *copy = strdup(text);
    if (!word || !copy || array_grow(&all->words, &all->cap_words, all->n_words + 1, sizeof *all->words) != 0) {
        free(word);
        free(copy);
        return -1;
    }
    *number = (uint32_t)all->n_words;
    *word = (struct word){ copy, *number };
    all->words[all->n_words++] = copy;
    return tsearch(word, &all->numbers, by_text) ? 0 : -1;
}

/* ---- names, by place of code */

struct place {
    char *build;
    uint64_t offset;
    struct blame_names names;
};

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int order = strcmp(x->build, y->build);
    return order ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

void blame_names_free(struct blame_names *names)
{
    for (size_t i = 0; i < names->n; i++) {
        free(names->list[i].function);
        free(names->list[i].place);
    }
    free(names->list);
    *names = (struct blame_names){ 0 };
}

static void free_place(void *p)
{
    struct place *place = p;
    blame_names_free(&place->names);
    free(place->build);
    free(place);
}

/* Code of which nothing is known is called by its module and place. */
static int name_by_number(struct place *place)
{
    struct blame_name name = { NULL, strdup("") };
    if (asprintf(&name.function, "%.8s+0x%" PRIx64, place->build, place->offset) < 0)
        name.function = NULL;
    if (name.function && name.place && array_grow(&place->names.list, &place->names.cap, 1, sizeof name) == 0) {
        place->names.list[place->names.n++] = name;
        return 0;
    }
    free(name.function);
    free(name.place);
    return -1;
}

/* NULL: no memory. */
static const struct blame_names *names_of(struct blame_paths *all, char *build, uint64_t offset, blame_naming *name,
                                          void *arg)
{
    struct place key = { .build = build, .offset = offset }, **found = tfind(&key, &all->seen, by_place);
    if (found)
        return &(*found)->names;
    struct place *place = calloc(1, sizeof *place);
    if (!place)
        return NULL;
    place->offset = offset;
    place->build = strdup(build);
    if (!place->build || name(arg, build, offset, &place->names) != 0 ||
        (place->names.n == 0 && name_by_number(place) != 0) || !tsearch(place, &all->seen, by_place)) {
        free_place(place);
        return NULL;
    }
    return &place->names;
}

/* Names that the log tells, in the place of the build-id: of a call (instances_by_context.h).  A blame_naming. */
static int names_told(void *arg, const char *told, uint64_t offset, struct blame_names *names)
{
    (void)arg;
    (void)offset;
    for (const char *end; (end = strchr(told, '\n')); told = end + 1) {
        size_t n = strcspn(told, "\t");
        struct blame_name name = { strndup(told, n), strndup(told + n + 1, (size_t)(end - told) - n - 1) };
        if (!name.function || !name.place || array_grow(&names->list, &names->cap, names->n + 1, sizeof name) != 0) {
            free(name.function);
            free(name.place);
            return -1;
        }
        names->list[names->n++] = name;
    }
    return 0;
}

/* ---- paths */

/* "f" of "space::f (int)", and of "f.part.0". */
static size_t bare(const char *name, const char **begin)
{
    size_t n = strcspn(name, "(.<"), at = n;
    while (at > 0 && name[at - 1] != ':')
        at--;
    *begin = name + at;
    return n - at;
}

static bool is_function(const char *name, const char *wanted)
{
    char a[DEMANGLED_ROOM], b[DEMANGLED_ROOM];
    const char *x, *y;
    size_t n = bare(demangle(name, a), &x), m = bare(demangle(wanted, b), &y);
    return n > 0 && n == m && strncmp(x, y, n) == 0;
}

/* Of the frame that the instance is in: how many of its names are the target's own function, and what is inlined
 * there. */
static size_t own_names(const struct blame_names *names, const struct target *t)
{
    size_t own = 0;
    for (size_t i = 0; i < names->n; i++)
        if (is_function(names->list[i].function, t->key.function))
            own = i + 1;
    return own > 0 || strchr(names->list[0].function, '+') == NULL ? own : names->n;
}

static int add_word(struct blame_paths *all, struct blame_path *path, const char *text)
{
    if (path->n >= BLAME_MOST_WORDS)
        return 0;
    return number_of(all, text, &path->word[path->n]) == 0 ? (path->n++, 0) : -1;
}

/* A recursion's levels are one caller. */
static int add_caller(struct blame_paths *all, struct blame_path *path, const struct blame_name *name)
{
    char room[DEMANGLED_ROOM], place[DEMANGLED_ROOM + 256];
    const char *function = demangle(name->function, room);
    if (path->n >= 2 && strcmp(all->words[path->word[path->n - 2]], function) == 0)
        return 0;
    snprintf(place, sizeof place, "%s\t%s", function, name->place);
    return add_word(all, path, function) != 0 || add_word(all, path, place) != 0 ? -1 : 0;
}

static int add_mark(struct blame_paths *all, struct blame_path *path, const char *mark)
{
    return add_caller(all, path, &(struct blame_name){ (char *)(uintptr_t)mark, (char *)(uintptr_t) "" });
}

/* From the instance's frame up to main. */
static int fill_path(struct blame_paths *all, const struct target *t, const struct called *c, uint32_t frame,
                     blame_naming *name, void *arg, struct blame_path *path)
{
    bool first = true;
    unsigned n = 0;
    for (uint32_t at = frame + 1; at && n < MOST_FRAMES; at = c->frames[at - 1].parent, first = false, n++) {
        const struct called_frame *f = &c->frames[at - 1];
        if (f->kind != ALOG_K_CODE && !f->names) {
            if (add_mark(all, path, f->kind == ALOG_K_OUTSIDE ? OUTSIDE : UNKNOWN) != 0)
                return -1;
            continue;
        }
        const struct blame_names *names = f->names ? names_of(all, f->names, 0, names_told, NULL)
                                                   : names_of(all, c->builds[f->build], f->offset, name, arg);
        if (!names)
            return -1;
        for (size_t i = first ? own_names(names, t) : 0; i < names->n; i++)
            if (add_caller(all, path, &names->list[i]) != 0)
                return -1;
        if (strcmp(names->list[names->n - 1].function, "main") == 0)
            break;
    }
    return 0;
}

static int add_row(struct blame_row **rows, size_t *n, size_t *cap, struct blame_row row)
{
    if (!(row.size > 0) || !(row.cost > 0) || !isfinite(row.size) || !isfinite(row.cost))
        return 0;
    if (array_grow(rows, cap, *n + 1, sizeof **rows) != 0)
        return -1;
    (*rows)[(*n)++] = row;
    return 0;
}

/* by_frame: paths that are known already, of the log. */
static int add_rows(struct blame_paths *all, const struct target *t, const struct called *c,
                    const struct called_row *rows,
                    size_t n, blame_naming *name, void *arg, struct blame_path **by_frame)
{
    for (size_t i = 0; i < n; i++) {
        struct blame_path **path = &by_frame[rows[i].frame];
        if (!*path) {
            if (!(*path = calloc(1, sizeof **path)))
                return -1;
            if (array_grow(&all->paths, &all->cap_paths, all->n_paths + 1, sizeof *all->paths) != 0) {
                free(*path);
                return -1;
            }
            all->paths[all->n_paths++] = *path;
            if (fill_path(all, t, c, rows[i].frame, name, arg, *path) != 0)
                return -1;
        }
        if (add_row(&all->rows, &all->n_rows, &all->cap_rows,
                    (struct blame_row){ *path, rows[i].size, rows[i].cost }) != 0 ||
            add_row(&all->work_rows, &all->n_work_rows, &all->cap_work_rows,
                    (struct blame_row){ *path, rows[i].rms, rows[i].work }) != 0)
            return -1;
    }
    return 0;
}

int blame_paths_make(const struct target *t, blame_naming *name, void *arg, struct blame_paths *out)
{
    int result = 0;
    *out = (struct blame_paths){ 0 };
    for (size_t i = 0; result == 0 && i < t->n_points; i++) {
        const struct log_points *log = t->points[i].log;
        size_t n;
        if (i > 0 && t->points[i - 1].log == log)
            continue;           /* its instances are of all runs */
        const struct called_row *rows = called_of(log->called, t->points[i].point->target, &n);
        if (!rows)
            continue;
        struct blame_path **by_frame = calloc(log->called->n_frames, sizeof(struct blame_path *));
        result = by_frame ? add_rows(out, t, log->called, rows, n, name, arg, by_frame) : -1;
        free(by_frame);
    }
    return result;
}

void blame_paths_free(struct blame_paths *paths)
{
    tdestroy(paths->seen, free_place);
    tdestroy(paths->numbers, free);
    for (size_t i = 0; i < paths->n_words; i++)
        free(paths->words[i]);
    for (size_t i = 0; i < paths->n_paths; i++)
        free(paths->paths[i]);
    free(paths->words);
    free(paths->paths);
    free(paths->rows);
    free(paths->work_rows);
    *paths = (struct blame_paths){ 0 };
}
