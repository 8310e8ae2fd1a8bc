/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How contexts grow: cost against size of a context's activations, where in-house mode was on beside contexts.
 */
#ifndef OFFLINE_CONTEXT_GROWTH_H
#define OFFLINE_CONTEXT_GROWTH_H

#include "base/run_ids.h"
#include "context/tree.h"
#include "fit/fit.h"
#include "log/log_growth.h"

struct growth_size {            /* activations of sizes within an eighth */
    uint64_t class;             /* the lowest such size, in bytes */
    double size;                /* their mean */
    uint64_t count, most;       /* and their highest cost, */
    double sum;                 /* sum of the costs, */
    double sizes;               /* and of the sizes */
};

struct growth {                 /* of a context, call sites not told apart */
    uint32_t parent;            /* index; of the top one 0 */
    uint32_t function;          /* index in names */
    struct growth_size *sizes;  /* by size once finished */
    size_t n, cap;
    uint64_t activations;
    struct fit fit;             /* highest costs against sizes, once finished */
};

struct growths {
    struct growth *list;        /* [0]: above all */
    size_t n_list, cap_list;
    char **names;               /* of functions: NAME \t FILE \t LINE */
    size_t n_names, cap_names;
    void *known, *known_names;  /* trees of both */
    uint32_t *of;               /* of each context the growth's index, 0: none; once finished */
    struct run_ids runs;        /* of the logs that are in it */
    uint64_t missed;            /* activations that are in none */
    size_t damaged;
};

/* Takes over what a log says, once for each run id.  0 or -1 (no memory). */
int growths_add(struct growths *all, const uint8_t run_id[16], const struct log_growths *log,
                const struct log_profiles *functions);
/* Fits, and finds each one's contexts.  0 or -1 (no memory). */
int growths_finish(struct growths *all, const struct contexts *contexts);
void growths_free(struct growths *all);

/* Of a context; NULL: nothing is known. */
const struct growth *growth_of(const struct growths *all, size_t context);

#endif
