/* SPDX-License-Identifier: GPL-3.0-or-later
 * What emit.cc and emit-recursion.cc build their statements of. */
#ifndef ALGOPROF_ASM_STATEMENT_H
#define ALGOPROF_ASM_STATEMENT_H

#include "compat/gcc-compat.h"

typedef vec<tree, va_gc> *asm_operands;

void add_operand (asm_operands *, const char *constraint, tree value);

/* A volatile asm; an output that is an SSA name needs its SSA_NAME_DEF_STMT set. */
gimple *add_asm (gimple_seq *, const std::string &text, asm_operands in, asm_operands out,
                 bool reads_memory);

/* A call of an entry point of the runtime, arguments being in their registers.  before, behind:
   what is done besides while the stack pointer lies below the red zone. */
std::string call_text (const char *name, const std::string &before = "", const std::string &behind = "");

/* Word n of a thread-local record. */
tree hot_field (tree hot, int n);

/* An address as a value fit for an argument. */
tree emit_value (gimple_seq *, tree expression);

#endif
