/* SPDX-License-Identifier: GPL-3.0-or-later
 * Ends of samples that would keep a function's last call from being a jump. */
#ifndef ALGOPROF_TAIL_CLOSE_H
#define ALGOPROF_TAIL_CLOSE_H

#include "compat/gcc-compat.h"

/* Behind calls that GCC has made of loops, where the function returns: remove them.  Before
   GCC looks for tail calls.  Result: what the pass manager has to do. */
unsigned drop_last_closes (function *);

/* The descriptors' addresses of the loops whose samples end where cfun's mirror returns. */
std::vector<rtx> closed_at_returns (function *);

#endif
