/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which accesses are told already. */
#ifndef ALGOPROF_TOLD_BEFORE_H
#define ALGOPROF_TOLD_BEFORE_H

#include "inhouse/accesses.h"

/* Leaves out those whose cells this activation has accessed before, whichever way it came there; with trms: and that no other
   thread can have accessed since. */
void drop_told (function *, const loop_regions &, std::vector<memory_use> *);

#endif
