/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The work of a run, estimated from its traced instances.
 */
#ifndef OFFLINE_POINT_WORK_H
#define OFFLINE_POINT_WORK_H

#include "log/log_read.h"
#include "target/point.h"

/* The middle of a class of alog_work_class(), in words of 8 bytes; NaN for 0, not known. */
double point_work_words(unsigned work_class);

/* Fills accessed and its 95 % interval from n whole instances, in any order; NaN: cannot be told. */
void point_work(const struct log_instance *const *list, size_t n, struct point *p);

#endif
