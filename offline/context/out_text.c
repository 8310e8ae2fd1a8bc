/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_table.h"
#include "context/growth.h"

#define MOST_INDENT 40u
#define MOST_CALLERS 4u         /* frames of a caller's path that are told */
#define MOST_ROWS 3u            /* contexts of a function */

/* ---- words */

static const char *name_of(const struct contexts *all, size_t i)
{
    return all->functions[all->list[i].function].name;
}

static const char *kind_text(const struct contexts *all, size_t i)
{
    switch (all->functions[all->list[i].function].kind) {
    case CONTEXT_OUTSIDE:
        return " (no contexts)";
    case CONTEXT_INLINED:
        return " (inlined)";
    default:
        return "";
    }
}

static void place_text(const struct contexts *all, size_t i, char *out, size_t room)
{
    const struct context_place *p = &all->places[all->list[i].place];
    out[0] = '\0';
    if (p->line)
        snprintf(out, room, "%s:%" PRIu32, path_name(p->file), p->line);
}

static void share_text(const struct contexts *all, uint64_t n, char *out, size_t room)
{
    snprintf(out, room, "%.1f %%", all->calls ? 100 * (double)n / (double)all->calls : 0);
}

static void count_text(const struct context *c, char *out, size_t room)
{
    if (c->bound)
        snprintf(out, room, "%" PRIu64 " + %" PRIu64, c->count, c->bound);
    else
        snprintf(out, room, "%" PRIu64, c->count);
}

/* ---- the head */

static size_t count_counted(const struct contexts *all)
{
    size_t n = 0;
    for (size_t i = 1; i < all->n; i++)
        n += all->list[i].count > 0;
    return n;
}

static void print_head(FILE *out, const struct contexts *all)
{
    const size_t counted = count_counted(all);
    fprintf(out, "%" PRIu64 " call%s in %zu context%s", all->calls, all->calls == 1 ? "" : "s", counted,
            counted == 1 ? "" : "s");
    if (all->error == 0 && all->lost == 0)
        fprintf(out, ", counted exactly.\n");
    else
        fprintf(out, ". Each count may be too low by its bound, behind the +: %.2g of all calls at most.\n",
                contexts_epsilon(all));
    if (all->forgotten)
        fprintf(out, "%" PRIu64 " call%s in no count: memory was full (ALGOPROF_CONTEXT_MEMORY).\n", all->forgotten,
                all->forgotten == 1 ? " is" : "s are");
    if (all->lost)
        fprintf(out, "%" PRIu64 " call%s no context: see (unknown).\n", all->lost,
                all->lost == 1 ? " has" : "s have");
    if (all->growths && all->growths->missed)
        fprintf(out, "%" PRIu64 " activation%s in no growth: memory was full (ALGOPROF_CONTEXT_MEMORY).\n",
                all->growths->missed, all->growths->missed == 1 ? " is" : "s are");
}

/* ---- the tree */

/* Marks what is hot, and all above it. */
static bool *mark_hot(const struct contexts *all, double share)
{
    bool *hot = calloc(all->n + 1, sizeof *hot);
    for (size_t i = 1; hot && i < all->n; i++)
        if (context_is_hot(all, &all->list[i], share))
            for (size_t k = i; k && !hot[k]; k = all->list[k].parent)
                hot[k] = true;
    return hot;
}

static void tree_row(struct table *table, const struct contexts *all, uint32_t i, size_t depth)
{
    char share[32], count[64], below[32], place[256], *name = NULL;
    const struct context *c = &all->list[i];
    size_t indent = depth < MOST_INDENT ? 2 * depth : 2 * MOST_INDENT;
    share_text(all, c->count, share, sizeof share);
    count_text(c, count, sizeof count);
    share_text(all, c->below, below, sizeof below);
    place_text(all, i, place, sizeof place);
    if (asprintf(&name, "%*s%s%s%s", (int)indent, "", depth > MOST_INDENT ? "... " : "", name_of(all, i), kind_text(all, i)) < 0) {
        table->failed = true;
        return;
    }
    const struct growth *growth = growth_of(all->growths, i);
    const char *class = growth ? fit_class_name(growth->fit.cls) : "";
    const char *cells[] = { below, c->count ? share : "", c->count ? count : "", name, place, class };
    table_row(table, cells);
    free(name);
}

static int print_tree(FILE *out, const struct contexts *all, double share)
{
    static const char *const head[] = { "with all below", "calls", "count", "context", "called at", "growth" };
    struct table table = { .columns = all->growths ? 6 : 5, .right = 7, .indent = "" };
    bool *hot = mark_hot(all, share);
    if (!hot)
        return -1;
    table_row(&table, head);
    size_t depth = 0;
    for (uint32_t i = all->list[0].child; i;) {
        if (hot[i]) {
            tree_row(&table, all, i, depth);
            if (all->list[i].child) {
                i = all->list[i].child;
                depth++;
                continue;
            }
        }
        while (i && !all->list[i].next) {
            i = all->list[i].parent;
            depth--;
        }
        i = i ? all->list[i].next : 0;
    }
    free(hot);
    return table_print(&table, out);
}

/* ---- functions, and who calls them */

struct callee {
    uint32_t function;
    uint64_t calls;
    uint32_t first;             /* of its contexts, in order */
    uint32_t n;
};

static const struct contexts *sorting;  /* of the orders below */

static int by_function(const void *a, const void *b)
{
    const struct context *c = &sorting->list[*(const uint32_t *)a], *d = &sorting->list[*(const uint32_t *)b];
    if (c->function != d->function)
        return c->function < d->function ? -1 : 1;
    if (c->count != d->count)
        return c->count > d->count ? -1 : 1;
    return (c > d) - (c < d);
}

static int by_calls(const void *a, const void *b)
{
    const struct callee *f = a, *g = b;
    if (f->calls != g->calls)
        return f->calls > g->calls ? -1 : 1;
    return (f->function > g->function) - (f->function < g->function);
}

/* "caller a.c:3, caller's caller b.c:5". */
static void callers_text(const struct contexts *all, size_t i, char *out, size_t room)
{
    size_t at = 0;
    char place[256];
    unsigned n = 0;
    out[0] = '\0';
    for (size_t k = i; all->list[k].parent && n < MOST_CALLERS && at < room; k = all->list[k].parent, n++) {
        place_text(all, k, place, sizeof place);
        at += (size_t)snprintf(out + at, room - at, "%s%s%s%s", n ? " < " : "", name_of(all, all->list[k].parent),
                               *place ? " " : "", place);
        if (n + 1 == MOST_CALLERS && all->list[all->list[k].parent].parent && at < room)
            snprintf(out + at, room - at, " < ...");
    }
}

static void callee_rows(struct table *table, const struct contexts *all, const struct callee *f, const uint32_t *order)
{
    char share[32], count[64], callers[1024];
    share_text(all, f->calls, share, sizeof share);
    snprintf(count, sizeof count, "%" PRIu64, f->calls);
    const char *cells[] = { share, count, all->functions[f->function].name };
    table_row(table, cells);
    for (uint32_t k = 0; k < f->n && k < MOST_ROWS; k++) {
        const struct context *c = &all->list[order[f->first + k]];
        callers_text(all, order[f->first + k], callers, sizeof callers);
        count_text(c, count, sizeof count);
        share_text(all, c->count, share, sizeof share);
        table_note(table, "%s  %s  < %s", share, count, *callers ? callers : "code without contexts");
    }
    if (f->n > MOST_ROWS)
        table_note(table, "and %" PRIu32 " contexts more", f->n - MOST_ROWS);
}

static int print_functions(FILE *out, const struct contexts *all, double share)
{
    static const char *const head[] = { "calls", "count", "function, and who calls it" };
    struct table table = { .columns = 3, .right = 3, .indent = "" };
    uint32_t *order = malloc((all->n + 1) * sizeof *order), n = 0;
    struct callee *list = calloc(all->n_functions + 1, sizeof *list);
    size_t callees = 0;
    if (!order || !list) {
        free(order);
        free(list);
        return -1;
    }
    for (size_t i = 1; i < all->n; i++)
        if (all->list[i].count)
            order[n++] = (uint32_t)i;
    sorting = all;
    qsort(order, n, sizeof *order, by_function);
    for (uint32_t i = 0; i < n; i++) {
        const struct context *c = &all->list[order[i]];
        if (!i || list[callees - 1].function != c->function)
            list[callees++] = (struct callee){ c->function, 0, i, 0 };
        list[callees - 1].calls += c->count;
        list[callees - 1].n++;
    }
    qsort(list, callees, sizeof *list, by_calls);
    table_row(&table, head);
    for (size_t i = 0; i < callees && (double)list[i].calls >= share * (double)all->calls; i++)
        callee_rows(&table, all, &list[i], order);
    free(order);
    free(list);
    return table_print(&table, out);
}

int contexts_text(FILE *out, const struct contexts *all, double share)
{
    print_head(out, all);
    fprintf(out, "\nContexts with at least %g %% of the calls, and what they are called from:\n\n", 100 * share);
    if (print_tree(out, all, share) != 0)
        return -1;
    fprintf(out, "\nFunctions with at least %g %% of the calls:\n\n", 100 * share);
    return print_functions(out, all, share);
}
