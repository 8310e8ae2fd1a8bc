/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a log says of activations by calling context: in-house mode beside contexts.
 */
#ifndef OFFLINE_LOG_GROWTH_H
#define OFFLINE_LOG_GROWTH_H

#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"
#include "base/util.h"
#include "log/log_profile.h"

struct log_growth_size {        /* activations of a context, of sizes within an eighth */
    uint64_t class;             /* the lowest such size, in bytes */
    uint64_t count, most;       /* how many, and their highest cost */
    double sizes, sum;          /* sums of the sizes, in bytes, and of the costs */
};

struct log_growth_row {
    uint32_t thread, number;
    uint32_t parent;            /* its number; after linking, index + 1 of the first row of that; 0: none */
    uint32_t function;          /* its number; after linking, index in the log's functions */
    size_t first, n;            /* sizes */
};

struct log_growths {
    struct log_growth_row *rows;        /* by thread and number once linked; a context may have several */
    struct log_growth_size *sizes;
    size_t n, n_sizes, cap, cap_sizes;
    uint64_t missed;            /* activations that are in no row */
    size_t damaged;             /* blocks and rows that were skipped */
};

/* What is damaged is skipped and counted.  0 or -1 (no memory). */
int log_growths_add(struct log_growths *g, const uint8_t *payload, size_t size, struct err *err);
/* Once the functions are linked. */
void log_growths_link(struct log_growths *g, const struct log_profiles *functions);
void log_growths_free(struct log_growths *g);

#endif
