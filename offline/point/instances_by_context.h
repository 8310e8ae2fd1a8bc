/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole traced instances of a log whose calling context is known, with that.
 */
#ifndef OFFLINE_INSTANCES_BY_CONTEXT_H
#define OFFLINE_INSTANCES_BY_CONTEXT_H

#include "log/log_read.h"

struct called_frame {
    uint32_t parent;            /* index + 1 of what called it; 0: nobody did */
    uint32_t kind;              /* enum alog_context_kind */
    uint32_t build;             /* of code: index of its module's build-id */
    uint64_t offset;
    char *names;                /* of a call: FUNCTION \t PLACE \n of each function around it, the innermost first */
};

struct called_row {
    uint32_t target;            /* index in the log's targets */
    uint32_t frame;             /* index */
    double size, cost, work;    /* as rows of a point have them; work: bytes accessed.  NaN: not known */
    double rms;                 /* bytes read, that work is against; NaN: not known */
};

struct called {
    struct called_frame *frames;
    char **builds;
    struct called_row *rows;    /* by target */
    size_t n_frames, n_builds, n_rows;
};

/* of[i]: the target of site i; sizes are in units of 1 << shift bytes.  *out is NULL where nothing is known.
 * 0 or -1 (no memory). */
int called_make(const struct log *log, const size_t *of, unsigned shift, struct called **out);
void called_free(struct called *called);

/* The rows of a target. */
const struct called_row *called_of(const struct called *called, size_t target, size_t *n);

#endif
