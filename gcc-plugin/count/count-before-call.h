/* SPDX-License-Identifier: GPL-3.0-or-later
 * Counts that would have to outlive a call. */
#ifndef ALGOPROF_COUNT_BEFORE_CALL_H
#define ALGOPROF_COUNT_BEFORE_CALL_H

#include "compat/gcc-compat.h"

/* Where GCC has made a loop a call of memset, memcpy or memmove, add its count before
   that.  Late, but before tail calls are looked for.  Result: what is to be done. */
unsigned count_before_calls (function *);

/* Does it compute from registers only, and harmlessly wherever it stands? */
bool is_arithmetic (gimple *);

/* The block's last call that GCC makes of loops (memset) with nothing but arithmetic behind it, but for
   `end', where that is in the block; else NULL. */
gimple *block_call_before (basic_block, gimple *end);

#endif
