/* SPDX-License-Identifier: GPL-3.0-or-later
 * Marks that match nothing: pragmas without a loop, targets of the command line that are not in the unit. */
#ifndef ALGOPROF_UNMATCHED_MARKS_H
#define ALGOPROF_UNMATCHED_MARKS_H

#include "compat/gcc-compat.h"

/* At the unit's end: warn about pragmas that no loop followed. */
void report_unmatched_pragmas (void);

/* At the unit's end: warn about targets of the command line without match. */
void report_unmatched_targets (void);

#endif
