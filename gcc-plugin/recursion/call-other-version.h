/* SPDX-License-Identifier: GPL-3.0-or-later
 * Traced versions of functions that ask, where they begin, whether to go on in another one. */
#ifndef ALGOPROF_HANDOVER_H
#define ALGOPROF_HANDOVER_H

#include "compat/gcc-compat.h"

/* cfun begins with the question; if it is to be left, it calls the other one with its own arguments
   and returns what that returns.  Result: the call.  SSA form and the call's edge are left to be
   made. */
gimple *hand_over (cgraph_node *to);
/* Once that edge is made: what is called is not inlined, whose body would be taken for the caller's. */
void keep_handover (cgraph_node *, gimple *call);

/* The blocks of a traced version that hand over to the other, and what they hold. */
std::set<basic_block> handover_blocks (function *);

/* Lower the questions. */
void lower_polls (function *);

#endif
