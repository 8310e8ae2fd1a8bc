/* SPDX-License-Identifier: GPL-3.0-or-later
 * The test whether an instance is sampled. */
#ifndef ALGOPROF_JOIN_COUNTDOWNS_H
#define ALGOPROF_JOIN_COUNTDOWNS_H

#include "compat/gcc-compat.h"

/* Put each countdown right before the branch that asks for it.  Late.  Result: whether
   anything changed; virtual operands are to be renamed. */
bool join_countdowns (function *);

#endif
