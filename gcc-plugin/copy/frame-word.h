/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What identifies one execution of a function: where its frame begins.  The word is the same everywhere in
 * the function, before its prologue too. */
#ifndef ALGOPROF_FRAME_WORD_H
#define ALGOPROF_FRAME_WORD_H

#include "arch/asm-code.h"

/* Of cfun, whose flow graph is there. */
void find_frame_words (function *);

/* Code that pushes it before (or at) an instruction, where the stack pointer lies `moved' bytes lower than
   there. */
asm_code push_frame_word (const rtx_insn *, HOST_WIDE_INT moved);

/* Does it return, or jump to another function? */
bool ends_function (rtx_insn *);

#endif
