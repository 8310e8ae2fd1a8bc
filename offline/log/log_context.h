/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a log says of contexts: callables, and for each thread its tree.
 */
#ifndef OFFLINE_LOG_CONTEXT_H
#define OFFLINE_LOG_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"
#include "base/util.h"

struct log_call {
    uint32_t kind;              /* 0 a count, 1 a call, 2 one by the cursor */
    uint32_t line;
    uint32_t callee;            /* of a count: number of a callable; 0: unknown */
    char *file;                 /* "": the function's */
    char *inlined;              /* NAME \t FILE \t LINE \n of each, the outermost first; it has its memory with `file` */
};

struct log_callable {
    uint32_t number, flags, line;
    uint32_t first;             /* number of its first call here; 0 once linked */
    char *name, *file;
    struct log_call *calls;
    size_t n_calls, cap_calls;
};

struct log_context {            /* a row */
    uint64_t count, before;
    uint32_t place, from;
    uint32_t callable;          /* index in callables, once linked */
    uint32_t flags;
    uint32_t counts;            /* index of the first of its counts in the tree's */
    uint32_t n_counts;
};

struct log_count {
    uint32_t call, high, low;   /* its number; log_count_of */
};

static inline uint64_t log_count_of(const struct log_count *n)
{
    return (uint64_t)n->high << 32 | n->low;
}

struct log_tree {               /* of a thread; rows are sorted by place */
    uint32_t thread, generation;
    uint64_t error, forgotten;
    struct log_context *rows;
    struct log_count *counts;
    size_t n_rows, n_counts, cap_rows, cap_counts;
};

struct log_part {               /* a block */
    struct alog_contexts head;
    const uint8_t *rows;
};

struct log_contexts {
    struct log_callable *callables;     /* by number once linked */
    struct log_part *parts;
    struct log_tree *trees;     /* once linked */
    size_t n_callables, n_parts, n_trees, cap_callables, cap_parts, cap_trees;
    size_t damaged;             /* blocks that were skipped, trees that miss parts */
    size_t bytes;               /* of the log */
};

/* A block's payload stays where it is.  What is damaged is skipped and counted.  0 or -1 (no memory). */
int log_contexts_add(struct log_contexts *c, const struct alog_block *block, const uint8_t *payload, size_t size,
                     struct err *err);
int log_contexts_link(struct log_contexts *c, struct err *err);
void log_contexts_free(struct log_contexts *c);

/* Once linked; NULL: the log does not tell of it. */
const struct log_callable *log_callable_find(const struct log_contexts *c, uint64_t number);
/* The last row that begins at the place or before it; NULL: none does. */
const struct log_context *log_tree_row(const struct log_tree *t, uint64_t place);

#endif
