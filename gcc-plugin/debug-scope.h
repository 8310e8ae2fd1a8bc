/* SPDX-License-Identifier: GPL-3.0-or-later
 * What debuggers see of a clone. */
#ifndef ALGOPROF_DEBUG_SCOPE_H
#define ALGOPROF_DEBUG_SCOPE_H

#include "gcc-compat.h"

/* Make the code in these blocks lexical scopes of its own, within those that it
   belongs to.  Of several places of a line in one scope a debugger takes the
   first for a breakpoint: it would stop in the original only, or in the clone. */
void give_own_scopes (const std::vector<basic_block> &);

#endif
