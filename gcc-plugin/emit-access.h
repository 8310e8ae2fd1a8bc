/* SPDX-License-Identifier: GPL-3.0-or-later
 * The calls that tell of single accesses. */
#ifndef ALGOPROF_EMIT_ACCESS_H
#define ALGOPROF_EMIT_ACCESS_H

#include "gcc-compat.h"

/* Call readN or writeN, or with a second argument access or reads. */
void emit_access (gimple_seq *, const std::string &name, tree address, tree second = NULL_TREE);

/* Of calls that are emitted from now on: may GCC keep the registers free that they change? */
void offer_registers (bool);

/* When registers have been allocated: the other calls save those only that are needed behind
   them. */
void save_live_registers (function *);

#endif
