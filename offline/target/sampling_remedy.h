/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What would have sampled a target better.
 */
#ifndef OFFLINE_REMEDY_H
#define OFFLINE_REMEDY_H

#include "target/dataset.h"

/* What to change for larger samples, by what kept its runs from them: the log's space, the budget, or the rate.  Code
 * is between ` as in docs/warnings.md.  NULL: nothing, all was traced. */
const char *target_remedy(const struct target *t);

/* Runs that executed a loop once and were too short of budget to trace it to its end, so that nothing is known of
 * its size: more runs are no remedy, but `algoprof run` is, or an inner loop.  *largest: the dearest of them; NULL: none. */
size_t target_cut_runs(const struct target *t, const struct packed_point **largest);

#endif
