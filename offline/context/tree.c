/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/tree.h"

#include "context/forget.h"
#include "context/call_sites.h"
#include "context/find_or_add.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define MOST_INLINED 256u               /* functions that one call is inlined in */
#define LEFT_FOR_UNKNOWN 16u            /* a share of the room for contexts: for calls whose context is not known */
#define FRAMES_OF_CONTEXT 8u            /* inlined frames that are looked at, for each context that there may be */

enum { UNKNOWN = -1, ON_PATH = -2 };

struct adding {
    struct contexts *all;
    const struct log_contexts *log;
    const struct log_tree *tree;
    int32_t *node;              /* of each row; UNKNOWN yet, or ON_PATH to be known */
    struct call_at *through;    /* of a row that is no context itself: the call that it stands for */
    uint32_t *function;         /* of each callable of the log */
    struct sites sites;
    uint32_t *called;           /* of each count of the tree, its context */
    bool failed;                /* no memory, or: */
    bool too_many;              /* contexts */
};

/* A child of parent; place -1: no memory. */
static int64_t add_child(struct contexts *all, int64_t parent, int64_t function, int64_t place)
{
    if (parent < 0 || function < 0 || place < 0)
        return -1;
    struct context key = { .parent = (uint32_t)parent, .function = (uint32_t)function,
                           .place = all->by_callee ? 0 : (uint32_t)place };
    return table_context(all, &key);
}

/* The frames of functions that GCC has inlined, below parent; the last one. */
static int64_t add_inlined(struct contexts *all, int64_t parent, const char *text)
{
    for (unsigned i = 0; i < MOST_INLINED && *text && parent >= 0; i++) {
        size_t len = strcspn(text, "\n");
        char *line = strndup(text, len), *file = line ? strchr(line, '\t') : NULL, *number = file ? strchr(file + 1, '\t') : NULL;
        if (number) {
            *file++ = '\0';
            *number++ = '\0';
            parent = add_child(all, parent, table_function(all, line, "", 0, CONTEXT_INLINED),
                               table_place(all, file, (uint32_t)strtoul(number, NULL, 10), 0));
        } else if (!line) {
            parent = -1;
        }
        free(line);
        text += len + (text[len] == '\n');
        all->inlined++;
    }
    return parent;
}

static int64_t add_callable(struct contexts *all, const struct log_callable *c)
{
    return table_function(all, c->name, c->file, c->line, c->flags & ALOG_F_OUTSIDE ? CONTEXT_OUTSIDE : CONTEXT_CALLED);
}

static int64_t add_called(struct adding *a, int64_t parent, struct call_at at, int64_t function)
{
    struct contexts *all = a->all;
    int64_t place = 0;
    uint64_t most = table_most_contexts(all);
    if (a->tree->thread != ALOG_NONE)
        most -= most / LEFT_FOR_UNKNOWN;
    a->too_many |= all->n >= most || all->inlined >= FRAMES_OF_CONTEXT * most;
    if (a->too_many)
        return -1;
    if (at.callable >= 0 && !(a->log->callables[at.callable].flags & ALOG_F_OUTSIDE)) {
        const struct log_callable *c = &a->log->callables[at.callable];
        const struct log_call *s = &c->calls[at.call];
        parent = add_inlined(all, parent, s->inlined);
        place = table_place(all, *s->file ? s->file : c->file, s->line, sites_nth(&a->sites, at));
    }
    return add_child(all, parent, function, place);
}

/* The row that a place lies in; -1: none, so it is the top. */
static int64_t row_of(const struct adding *a, uint64_t place, int64_t *call)
{
    const struct log_context *r = log_tree_row(a->tree, place);
    if (!r)
        return -1;
    *call = (int64_t)(place - r->place) - 4;
    return *call >= 0 && (size_t)*call < a->log->callables[r->callable].n_calls ? r - a->tree->rows : -1;
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
        a->node[i] = (int32_t)parent;
        a->through[i] = at;
        return;
    }
    a->through[i] = at;
    a->node[i] = (int32_t)add_called(a, parent, at, a->function[r->callable]);
    a->failed |= a->node[i] < 0;
    sites_see(&a->sites, at, a->function[r->callable]);
}

/* From the first ancestor that is known down to the row.  In a cycle, which only damage makes, one hangs at the top. */
static void resolve(struct adding *a, size_t row, uint32_t *path)
{
    size_t n = 0;
    int64_t call = 0, at = (int64_t)row;
    while (at >= 0 && a->node[at] == UNKNOWN) {
        a->node[at] = ON_PATH;
        path[n++] = (uint32_t)at;
        at = row_of(a, a->tree->rows[at].from, &call);
    }
    a->all->damaged += at >= 0 && a->node[at] == ON_PATH;
    while (n-- > 0 && !a->failed) {
        int64_t parent = row_of(a, a->tree->rows[path[n]].from, &call);
        if (parent >= 0 && a->node[parent] < 0)
            parent = -1;
        place_row(a, path[n], parent, call);
    }
}

/* Calls of a record, which hangs at a call.  0 or -1 (no memory). */
static int count_in(struct adding *a, int64_t node, struct call_at at, uint64_t count, uint64_t before)
{
    struct contexts *all = a->all;
    struct context *c = &all->list[node];
    if (c->stamp != all->stamp) {
        if (array_grow(&all->seen, &all->cap_seen, all->n_seen + 1, sizeof *all->seen) != 0)
            return -1;
        all->seen[all->n_seen++] = (uint32_t)node;
        c->here = (struct context_here){ .at_calls = a->tree->error ? sites_like(&a->sites, at, c->function) : 1 };
        c->stamp = all->stamp;
    }
    if (count == 0)                     /* as good as forgotten */
        return 0;
    c->count += count;
    a->all->calls += count;
    c->here.before += before;
    c->here.records++;
    return 0;
}

/* The contexts of a row's counts.  0 or -1 (no memory, or too many). */
static int place_counts(struct adding *a, size_t i)
{
    const struct log_context *r = &a->tree->rows[i];
    const struct log_callable *c = &a->log->callables[r->callable];
    static char name[] = "?", file[] = "";
    const struct log_callable unknown = { .name = name, .file = file };
    for (size_t k = r->counts; k < r->counts + r->n_counts; k++) {
        const struct log_count *n = &a->tree->counts[k];
        const struct log_callable *callee = log_callable_find(a->log, c->calls[n->call].callee);
        int64_t node = add_called(a, a->node[i], (struct call_at){ r->callable, n->call },
                                  callee ? a->function[callee - a->log->callables] : add_callable(a->all, &unknown));
        if (node < 0)
            return -1;
        a->called[k] = (uint32_t)node;
    }
    return 0;
}

static int count_row(struct adding *a, size_t i)
{
    const struct log_context *r = &a->tree->rows[i];
    if (!(r->flags & ALOG_F_REACHED) && count_in(a, a->node[i], a->through[i], r->count, r->before) != 0)
        return -1;
    for (size_t k = r->counts; k < r->counts + r->n_counts; k++) {
        const struct log_count *n = &a->tree->counts[k];
        if (count_in(a, a->called[k], (struct call_at){ r->callable, n->call }, log_count_of(n), r->before) != 0)
            return -1;
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

static int by_index(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* What holds of a context that is not in the tree is in all contexts' bound: it goes where the context is. */
static void add_bounds(struct adding *a)
{
    struct contexts *all = a->all;
    uint64_t error = a->tree->error < a->tree->forgotten && !all->by_callee ? a->tree->error : a->tree->forgotten;
    all->error += error;
    if (all->n_seen)
        qsort(all->seen, all->n_seen, sizeof *all->seen, by_index);
    for (size_t i = 0; i < all->n_seen; i++)    /* a parent was added before its children */
        all->list[all->seen[i]].bound += missed_in(a, all->seen[i]) - error;    /* wraps, and back */
}

static uint64_t sum_of_row(const struct log_tree *tree, const struct log_context *r)
{
    uint64_t sum = r->count;
    for (size_t k = 0; k < r->n_counts; k++)
        sum += log_count_of(&tree->counts[r->counts + k]);
    return sum;
}

/* Calls whose context is not known are below a context of their own.  0 or -1 (no memory, or too many). */
static int place_unknown(struct adding *a)
{
    int64_t top = add_child(a->all, 0, table_function(a->all, "(unknown)", "", 0, CONTEXT_UNKNOWN), 0);
    for (size_t i = 0; i < a->tree->n_rows; i++) {
        const struct log_context *r = &a->tree->rows[i];
        if (sum_of_row(a->tree, r) == 0)
            continue;
        a->node[i] = (int32_t)add_called(a, top, (struct call_at){ -1, -1 }, a->function[r->callable]);
        a->through[i] = (struct call_at){ -1, -1 };
        if (a->node[i] < 0 || place_counts(a, i) != 0)
            return -1;
    }
    return 0;
}

static int begin_tree(struct adding *a, const struct log_tree *tree)
{
    a->tree = tree;
    a->node = malloc((tree->n_rows + 1) * sizeof *a->node);
    a->through = calloc(tree->n_rows + 1, sizeof *a->through);
    a->called = calloc(tree->n_counts + 1, sizeof *a->called);
    if (!a->node || !a->through || !a->called)
        return -1;
    for (size_t i = 0; i < tree->n_rows; i++)
        a->node[i] = UNKNOWN;
    a->all->stamp++;
    a->all->n_seen = 0;
    sites_begin_tree(&a->sites);
    return 0;
}

static int place_rows(struct adding *a)
{
    uint32_t *path = calloc(a->tree->n_rows + 2, sizeof *path);
    a->failed = !path;
    for (size_t i = 0; i < a->tree->n_rows && !a->failed; i++)
        resolve(a, i, path);
    for (size_t i = 0; i < a->tree->n_rows && !a->failed; i++)
        a->failed = place_counts(a, i) != 0;
    free(path);
    return a->failed ? -1 : 0;
}

/* Once all have their contexts. */
static int count_rows(struct adding *a)
{
    bool known = a->tree->thread != ALOG_NONE;
    a->all->forgotten += known ? a->tree->forgotten : 0;
    for (size_t i = 0; i < a->tree->n_rows; i++) {
        uint64_t sum = known ? 0 : sum_of_row(a->tree, &a->tree->rows[i]);
        if ((known || sum > 0) && count_row(a, i) != 0)
            return -1;
        a->all->lost += sum;
    }
    add_bounds(a);
    return 0;
}

/* As a whole, or nothing of it, where there are too many contexts: 1.  0 or -1 (no memory). */
static int add_all(struct adding *a, const struct log_tree *tree)
{
    struct contexts *all = a->all;
    size_t before = all->n, damaged = all->damaged;
    uint64_t inlined = all->inlined;
    a->too_many = false;
    int status = begin_tree(a, tree);
    if (status == 0)
        status = tree->thread == ALOG_NONE ? place_unknown(a) : place_rows(a);
    if (status == 0)
        status = count_rows(a);
    free(a->node);
    free(a->through);
    free(a->called);
    if (status == 0 || !a->too_many)
        return status;
    all->damaged = damaged;
    all->inlined = inlined;
    return table_leave_contexts(all, before) == 0 ? 1 : -1;
}

static int add_tree(struct adding *a, struct log_tree *tree)
{
    uint64_t error = tree->error;
    bool can_forget = tree->thread != ALOG_NONE;
    int status = add_all(a, tree);
    for (size_t most = (tree->n_rows + tree->n_counts) / 2; status == 1 && can_forget && most > 0; most /= 2) {
        if (tree_forget(tree, error, most) != 0)
            return -1;
        status = add_all(a, tree);
        a->all->cut += status == 0;
    }
    a->all->damaged += status == 1;
    return status < 0 ? -1 : 0;
}

static int add_callables(struct adding *a)
{
    const struct log_contexts *log = a->log;
    a->function = calloc(log->n_callables + 1, sizeof *a->function);
    if (!a->function)
        return -1;
    for (size_t i = 0; i < log->n_callables; i++) {
        int64_t function = add_callable(a->all, &log->callables[i]);
        if (function < 0)
            return -1;
        a->function[i] = (uint32_t)function;
    }
    return sites_begin(&a->sites, a->all, log, a->function);
}

static int add_trees(struct contexts *all, struct log_contexts *log)
{
    struct adding a = { .all = all, .log = log };
    int status = add_callables(&a);
    for (size_t i = 0; status == 0 && i < log->n_trees; i++)
        status = add_tree(&a, &log->trees[i]);
    sites_end(&a.sites);
    free(a.function);
    return status;
}

int contexts_add(struct contexts *all, const uint8_t run_id[16], struct log_contexts *log)
{
    if (all->n == 0) {
        if (getrandom(&all->seed, sizeof all->seed, 0) != sizeof all->seed)
            all->seed = 0;
        if (array_grow(&all->list, &all->cap, 1, sizeof *all->list) != 0)
            return -1;
        all->list[all->n++] = (struct context){ 0 };
        if (table_place(all, "", 0, 0) < 0 || table_function(all, "", "", 0, CONTEXT_CALLED) < 0)
            return -1;
    }
    int known = run_ids_add(&all->runs, run_id);
    if (known != 0)
        return known < 0 ? -1 : 0;
    all->damaged += log->damaged;
    all->bytes += log->bytes;
    return log->n_trees ? add_trees(all, log) : 0;
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
    run_ids_free(&all->runs);
    free(all->index);
    free(all->seen);
}
