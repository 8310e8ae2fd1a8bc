/* SPDX-License-Identifier: GPL-3.0-or-later
 * What traced code counts down between its polls, in a register.
 *
 *     for (…) { traced body; if (--fuel < 0 && poll ()) goto out; }
 *
 * fuel is the thread's, in memory, since callees count on.  A loop that calls nothing
 * keeps it in a register meanwhile: the memory would be most of what a loop pays whose
 * accesses are told at once. */
#ifndef ALGOPROF_FUEL_H
#define ALGOPROF_FUEL_H

#include "gcc-compat.h"

/* Lower the POLL at a loop's latch so; false: it has to be the one in memory.  With loop
   structures; edges' insertions are left to be committed, SSA form to be updated. */
bool poll_by_register (gimple *marker);

#endif
