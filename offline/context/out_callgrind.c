/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Callgrind's format, of which the event is a call.  A function's own cost is the number of its calls; a call's is that of
 * the callee and all that it calls, in the contexts that are below the place. */
#include "context/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct edge {
    uint32_t caller, callee;    /* functions */
    uint32_t place;
    uint64_t calls, cost;
};

static int by_caller(const void *a, const void *b)
{
    const struct edge *e = a, *f = b;
    if (e->caller != f->caller)
        return e->caller < f->caller ? -1 : 1;
    if (e->callee != f->callee)
        return e->callee < f->callee ? -1 : 1;
    return (e->place > f->place) - (e->place < f->place);
}

/* Its own edges, joined; n of them afterwards. */
static size_t join(struct edge *list, size_t n)
{
    size_t kept = 0;
    qsort(list, n, sizeof *list, by_caller);
    for (size_t i = 0; i < n; i++) {
        if (kept && by_caller(&list[kept - 1], &list[i]) == 0) {
            list[kept - 1].calls += list[i].calls;
            list[kept - 1].cost += list[i].cost;
        } else {
            list[kept++] = list[i];
        }
    }
    return kept;
}

static const char *file_of(const struct context_function *f)
{
    return *f->file ? f->file : "???";
}

static void print_edges(FILE *out, const struct contexts *all, const struct edge *e, size_t n)
{
    for (size_t i = 0; i < n; i++, e++) {
        const struct context_function *callee = &all->functions[e->callee];
        fprintf(out, "cfi=%s\ncfn=%s\ncalls=%" PRIu64 " %" PRIu32 "\n%" PRIu32 " %" PRIu64 "\n", file_of(callee), callee->name,
                e->calls, callee->line, all->places[e->place].line, e->cost);
    }
}

int contexts_callgrind(FILE *out, const struct contexts *all, double share)
{
    struct edge *edges = calloc(all->n + 1, sizeof *edges);
    uint64_t *own = calloc(all->n_functions + 1, sizeof *own), sum = 0;
    size_t n = 0, at = 0;
    (void)share;
    if (!edges || !own) {
        free(edges);
        free(own);
        return -1;
    }
    for (size_t i = 1; i < all->n; i++) {
        const struct context *c = &all->list[i];
        own[c->function] += c->count;
        sum += c->count;
        if (c->parent)
            edges[n++] = (struct edge){ all->list[c->parent].function, c->function, c->place, c->count, c->below };
    }
    n = join(edges, n);
    fprintf(out, "# callgrind format\nversion: 1\ncreator: algoprof contexts\npositions: line\nevents: Calls\nsummary: %" PRIu64 "\n",
            sum);
    for (uint32_t f = 1; f < all->n_functions; f++) {
        const struct context_function *function = &all->functions[f];
        size_t end = at;
        while (end < n && edges[end].caller == f)
            end++;
        fprintf(out, "\nfl=%s\nfn=%s\n%" PRIu32 " %" PRIu64 "\n", file_of(function), function->name, function->line, own[f]);
        print_edges(out, all, edges + at, end - at);
        at = end;
    }
    fprintf(out, "\ntotals: %" PRIu64 "\n", sum);
    free(edges);
    free(own);
    return 0;
}
