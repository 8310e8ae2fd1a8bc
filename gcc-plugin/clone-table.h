/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table by which the runtime finds the clone of a function. */
#ifndef ALGOPROF_CLONE_TABLE_H
#define ALGOPROF_CLONE_TABLE_H

#include "gcc-compat.h"

/* Write rows (original, clone) of functions whose code has been written. */
void write_clone_table (const std::vector<std::pair<tree, tree>> &);

#endif
