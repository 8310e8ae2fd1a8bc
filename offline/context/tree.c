/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/tree.h"

#include "context/sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one table for contexts, functions and places */

enum table { CONTEXTS = 1, FUNCTIONS, PLACES };
#define INDEX_BITS 30u

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *s)
{
    for (; *s; s++)
        h = mix(h, (unsigned char)*s);
    return mix(h, 0);
}

static uint64_t hash_context(const struct context *c)
{
    return mix(mix(mix(CONTEXTS, c->parent), c->function), c->place);
}

static uint64_t hash_function(const struct context_function *f)
{
    return mix_text(mix_text(mix(mix(FUNCTIONS, f->kind), f->line), f->name), f->file);
}

static uint64_t hash_place(const struct context_place *p)
{
    return mix_text(mix(mix(PLACES, p->line), p->nth), p->file);
}

static uint64_t hash_of(const struct contexts *all, uint32_t entry)
{
    size_t i = entry & ((1u << INDEX_BITS) - 1);
    switch (entry >> INDEX_BITS) {
    case CONTEXTS:
        return hash_context(&all->list[i]);
    case FUNCTIONS:
        return hash_function(&all->functions[i]);
    default:
        return hash_place(&all->places[i]);
    }
}

static bool is_same(const struct contexts *all, uint32_t entry, enum table table, const void *key)
{
    size_t i = entry & ((1u << INDEX_BITS) - 1);
    if (entry >> INDEX_BITS != table)
        return false;
    if (table == CONTEXTS) {
        const struct context *c = key, *d = &all->list[i];
        return c->parent == d->parent && c->function == d->function && c->place == d->place;
    }
    if (table == FUNCTIONS) {
        const struct context_function *f = key, *g = &all->functions[i];
        return f->kind == g->kind && f->line == g->line && !strcmp(f->name, g->name) && !strcmp(f->file, g->file);
    }
    const struct context_place *p = key, *q = &all->places[i];
    return p->line == q->line && p->nth == q->nth && !strcmp(p->file, q->file);
}

static int grow_index(struct contexts *all)
{
    size_t rooms = all->rooms ? 2 * all->rooms : 1024;
    uint32_t *index = calloc(rooms, sizeof *index);
    if (!index)
        return -1;
    for (size_t i = 0; i < all->rooms; i++) {
        if (!all->index[i])
            continue;
        uint64_t at = hash_of(all, all->index[i]);
        while (index[at & (rooms - 1)])
            at++;
        index[at & (rooms - 1)] = all->index[i];
    }
    free(all->index);
    all->index = index;
    all->rooms = rooms;
    return 0;
}

/* The entry's place in the table, which is 0 where it is new; NULL: no memory. */
static uint32_t *find(struct contexts *all, enum table table, uint64_t hash, const void *key)
{
    if (2 * all->used >= all->rooms && grow_index(all) != 0)
        return NULL;
    for (;; hash++) {
        uint32_t *at = &all->index[hash & (all->rooms - 1)];
        if (!*at || is_same(all, *at, table, key))
            return at;
    }
}

static void note(struct contexts *all, uint32_t *at, enum table table, size_t i)
{
    *at = (uint32_t)table << INDEX_BITS | (uint32_t)i;
    all->used++;
}

static int64_t add_context(struct contexts *all, const struct context *key)
{
    uint32_t *at = find(all, CONTEXTS, hash_context(key), key);
    if (at && *at)
        return *at & ((1u << INDEX_BITS) - 1);
    if (!at || all->n >> INDEX_BITS || array_grow(&all->list, &all->cap, all->n + 1, sizeof *all->list) != 0)
        return -1;
    all->list[all->n] = *key;
    note(all, at, CONTEXTS, all->n);
    return (int64_t)all->n++;
}

static int64_t add_function(struct contexts *all, const char *name, const char *file, uint32_t line,
                            enum context_kind kind)
{
    struct context_function f = { (char *)(uintptr_t)name, (char *)(uintptr_t)file, line, kind };
    uint32_t *at = find(all, FUNCTIONS, hash_function(&f), &f);
    if (at && *at)
        return *at & ((1u << INDEX_BITS) - 1);
    if (!at || array_grow(&all->functions, &all->cap_functions, all->n_functions + 1, sizeof f) != 0)
        return -1;
    f.name = text_clean(name, strlen(name));
    f.file = text_clean(file, strlen(file));
    if (!f.name || !f.file) {
        free(f.name);
        free(f.file);
        return -1;
    }
    all->functions[all->n_functions] = f;
    note(all, at, FUNCTIONS, all->n_functions);
    return (int64_t)all->n_functions++;
}

static int64_t add_place(struct contexts *all, const char *file, uint32_t line, uint32_t nth)
{
    struct context_place p = { (char *)(uintptr_t)file, line, nth };
    uint32_t *at = find(all, PLACES, hash_place(&p), &p);
    if (at && *at)
        return *at & ((1u << INDEX_BITS) - 1);
    if (!at || array_grow(&all->places, &all->cap_places, all->n_places + 1, sizeof p) != 0)
        return -1;
    p.file = text_clean(file, strlen(file));
    if (!p.file)
        return -1;
    all->places[all->n_places] = p;
    note(all, at, PLACES, all->n_places);
    return (int64_t)all->n_places++;
}

/* ---- from a log's tree */

struct adding {
    struct contexts *all;
    const struct log_contexts *log;
    const struct log_tree *tree;
    int64_t *node;              /* of each row; -1: not known yet */
    struct call_at *through;    /* of a row that is no context itself: the call that it stands for */
    uint32_t *function;         /* of each callable */
    struct sites sites;
    bool failed;
};

static uint32_t nth_of(const struct log_callable *c, int64_t call)
{
    uint32_t nth = 0;
    const struct log_call *s = &c->calls[call];
    for (int64_t i = 0; i < call; i++)
        nth += c->calls[i].line == s->line && !strcmp(c->calls[i].file, s->file)
               && !strcmp(c->calls[i].inlined, s->inlined);
    return nth;
}

/* A child of parent; place -1: no memory. */
static int64_t add_child(struct contexts *all, int64_t parent, int64_t function, int64_t place)
{
    if (parent < 0 || function < 0 || place < 0)
        return -1;
    struct context key = { .parent = (uint32_t)parent, .function = (uint32_t)function,
                           .place = all->by_callee ? 0 : (uint32_t)place };
    return add_context(all, &key);
}

/* The frames of functions that GCC has inlined, below parent; the last one. */
static int64_t add_inlined(struct contexts *all, int64_t parent, const char *text)
{
    while (*text && parent >= 0) {
        size_t len = strcspn(text, "\n");
        char *line = strndup(text, len), *file = line ? strchr(line, '\t') : NULL, *number = file ? strchr(file + 1, '\t') : NULL;
        if (number) {
            *file++ = '\0';
            *number++ = '\0';
            parent = add_child(all, parent, add_function(all, line, "", 0, CONTEXT_INLINED),
                               add_place(all, file, (uint32_t)strtoul(number, NULL, 10), 0));
        } else if (!line) {
            parent = -1;
        }
        free(line);
        text += len + (text[len] == '\n');
    }
    return parent;
}

static int64_t add_callable(struct contexts *all, const struct log_callable *c)
{
    return add_function(all, c->name, c->file, c->line, c->flags & ALOG_F_OUTSIDE ? CONTEXT_OUTSIDE : CONTEXT_CALLED);
}

static int64_t add_called(struct adding *a, int64_t parent, struct call_at at, int64_t function)
{
    struct contexts *all = a->all;
    int64_t place = 0;
    if (at.callable >= 0 && !(a->log->callables[at.callable].flags & ALOG_F_OUTSIDE)) {
        const struct log_callable *c = &a->log->callables[at.callable];
        const struct log_call *s = &c->calls[at.call];
        parent = add_inlined(all, parent, s->inlined);
        place = add_place(all, *s->file ? s->file : c->file, s->line, nth_of(c, at.call));
    }
    return add_child(all, parent, function, place);
}

/* The row that a place lies in; -1: none, so it is the top. */
static int64_t row_of(const struct adding *a, uint64_t place, int64_t *call)
{
    size_t low = 0, high = a->tree->n_rows;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (a->tree->rows[mid].place <= place)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == 0)
        return -1;
    const struct log_context *r = &a->tree->rows[low - 1];
    *call = (int64_t)(place - r->place) - 4;
    return *call >= 0 && (size_t)*call < a->log->callables[r->callable].n_calls ? (int64_t)low - 1 : -1;
}

/* Its context, whose parent's is known. */
static void place_row(struct adding *a, size_t i, int64_t parent_row, int64_t call)
{
    const struct log_context *r = &a->tree->rows[i];
    int64_t parent = parent_row < 0 ? 0 : a->node[parent_row];
    struct call_at at = { -1, -1 };
    if (parent_row >= 0) {
        at = (struct call_at){ a->tree->rows[parent_row].callable, call };
        if (a->tree->rows[parent_row].flags & ALOG_F_REACHED)
            at = a->through[parent_row];
    }
    if (r->flags & ALOG_F_REACHED) {
        a->node[i] = parent;
        a->through[i] = at;
        return;
    }
    a->through[i] = at;
    a->node[i] = add_called(a, parent, at, a->function[r->callable]);
    a->failed |= a->node[i] < 0;
    sites_see(&a->sites, at, a->function[r->callable]);
}

/* From the first ancestor that is known down to the row. */
static void resolve(struct adding *a, size_t row, size_t *path)
{
    size_t n = 0, i = row;
    int64_t call = 0, parent;
    while (a->node[i] < 0 && n <= a->tree->n_rows) {
        path[n++] = i;
        parent = row_of(a, a->tree->rows[i].from, &call);
        if (parent < 0 || a->node[parent] >= 0)
            break;
        i = (size_t)parent;
    }
    if (n > a->tree->n_rows) {          /* a cycle: only damage makes one */
        a->all->damaged++;
        n = 1;
    }
    while (n-- > 0 && !a->failed) {
        parent = row_of(a, a->tree->rows[path[n]].from, &call);
        if (parent >= 0 && a->node[parent] < 0)
            parent = -1;
        place_row(a, path[n], parent, call);
    }
}

/* Calls of a record, which hangs at a call. */
static void count_in(struct adding *a, int64_t node, struct call_at at, uint64_t count, uint64_t before)
{
    struct context *c = &a->all->list[node];
    if (c->stamp != a->all->stamp)
        c->here = (struct context_here){ .at_calls = a->tree->error ? sites_like(&a->sites, at, c->function) : 1 };
    c->stamp = a->all->stamp;
    if (count == 0)                     /* as good as forgotten */
        return;
    c->count += count;
    a->all->calls += count;
    c->here.before += before;
    c->here.records++;
}

static int count_row(struct adding *a, size_t i)
{
    const struct log_context *r = &a->tree->rows[i];
    const struct log_callable *c = &a->log->callables[r->callable];
    static char name[] = "?", file[] = "";
    const struct log_callable unknown = { .name = name, .file = file };
    if (!(r->flags & ALOG_F_REACHED))
        count_in(a, a->node[i], a->through[i], r->count, r->before);
    for (size_t k = 0; k < r->n_counts; k++) {
        const struct log_count *n = &a->tree->counts[r->counts + k];
        const struct log_callable *callee = log_callable_by_number(a->log, c->calls[n->call].callee);
        struct call_at at = { r->callable, n->call };
        int64_t node = add_called(a, a->node[i], at, callee ? a->function[callee - a->log->callables]
                                                            : add_callable(a->all, &unknown));
        if (node < 0)
            return -1;
        count_in(a, node, at, n->count, r->before);
    }
    return 0;
}

/* At most so many calls of a context are in no count, by the records that it may have had. */
static uint64_t missed_in(struct adding *a, size_t i)
{
    struct context *c = &a->all->list[i];
    size_t parent = c->parent;
    while (parent && a->all->functions[a->all->list[parent].function].kind == CONTEXT_INLINED)
        parent = a->all->list[parent].parent;
    const struct context *p = &a->all->list[parent];
    double of_parent = !parent ? 1 : p->stamp == c->stamp ? p->here.possible : INFINITY;
    c->here.possible = of_parent * c->here.at_calls;
    double absent = fmax(c->here.possible - (double)c->here.records, 0);
    double missed = (double)c->here.before + (absent > 0 ? absent * (double)a->tree->error : 0);
    return missed < (double)a->tree->forgotten ? (uint64_t)missed : a->tree->forgotten;
}

/* What holds of a context that is not in the tree is in all contexts' bound: it goes where the context is. */
static void add_bounds(struct adding *a)
{
    uint64_t error = a->tree->error < a->tree->forgotten && !a->all->by_callee ? a->tree->error : a->tree->forgotten;
    a->all->error += error;
    for (size_t i = 1; i < a->all->n; i++)      /* a parent was added before its children */
        if (a->all->list[i].stamp == a->all->stamp)
            a->all->list[i].bound += missed_in(a, i) - error;   /* wraps, and back */
}

/* Calls whose context is not known are below a context of their own. */
static int add_unknown(struct adding *a)
{
    int64_t top = add_child(a->all, 0, add_function(a->all, "(unknown)", "", 0, CONTEXT_UNKNOWN), 0);
    for (size_t i = 0; i < a->tree->n_rows; i++) {
        const struct log_context *r = &a->tree->rows[i];
        uint64_t sum = r->count;
        for (size_t k = 0; k < r->n_counts; k++)
            sum += a->tree->counts[r->counts + k].count;
        if (sum == 0)
            continue;
        a->node[i] = add_called(a, top, (struct call_at){ -1, -1 }, a->function[r->callable]);
        a->through[i] = (struct call_at){ -1, -1 };
        if (a->node[i] < 0 || count_row(a, i) != 0)
            return -1;
        a->all->lost += sum;
    }
    return 0;
}

static int begin_tree(struct adding *a)
{
    const struct log_contexts *log = a->log;
    a->node = malloc((a->tree->n_rows + 1) * sizeof *a->node);
    a->through = calloc(a->tree->n_rows + 1, sizeof *a->through);
    a->function = calloc(log->n_callables + 1, sizeof *a->function);
    if (!a->node || !a->through || !a->function)
        return -1;
    for (size_t i = 0; i < a->tree->n_rows; i++)
        a->node[i] = -1;
    for (size_t i = 0; i < log->n_callables; i++) {
        int64_t function = add_callable(a->all, &log->callables[i]);
        if (function < 0)
            return -1;
        a->function[i] = (uint32_t)function;
    }
    a->all->stamp++;
    return sites_begin(&a->sites, a->all, log, a->function);
}

static int add_rows(struct adding *a)
{
    size_t *path = calloc(a->tree->n_rows + 2, sizeof *path);
    a->failed = !path;
    a->all->forgotten += a->tree->forgotten;
    for (size_t i = 0; i < a->tree->n_rows && !a->failed; i++)
        resolve(a, i, path);
    for (size_t i = 0; i < a->tree->n_rows && !a->failed; i++)
        a->failed = count_row(a, i) != 0;
    free(path);
    return a->failed ? -1 : 0;
}

static int add_tree(struct contexts *all, const struct log_contexts *log, const struct log_tree *tree)
{
    struct adding a = { .all = all, .log = log, .tree = tree };
    int status = begin_tree(&a);
    if (status == 0)
        status = tree->thread == ALOG_NONE ? add_unknown(&a) : add_rows(&a);
    if (status == 0)
        add_bounds(&a);
    sites_end(&a.sites);
    free(a.node);
    free(a.through);
    free(a.function);
    return status;
}

int contexts_add(struct contexts *all, const uint8_t run_id[16], const struct log_contexts *log)
{
    if (all->n == 0) {
        if (array_grow(&all->list, &all->cap, 1, sizeof *all->list) != 0)
            return -1;
        all->list[all->n++] = (struct context){ 0 };
        if (add_place(all, "", 0, 0) < 0 || add_function(all, "", "", 0, CONTEXT_CALLED) < 0)
            return -1;
    }
    for (size_t i = 0; i < all->n_runs; i++)
        if (memcmp(all->runs[i], run_id, 16) == 0)
            return 0;
    if (array_grow(&all->runs, &all->cap_runs, all->n_runs + 1, sizeof *all->runs) != 0)
        return -1;
    memcpy(all->runs[all->n_runs++], run_id, 16);
    all->damaged += log->damaged;
    for (size_t i = 0; i < log->n_trees; i++)
        if (add_tree(all, log, &log->trees[i]) != 0)
            return -1;
    return 0;
}

void contexts_free(struct contexts *all)
{
    for (size_t i = 0; i < all->n_functions; i++) {
        free(all->functions[i].name);
        free(all->functions[i].file);
    }
    for (size_t i = 0; i < all->n_places; i++)
        free(all->places[i].file);
    free(all->functions);
    free(all->places);
    free(all->list);
    free(all->runs);
    free(all->index);
}
