/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where a mirror asks whether it is to be left: where its loops begin again. */
#ifndef ALGOPROF_MIRROR_POLLS_H
#define ALGOPROF_MIRROR_POLLS_H

#include "compat/gcc-compat.h"

/* Of cfun, whose flow graph is there. */
void find_polls (function *);

/* How much an iteration that begins there counts the fuel down; 0: nothing is asked. */
unsigned poll_at (rtx_insn *label);

/* The question, at the end of what has been copied; traced code goes on at `out' if it is to be
   left.  like: an instruction that needs what is needed here, or NULL: nothing is known. */
void put_poll (unsigned fuel, rtx_insn *like, rtx_code_label *out);

#endif
