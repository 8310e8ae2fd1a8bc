/* SPDX-License-Identifier: GPL-3.0-or-later
 * Variables that a loop's count keeps alive. */
#ifndef ALGOPROF_EXIT_VALUE_H
#define ALGOPROF_EXIT_VALUE_H

#include "compat/gcc-compat.h"

/* Where only the count needs a variable's value from before its last step, take it from
   the value behind that.  Late; dominators are known.  Result: whether anything changed. */
bool count_by_next_values (class loop *);

/* Is the count computed by a division? */
bool is_divided (tree count);

/* Where a count is computed behind its loop by a division, and a variable of the loop tells
   it by its last value, take it from that.  Late; needs scalar evolution. */
bool count_by_last_value (tree count);

/* Where a loop has become several, and how often one of them runs can be computed, so compute the
   value behind it that only a count needs.  After GCC has split loops, in its loop passes. */
void count_by_final_values (function *);

#endif
