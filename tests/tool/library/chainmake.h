/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of chains for test logs: listed ones, sums of them, and a recorder that
 * follows calls as the runtime does.
 */
#ifndef TESTS_CHAINMAKE_H
#define TESTS_CHAINMAKE_H

#include "logmake.h"

/* `count` calls with chains of `size` and `cost` calls below each. */
struct call_row {
    uint64_t size, cost, count;
};

/* A row of sums, field by field as in the log. */
struct sum_row {
    uint64_t size_low, size_high, count, size_sum, cost_low, cost_high, cost_sum;
    double squares;
};

/* Encodes rows as they stand (ascending, if they are to be valid) into *out,
 * which begins empty, and fills the chain's rows, rows_bytes, instances and flags. */
void chainmake_listed(const struct call_row *row, size_t n, struct logmake *out,
                      struct alog_chain *chain);
void chainmake_sums(const struct sum_row *row, size_t n, struct logmake *out,
                    struct alog_chain *chain);

/* The calls of one outermost instance. */
struct calls {
    struct open_call {
        uint64_t calls, height;     /* completed so far below it */
    } *open;
    size_t n_open, cap_open;
    struct call_row *row;       /* not sorted, perhaps with equal ones */
    size_t n_rows, cap_rows;
    uint64_t longest, cost;
};

void calls_enter(struct calls *calls);
void calls_leave(struct calls *calls);

/* Empties it, and keeps its memory; calls_free gives that back. */
void calls_clear(struct calls *calls);
void calls_free(struct calls *calls);

/* Appends the instance to a log, as listed rows or, beyond ALOG_CHAIN_LISTED of
 * them, as sums; cost is that of the calls. */
void calls_log(struct calls *calls, struct logmake *log, const struct alog_instance *rec,
               const struct cells *cells, size_t n);

#endif
