/* SPDX-License-Identifier: GPL-3.0-or-later
 * GCC's warnings about copies. */
#ifndef ALGOPROF_QUIET_H
#define ALGOPROF_QUIET_H

#include "gcc-compat.h"

/* GCC's late passes warn about no copy.  Before they come; dominators are known.  all: the function
   is one. */
void hush_copies (function *, bool all);

#endif
