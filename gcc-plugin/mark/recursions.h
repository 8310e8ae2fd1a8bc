/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recursive functions as targets.  F is split, after early optimisation and
 * before anything is inlined over its calls:
 *
 *     F (a)            { return --hot.countdown < 0 && (t = begin ()) ? F.algoprof (a), end (t)
 *                               : F.recursion (a); }
 *     F.recursion (a)  { hot.cost++; ... F.recursion (...) ... }
 *     F.algoprof (a)   { hot.cost++; enter (); traced ... F.algoprof (...) ...; leave (); }
 *
 *     F.within (a)     { if (--hot.within.countdown < 0) return F.start (a);
 *                        hot.cost++; ... F.within (...) ... }
 *     F.start (a)      { return (t = begin ()) ? F.algoprof (a), end (t)
 *                               : hot.within.countdown++, F.within (a); }
 *
 * F.within is where an instance goes on that is not traced any more: inner ones are
 * sampled there.
 *
 * F, whose address and name stay, is where calls from outside come in.  Of a
 * mutual recursion the functions between have the inner versions too. */
#ifndef ALGOPROF_RECURSIONS_H
#define ALGOPROF_RECURSIONS_H

#include "compat/gcc-compat.h"

/* Right after SSA form is built: is the function a recursion that is wanted as
   a target?  Then CALL is put at its entry, and it is kept from being inlined
   until it is split. */
void resolve_recursion (function *);

/* Is it one of the functions that GCC makes of one destructor or constructor, and
   only calls that which has the body? */
bool only_delegates (cgraph_node *);

/* IPA: split every function with a CALL. */
void split_recursions (void);

#endif
