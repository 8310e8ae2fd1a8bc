/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contexts of two releases.  A context is found again by the names of its functions: lines move, and so does what GCC
 * inlines, so that call sites and frames without a count are left out.
 */
#ifndef OFFLINE_CONTEXT_DIFF_H
#define OFFLINE_CONTEXT_DIFF_H

#include <stdio.h>

#include "context/growth.h"
#include "context/tree.h"

struct context_side {
    uint64_t count, bound;      /* count <= truth <= count + bound */
};

struct context_pair {
    uint32_t parent;            /* index; of the top one 0 */
    uint32_t name;
    struct context_side side[2];        /* OLD, NEW */
    const struct growth *growth[2];     /* the one with most activations, of several; NULL: not known */
    bool counted;               /* on a side */
};

struct context_diff {
    const struct contexts *all[2];
    struct context_pair *list;  /* [0]: above all */
    const char **names;         /* belong to `all' */
    size_t n, n_names, cap, cap_names;
    uint32_t *order;            /* of those that are counted: whose class grew, then the largest difference first */
    size_t n_order;
};

/* Both are finished, and by callee.  0 or -1 (no memory). */
int context_diff_run(const struct contexts *before, const struct contexts *after, struct context_diff *);
void context_diff_free(struct context_diff *);

/* "more", "less", "same", and "unknown" where the bounds leave it open. */
const char *context_change(const struct context_pair *);
/* "class grew", "class fell", "same", and "unknown" where that cannot be told; NULL: no side has any growth. */
const char *context_growth_change(const struct context_pair *);
/* Its growth is certainly another one. */
bool context_growth_differs(const struct context_pair *);
/* Calls that one side has more at least than the other. */
uint64_t context_difference(const struct context_pair *);

/* 0 or -1 (no memory).  share: of all calls, by which told contexts differ at least. */
typedef int context_diff_writer(FILE *out, const struct context_diff *, double share);
context_diff_writer context_diff_text, context_diff_json;

#endif
