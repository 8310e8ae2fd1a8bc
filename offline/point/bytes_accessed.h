/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The work of a run, estimated from its traced instances.
 */
#ifndef OFFLINE_BYTES_ACCESSED_H
#define OFFLINE_BYTES_ACCESSED_H

#include "log/log_read.h"
#include "point/log_points.h"

/* Bytes that an instance accessed, again and again, some percent off; NaN: not known. */
double point_work_bytes(const struct alog_instance *rec);

/* Of a recursion: of the instance whose chain is the point's size. */
void point_work_of_one(const struct log_instance *in, struct point *p);

/* Fills accessed and its 95 % interval from n instances, in any order: the whole ones, and unless the point is
 * exact, those with a set; NaN: cannot be told. */
void point_work(const struct log_instance *const *list, size_t n, struct point *p);

#endif
