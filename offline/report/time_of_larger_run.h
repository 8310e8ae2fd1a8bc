/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From cost to time: what the runs' CPU time says about a run that is larger than all.
 */
#ifndef OFFLINE_TIME_OF_LARGER_RUN_H
#define OFFLINE_TIME_OF_LARGER_RUN_H

#include <stddef.h>

#include "target/dataset.h"

struct report;
struct table;

/* CPU time of a program that was run once more without tracing. */
struct plain_run {
    const char *log;            /* of the traced run with the same size: its path */
    double seconds;
};

/* CPU seconds of a run in which the target costs so much (or, if its work decides, accesses so many bytes), from
 * two runs whose times differ clearly: plain ones if there are any, else those whose logs state CPU time and a
 * budget.  NaN: unknown. */
double pace_seconds(const struct target *t, double cost, const struct plain_run *plain, size_t n_plain);

/* "12 s", "3.5 min", "40 years"; text has room for 16 bytes. */
char *pace_text(double seconds, char *text);

/* A note on what an alarm comes to: at ten times the largest size, or, of an exponential, what doubles its cost. */
void note_larger_run(struct table *table, const struct report *report, const struct target *t);

#endif
