/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which registers hold something that is needed before an instruction. */
#ifndef ALGOPROF_LIVENESS_H
#define ALGOPROF_LIVENESS_H

#include "compat/gcc-compat.h"

/* Of cfun, whose flow graph is there. */
void find_liveness (function *);

/* Does the register (or flags_register ()) hold something that is needed before the instruction?  The answer is yes
   for what is not among changeable_registers (), and for instructions that were made later. */
bool is_live_before (const rtx_insn *, unsigned regno);

/* A scratch register that is not needed before the instruction, none of `taken'; -1: there is none. */
int find_free_register (const rtx_insn *, const std::vector<unsigned> &taken = {});

/* Is the register needed when a call has returned? */
bool is_live_behind (const rtx_insn *call, unsigned regno);

void forget_liveness (void);

#endif
