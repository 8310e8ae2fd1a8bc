/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/call_sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ANYTHING UINT32_MAX
#define MOST_STEPS (UINT64_C(1) << 24)  /* of a log; honest ones are counted to the end */

enum { COUNT, DIRECT, CURSOR }; /* kinds of calls */

/* Callables of one function: a header's in several files, a library's that was loaded twice. */
static int link_same(struct sites *s)
{
    uint32_t *last = calloc(s->n_functions + 1, sizeof *last);
    for (size_t i = 0; last && i < s->log->n_callables; i++) {
        uint32_t *before = &last[s->function[i]];       /* + 1 */
        s->next[i] = (uint32_t)i;
        if (*before) {
            s->next[i] = s->next[*before - 1];
            s->next[*before - 1] = (uint32_t)i;
        }
        *before = (uint32_t)i + 1;
        s->same[s->function[i]]++;
    }
    bool done = last;
    free(last);
    return done ? 0 : -1;
}

static const struct log_call *ordering;         /* calls of the order below */
#pragma omp threadprivate(ordering)

static int by_place(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    const struct log_call *c = &ordering[i], *d = &ordering[k];
    int order = (c->line > d->line) - (c->line < d->line);
    if (order == 0)
        order = strcmp(c->file, d->file);
    if (order == 0)
        order = strcmp(c->inlined, d->inlined);
    return order;
}

static int by_place_and_number(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    int order = by_place(a, b);
    return order ? order : (i > k) - (i < k);
}

/* Calls at one place; where a call may be there twice, all of them are one. */
static int number_calls(const struct log_callable *c, uint32_t *nth)
{
    if (c->flags & ALOG_F_TWICE)
        return 0;
    uint32_t *order = malloc((c->n_calls + 1) * sizeof *order);
    if (!order)
        return -1;
    for (size_t i = 0; i < c->n_calls; i++)
        order[i] = (uint32_t)i;
    ordering = c->calls;
    if (c->n_calls)
        qsort(order, c->n_calls, sizeof *order, by_place_and_number);
    for (size_t i = 0; i < c->n_calls; i++)
        nth[order[i]] = i && by_place(&order[i - 1], &order[i]) == 0 ? nth[order[i - 1]] + 1 : 0;
    free(order);
    return 0;
}

int sites_begin(struct sites *s, const struct contexts *all, const struct log_contexts *log, uint32_t *function)
{
    size_t calls = 0, n = log->n_callables;
    *s = (struct sites){ .all = all, .log = log, .function = function, .n_functions = all->n_functions };
    s->same = calloc(s->n_functions + 1, sizeof *s->same);
    s->next = calloc(n + 1, sizeof *s->next);
    s->first = calloc(n + 1, sizeof *s->first);
    for (size_t i = 0; s->first && i < n; i++) {
        s->first[i] = calls;
        calls += log->callables[i].n_calls;
    }
    s->n_calls = calls;
    s->calls = calloc(calls + 1, sizeof *s->calls);
    s->nth = calloc(calls + 1, sizeof *s->nth);
    s->seen = calloc(calls + 1, sizeof *s->seen);
    if (!s->same || !s->next || !s->first || !s->calls || !s->nth || !s->seen)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (number_calls(&log->callables[i], &s->nth[s->first[i]]) != 0)
            return -1;
    return link_same(s);
}

void sites_begin_tree(struct sites *s)
{
    while (s->n_seen > 0)
        s->calls[s->seen[--s->n_seen]] = 0;
}

uint32_t sites_nth(const struct sites *s, struct call_at at)
{
    return s->nth[s->first[at.callable] + (size_t)at.call];
}

void sites_end(struct sites *s)
{
    free(s->same);
    free(s->next);
    free(s->first);
    free(s->calls);
    free(s->nth);
    free(s->seen);
}

void sites_see(struct sites *s, struct call_at at, uint32_t function)
{
    if (at.callable < 0)
        return;
    size_t call = s->first[at.callable] + (size_t)at.call;
    uint32_t *seen = &s->calls[call];
    if (!*seen)
        s->seen[s->n_seen++] = call;
    *seen = *seen && *seen != function + 1 ? ANYTHING : function + 1;
}

/* The names of inlined frames are the same. */
static bool same_frames(const char *a, const char *b, uint64_t *steps)
{
    while (*a && *b) {
        size_t n = strcspn(a, "\t\n");
        if (strncmp(a, b, n) != 0 || (b[n] && b[n] != '\t' && b[n] != '\n'))
            return false;
        a += strcspn(a, "\n");
        b += strcspn(b, "\n");
        ++*steps;
        a += *a == '\n';
        b += *b == '\n';
    }
    return *a == *b;
}

/* So many records of the function may hang at the call. */
static double at_call(const struct sites *s, size_t callable, size_t call, uint32_t function, double same)
{
    const struct log_call *c = &s->log->callables[callable].calls[call];
    uint32_t seen = s->calls[s->first[callable] + call];
    const struct log_callable *callee;
    switch (c->kind) {
    case COUNT:
        callee = log_callable_find(s->log, c->callee);
        return callee ? s->function[callee - s->log->callables] == function : c->callee == 0;
    case DIRECT:
        return !seen || seen == ANYTHING || seen == function + 1;
    default:
        return same;
    }
}

double sites_like(struct sites *s, struct call_at at, uint32_t function)
{
    double most = 1, same = function < s->n_functions && s->same[function] ? s->same[function] : 1;
    if (at.callable < 0)
        return same;
    const struct log_call *call = &s->log->callables[at.callable].calls[at.call];
    if (!s->all->by_callee)             /* it is the only one */
        return call->kind == CURSOR ? same : 1;
    if (s->steps > MOST_STEPS)          /* there are no more */
        return fmax((double)s->n_calls * same, 1);
    size_t i = (size_t)at.callable;
    do {
        const struct log_callable *c = &s->log->callables[i];
        double n = 0;
        s->steps += c->n_calls + 1;
        for (size_t k = 0; k < c->n_calls; k++)
            if (same_frames(call->inlined, c->calls[k].inlined, &s->steps))
                n += at_call(s, i, k, function, same);
        most = n > most ? n : most;
        i = s->next[i];
    } while (i != (size_t)at.callable);
    return most;
}
