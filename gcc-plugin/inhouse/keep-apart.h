/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions that in-house mode keeps as activations of their own. */
#ifndef ALGOPROF_INHOUSE_APART_H
#define ALGOPROF_INHOUSE_APART_H

#include "compat/gcc-compat.h"

/* Right after SSA form is built, before anything is inlined.  A function that has a loop, or is recursive, is not inlined
   from then on; the cost of one that has neither is constant but for what it calls.  No function is made one with another
   that has the same code (-fipa-icf), whose name its activations would have. */
void keep_apart (function *);

#endif
