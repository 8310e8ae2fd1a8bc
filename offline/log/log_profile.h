/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a log says of in-house mode: functions, and their activations by size.
 */
#ifndef OFFLINE_LOG_PROFILE_H
#define OFFLINE_LOG_PROFILE_H

#include <stdbool.h>
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

/* Calls of a function that is not compiled so. */
struct log_opaque_call {
    uint32_t function;          /* of the caller; likewise */
    uint64_t calls;
    char *name;                 /* as the linker knows it */
};

/* The tuples of a function and metric, as the log has them: a few bytes each. */
struct log_profile {
    struct alog_profile rec;    /* its function: likewise */
    bool shared, own;           /* of all its tuples */
    const uint8_t *rows;        /* rec.rows_bytes of the log's */
};

struct log_profiles {
    struct log_function *functions;     /* by number after linking */
    struct log_profile *list;   /* in the file's order */
    struct log_induced *induced;        /* likewise */
    struct log_opaque_call *opaque;     /* likewise */
    size_t n_functions, n, n_induced, n_opaque, cap_functions, cap, cap_induced, cap_opaque;
    uint8_t *log;               /* what rows are in, once log_profiles_take had it; else NULL */
    unsigned cell;              /* bytes; 0: there are no profiles */
    bool time;                  /* costs are nanoseconds of CPU time, not blocks */
    uint64_t lost;              /* activations that are in none */
    uint64_t bytes;             /* of all their payloads */
    uint64_t tuples;
};

int log_profiles_add(struct log_profiles *p, const struct alog_block *block, const uint8_t *payload, size_t size,
                     struct err *err);
int log_profiles_link(struct log_profiles *p, struct err *err);

/* Goes through tuples, all zero at first: those of one profile after the other.  False: there are no more. */
struct log_tuples {
    size_t profile;             /* index of the last tuple's */
    const uint8_t *next;        /* NULL: none of it was read */
    uint32_t read;
    uint64_t size;              /* of the last one, in cells */
};
bool log_tuples_next(const struct log_profiles *p, struct log_tuples *at, struct log_tuple *out);

/* Moves the profiles out of a log, which is not told of any more, but of which its other parts stay. */
struct log;
struct log_profiles log_profiles_take(struct log *log);
void log_profiles_free(struct log_profiles *p);

#endif
