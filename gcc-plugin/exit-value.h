/* SPDX-License-Identifier: GPL-3.0-or-later
 * Variables that a loop's count keeps alive. */
#ifndef ALGOPROF_EXIT_VALUE_H
#define ALGOPROF_EXIT_VALUE_H

#include "gcc-compat.h"

/* Where only the count needs a variable's value from before its last step, take it from
   the value behind that.  Late; dominators are known.  Result: whether anything changed. */
bool count_by_next_values (class loop *);

#endif
