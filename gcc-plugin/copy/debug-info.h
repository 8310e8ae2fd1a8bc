/* SPDX-License-Identifier: GPL-3.0-or-later
 * What debuggers see of a mirror. */
#ifndef ALGOPROF_MIRROR_DEBUG_INFO_H
#define ALGOPROF_MIRROR_DEBUG_INFO_H

#include "compat/gcc-compat.h"

/* The function's mirror begins behind its instructions, these. */
void begin_debug (const std::vector<rtx_insn *> &);

/* An instruction of the mirror is of a lexical scope of its own, within the one that it belongs to.
   Of several places of a line in one scope a debugger takes the first for a breakpoint: it would
   stop in the original only. */
void give_own_scope (rtx_insn *copy);

/* Put at the end what is said in the original of a statement's begin or of where a variable is. */
void copy_debug_note (rtx_insn *);

#endif
