/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much one upload may bring: more than any honest program's log of the size that
 * shipped ones have (sqlite3 with each of its loops a target has 1,900 targets), and few
 * enough that a thousand uploads do not make reports slow.  docs/fleet.md lists them.
 */
#ifndef OFFLINE_UPLOAD_CAPS_H
#define OFFLINE_UPLOAD_CAPS_H

#include "log/log_read.h"

#define CAP_TARGETS 16384u
#define CAP_RUNS 16384u
#define CAP_POINTS 65536u           /* targets by runs, as far as they ran */
#define CAP_INSTANCES 1048576u
#define CAP_TEXT (UINT64_C(4) << 20)    /* bytes of all names, files and labels */
#define CAP_LABEL 1024u             /* bytes of one label */

/* 0, or -1 with the reason. */
int caps_check(const struct log *log, struct err *err);
int caps_check_points(size_t points, struct err *err);

#endif
