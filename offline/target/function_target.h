/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions of in-house mode among the targets, for those who judge and compare. */
#ifndef OFFLINE_FUNCTION_TARGET_H
#define OFFLINE_FUNCTION_TARGET_H

#include "target/dataset.h"

/* Finishes the set's functions, and puts each behind the finished targets, by each metric: its fit is that of the
 * worst cost, and it has no points and no other fits.  0 or -1 (no memory). */
int function_targets_add(struct dataset *set);

#endif
