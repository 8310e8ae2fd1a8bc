/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recursive instances below an outermost one: rows of an ALOG_CHAIN block.
 */
#ifndef OFFLINE_LOG_CHAIN_H
#define OFFLINE_LOG_CHAIN_H

#include "log/log_read.h"

/* `count` instances with sizes from size_low to size_high and costs from
 * cost_low to cost_high; a listed row has one size and one cost.  UINT64_MAX as
 * a sum: it did not fit. */
struct chain_row {
    uint64_t size_low, size_high, size_sum;
    uint64_t cost_low, cost_high, cost_sum;
    uint64_t count;
    double squares;             /* sum of the squared costs */
};

struct chain_reader {
    const uint8_t *p, *end;
    uint32_t rows;              /* still to be read */
    bool sums;
    bool bad;                   /* the bytes were no rows; reading has ended */
    struct chain_row last;      /* all 0 at first */
};

/* Reads the rows of an instance of a recursion. */
void chain_reader_start(struct chain_reader *reader, const struct log_instance *instance);

/* The next row, in ascending order.  False at the end or when bad. */
bool chain_reader_next(struct chain_reader *reader, struct chain_row *row);

/* Checks that an instance's chain and rows agree with each other and with the
 * rest of it (set lengths were checked).  0, or -1 with what does not. */
int chain_check(const struct log_instance *instance, struct err *err);

#endif
