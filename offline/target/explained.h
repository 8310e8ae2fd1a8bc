/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether single instances, whose cost function is known, explain what runs cost (docs/methods.md, "Work").
 */
#ifndef OFFLINE_EXPLAINED_H
#define OFFLINE_EXPLAINED_H

#include <stdbool.h>

#include "target/verdict.h"

/* runs: VIEW_RUNS or VIEW_WORK.  Of a run, whose size takes in that of each of its instances, the cost is at most that
 * of so many instances of the run's size.  True if that holds in all runs and grows no steeper than what is fine. */
bool instances_explain(const struct target *t, enum view runs);

#endif
