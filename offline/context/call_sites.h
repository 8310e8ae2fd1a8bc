/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records that a context stands for.  Without by_callee that is one; with it one for each way through the call sites
 * that its callers have.  Those that a thread has forgotten are in no row: how many there may be, tells their error.
 */
#ifndef OFFLINE_CONTEXT_CALL_SITES_H
#define OFFLINE_CONTEXT_CALL_SITES_H

#include "context/tree.h"

struct call_at {                /* a call of a callable; -1: unknown */
    int64_t callable, call;
};

struct sites {
    const struct contexts *all;
    const struct log_contexts *log;
    uint32_t *function;         /* of each callable */
    uint32_t *same;             /* callables of each function */
    size_t n_functions;
    uint32_t *next;             /* of each callable the next one of its function, in a ring */
    size_t *first;              /* index in `calls' of its first call */
    uint32_t *calls;            /* what a call was seen to call in this tree: function + 1; 0: nothing yet */
    uint32_t *nth;              /* of each call: how many like it are before it */
    size_t *seen;               /* of `calls': those that are not 0 */
    size_t n_calls, n_seen;
    uint64_t steps;             /* that were made to count records; beyond a limit it is known less exactly */
};

/* 0 or -1 (no memory).  `function' is the caller's. */
int sites_begin(struct sites *s, const struct contexts *all, const struct log_contexts *log, uint32_t *function);
void sites_end(struct sites *s);
/* Before each of the log's trees. */
void sites_begin_tree(struct sites *s);
/* The call calls the function. */
void sites_see(struct sites *s, struct call_at at, uint32_t function);
/* Calls of the caller's that may call the function, and are in one context with this one. */
double sites_like(struct sites *s, struct call_at at, uint32_t function);

/* How many calls of its callable on one line, and in the same inlined functions, are before it. */
uint32_t sites_nth(const struct sites *s, struct call_at at);

#endif
