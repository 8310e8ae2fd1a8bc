/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a loop's cost grows faster than what its processes read from files and pipes (docs/methods.md,
 * "What the process read").
 */
#ifndef OFFLINE_INPUT_GROWTH_H
#define OFFLINE_INPUT_GROWTH_H

#include <stdbool.h>

struct target;

/* Is the exponent of cost by input above that of n log n for sure?  Both are exact, so no trace is needed.  False also
 * where the input is not known of enough runs, or spans little.  Any thread. */
bool input_is_outgrown(const struct target *t);

#endif
