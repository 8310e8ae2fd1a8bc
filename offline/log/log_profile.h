/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a log says of in-house mode: functions, and their activations by size.
 */
#ifndef OFFLINE_LOG_PROFILE_H
#define OFFLINE_LOG_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"
#include "base/util.h"

struct log_function {
    uint32_t number, line;
    bool loop;
    unsigned limit;             /* in its source: number of its class (rt_abi.h), 0 none */
    char *name, *file;
};

/* Activations of a function of one size, or of several that are less than 1 % apart. */
struct log_tuple {
    uint32_t function;          /* its number; after linking, index in functions */
    bool shared;                /* by trms, not by rms */
    bool own;                   /* costs are exclusive: without callees */
    uint64_t size;              /* bytes; of several sizes their mean */
    uint64_t count, least, most, sum;
    unsigned __int128 squares;
};

/* Of a function's activations by trms: cells of their sizes that another thread or the kernel had written last. */
struct log_induced {
    uint32_t function;          /* likewise */
    uint64_t by_threads, by_kernel;
};

struct log_profiles {
    struct log_function *functions;     /* by number after linking */
    struct log_tuple *tuples;   /* in the file's order */
    struct log_induced *induced;        /* likewise */
    size_t n_functions, n_tuples, n_induced, cap_functions, cap_tuples, cap_induced;
    unsigned cell;              /* bytes; 0: there are no profiles */
    uint64_t lost;              /* activations that are in none */
};

int log_profiles_add(struct log_profiles *p, const struct alog_block *block, const uint8_t *payload, size_t size,
                     struct err *err);
int log_profiles_link(struct log_profiles *p, struct err *err);
void log_profiles_free(struct log_profiles *p);

#endif
