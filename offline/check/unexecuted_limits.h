/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Limits in the source of what was never executed.
 */
#ifndef OFFLINE_UNEXECUTED_LIMITS_H
#define OFFLINE_UNEXECUTED_LIMITS_H

#include "check/check.h"

/* Adds a finding for each target with a limit in the source that no log has executed, in
 * whatever build; bounds that name it come first, and say so themselves.  Takes
 * n log n of the logs' targets.  0, or -1 (no memory). */
int idle_limits(const struct check *check, const struct dataset *set, struct findings *out);

#endif
