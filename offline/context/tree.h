/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contexts over all threads of all logs, as one tree.
 */
#ifndef OFFLINE_CONTEXT_TREE_H
#define OFFLINE_CONTEXT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/run_ids.h"
#include "log/log_context.h"

enum context_kind {
    CONTEXT_CALLED,
    CONTEXT_OUTSIDE,            /* code without contexts, that was called */
    CONTEXT_INLINED,            /* a frame, whose calls are not counted */
    CONTEXT_UNKNOWN,            /* above calls whose context is not known */
};

struct context_function {
    char *name, *file;          /* file "": unknown */
    uint32_t line;
    enum context_kind kind;
    size_t text;                /* bytes of both; once finished */
};

struct context_place {          /* of a call */
    char *file;
    uint32_t line;
    uint32_t nth;               /* of several on one line */
};

struct context_here {           /* in the tree that is added */
    double at_calls;            /* calls of its caller that it may hang at */
    double possible;            /* records that it may have had */
    uint64_t records, before;   /* what is there; calls that those may have had more */
};

struct context {
    uint32_t parent;            /* index; of the top one 0 */
    uint32_t function, place;   /* place: in the parent */
    uint32_t depth;             /* frames above it, and itself; once finished */
    uint64_t count;
    uint64_t bound;             /* it may have had so many calls more; once finished */
    uint64_t below;             /* calls of this one and all below it */
    uint32_t child, next;       /* by calls below, the most first; 0: none */
    uint32_t stamp;             /* tree that it was last seen in */
    struct context_here here;
};

struct growths;

struct contexts {
    struct context *list;       /* [0]: above all, no function */
    struct context_function *functions;
    struct context_place *places;       /* [0]: unknown */
    size_t n, n_functions, n_places, cap, cap_functions, cap_places;
    struct run_ids runs;        /* of the logs that are in it */
    uint64_t calls;             /* all, those included that are in no count */
    uint64_t error;             /* a context that is not there had so many at most; by callee, all that are forgotten */
    uint64_t forgotten, lost;   /* in no count; of unknown context */
    size_t damaged;
    size_t cut;                 /* trees without their smallest counts: there was no room */
    const struct growths *growths;      /* how they grow (context/growth.h); NULL: not known */
    bool by_callee;             /* call sites of one callee are one; before adding */
    uint32_t *index;            /* of list, functions and places, by hash */
    size_t rooms, used;
    uint64_t seed;              /* of the hashes: nobody can choose what has one of them */
    uint32_t stamp;
    uint32_t *seen;             /* of the list: what the tree that is added has, in any order */
    size_t n_seen, cap_seen;
    uint64_t bytes, inlined;    /* of the logs; frames of inlined functions that were looked at */
    size_t longest_text;        /* bytes of a path that are told; once finished */
};

/* Takes over what a log says, once for each run id.  Of trees of more contexts than logs of their size have room for, what was
 * called least is forgotten, in the log, too.  0 or -1 (no memory). */
int contexts_add(struct contexts *all, const uint8_t run_id[16], struct log_contexts *log);
/* Sums up.  0 or -1 (no memory). */
int contexts_finish(struct contexts *all);
void contexts_free(struct contexts *all);

/* A context that is there has count + bound >= share of all calls. */
bool context_is_hot(const struct contexts *all, const struct context *c, double share);
/* So much of all calls every bound is at most. */
double contexts_epsilon(const struct contexts *all);
/* Indices from the top one's child down to `i', or of the innermost ones where all paths would take very much text;
 * *depth of them, malloc'ed; NULL: no memory. */
uint32_t *context_path(const struct contexts *all, size_t i, size_t *depth);

#endif
