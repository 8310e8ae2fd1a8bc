/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tells one execution of a function from others: where its frame begins, the same word wherever it
 * stands in the function, before its prologue too. */
#ifndef ALGOPROF_FRAME_WORD_H
#define ALGOPROF_FRAME_WORD_H

#include "compat/gcc-compat.h"

/* Of cfun, whose flow graph is there. */
void find_frame_words (function *);

/* The text that pushes it before (or at) an instruction, %rsp being `moved' bytes lower than there. */
std::string push_frame_word (const rtx_insn *, HOST_WIDE_INT moved);

/* Does it return, or jump to another function? */
bool ends_function (rtx_insn *);

#endif
