/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether what runs cost is explained by their single instances, whose cost function is known, or by what the process
 * read (docs/methods.md, "Work").
 */
#ifndef OFFLINE_EXPLAINED_H
#define OFFLINE_EXPLAINED_H

#include <stdbool.h>

#include "target/verdict.h"

/* runs: VIEW_RUNS or VIEW_WORK.  Of a run, whose size takes in that of each of its instances, the cost is at most that
 * of so many instances of the run's size.  True if that holds in all runs and grows no steeper than what is fine. */
bool instances_explain(const struct target *t, enum view runs);

/* Likewise by the bytes that the process read from files and pipes: cost goes with them, and by them would be no alarm.
 * So it is where input streams through a buffer, which is read again and again.
 * False also where the input is not known, or there are too few runs. */
bool input_explains(const struct target *t, enum view runs);

/* Either, where the view is one of runs by their sizes. */
bool is_explained(const struct target *t, enum view view);

#endif
