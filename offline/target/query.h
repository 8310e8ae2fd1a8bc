/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of the logs' runs a command looks at.
 */
#ifndef OFFLINE_QUERY_H
#define OFFLINE_QUERY_H

#include "target/dataset.h"

struct query {
    unsigned shift;             /* sizes in units of 1 << shift bytes */
    int64_t since;              /* begun then or later, seconds since 1970; INT64_MIN: all */
    const char *build;          /* build-id begins so; NULL: all */
    const char *label;          /* of the run; NULL: all */
};

#define QUERY_ALL { .since = INT64_MIN }

/* When a run began that says `start`, in a file that was last changed (on the
 * receiver, or here) at `changed`: clocks of users may lie. */
int64_t query_time(uint64_t start, int64_t changed);

/* Drops the points that are not asked for; false: that leaves nothing of the log. */
bool query_select(const struct query *query, struct log_points *log);

/* "2026-11-21", "2026-11-21T15:04[:05]" (UTC), "@SECONDS" since 1970, or "90m",
 * "12h", "7d", "4w" before now.  0 or -1. */
int query_parse_since(const char *text, int64_t now, int64_t *out);

#endif
