/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which registers hold something that is needed before an instruction. */
#ifndef ALGOPROF_LIVENESS_H
#define ALGOPROF_LIVENESS_H

#include "compat/gcc-compat.h"

/* Of cfun, whose flow graph is there. */
void find_liveness (function *);

/* May the register, or FLAGS_REG, not be changed before the instruction?  Of those that calls
   change; of others and of later instructions always. */
bool is_live_before (const rtx_insn *, unsigned regno);

/* Is the register needed when a call has returned? */
bool is_live_behind (const rtx_insn *call, unsigned regno);

void forget_liveness (void);

#endif
