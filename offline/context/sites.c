/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/sites.h"

#include <stdlib.h>
#include <string.h>

#define ANYTHING UINT32_MAX

enum { COUNT, DIRECT, CURSOR }; /* kinds of calls */

const struct log_callable *log_callable_by_number(const struct log_contexts *log, uint32_t number)
{
    size_t low = 0, high = log->n_callables;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (log->callables[mid].number < number)
            low = mid + 1;
        else
            high = mid;
    }
    return low < log->n_callables && log->callables[low].number == number ? &log->callables[low] : NULL;
}

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
    s->calls = calloc(calls + 1, sizeof *s->calls);
    return s->same && s->next && s->first && s->calls ? link_same(s) : -1;
}

void sites_end(struct sites *s)
{
    free(s->same);
    free(s->next);
    free(s->first);
    free(s->calls);
}

void sites_see(struct sites *s, struct call_at at, uint32_t function)
{
    if (at.callable < 0)
        return;
    uint32_t *seen = &s->calls[s->first[at.callable] + (size_t)at.call];
    *seen = *seen && *seen != function + 1 ? ANYTHING : function + 1;
}

/* The names of inlined frames are the same. */
static bool same_frames(const char *a, const char *b)
{
    while (*a && *b) {
        size_t n = strcspn(a, "\t\n");
        if (strncmp(a, b, n) != 0 || (b[n] && b[n] != '\t' && b[n] != '\n'))
            return false;
        a += strcspn(a, "\n");
        b += strcspn(b, "\n");
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
        callee = log_callable_by_number(s->log, c->callee);
        return callee ? s->function[callee - s->log->callables] == function : c->callee == 0;
    case DIRECT:
        return !seen || seen == ANYTHING || seen == function + 1;
    default:
        return same;
    }
}

double sites_like(const struct sites *s, struct call_at at, uint32_t function)
{
    double most = 1, same = function < s->n_functions && s->same[function] ? s->same[function] : 1;
    if (at.callable < 0)
        return same;
    const struct log_call *call = &s->log->callables[at.callable].calls[at.call];
    if (!s->all->by_callee)             /* it is the only one */
        return call->kind == CURSOR ? same : 1;
    size_t i = (size_t)at.callable;
    do {
        const struct log_callable *c = &s->log->callables[i];
        double n = 0;
        for (size_t k = 0; k < c->n_calls; k++)
            if (same_frames(call->inlined, c->calls[k].inlined))
                n += at_call(s, i, k, function, same);
        most = n > most ? n : most;
        i = s->next[i];
    } while (i != (size_t)at.callable);
    return most;
}
