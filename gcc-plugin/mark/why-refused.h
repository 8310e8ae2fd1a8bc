/* SPDX-License-Identifier: GPL-3.0-or-later
 * Why a target is not profiled: the reasons that report_refused (site/target-warnings.h) says, but for the machine's
 * (why_registers_missing in arch/machine.h).  Each function gives one, for people, or NULL. */
#ifndef ALGOPROF_WHY_REFUSED_H
#define ALGOPROF_WHY_REFUSED_H

#include "mark/choose-targets.h"
#include "mark/marker.h"

/* Right after SSA form is built.  Of a mark before what is no loop. */
const char *why_never_iterating (void);
/* Of a target that GCC has no loop of. */
const char *why_no_loop (const std::string &text, const std::vector<marker> &);
/* Of a function whose loops are asked for and that has none. */
const char *why_no_loop_in_it (bool coroutine);
/* Of a function that may run before a static program has thread-local storage, or is called by one that may. */
const char *why_too_early (tree fndecl);

/* Of a function that is to be profiled as a recursion: that it is none; "" is better not said. */
const char *why_no_recursion (function *, cgraph_node *, const wanted_recursion &);
/* That GCC has no copy of it, and that it cannot be split. */
const char *why_not_cloned (void);
const char *why_not_split (cgraph_node *);

/* When loops are switched.  Of the loops of a function, which can then not be in the traced copy (copy/mirror.h). */
const char *why_not_copied (function *);
/* Of a loop of cfun: besides, control would leave the copy with it. */
const char *why_not_sampled (class loop *);

#endif
