/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which loops can be left, and which of them go on in the original.  All only look. */
#ifndef ALGOPROF_LEAVE_WHERE_H
#define ALGOPROF_LEAVE_WHERE_H

#include "gcc-compat.h"

/* May it run for long, and be left at its latch? */
bool is_worth_leaving (class loop *);

/* May a target's loop be entered again, at an iteration, from its clone that is left?  Its
   machine code must stay what it is: not a loop that GCC could make vectors or a library
   call of or exchange with the one in it, nor a short one with numbers whose ranges GCC
   finds out, which it does not beyond a clone. */
bool goes_back (class loop *);

/* Header PHIs that step with the loop's iterations. */
std::set<gphi *> counters_of (class loop *);

#endif
