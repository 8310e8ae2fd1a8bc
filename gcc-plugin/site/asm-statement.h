/* SPDX-License-Identifier: GPL-3.0-or-later
 * Asm statements: of GIMPLE, and of RTL when registers are allocated. */
#ifndef ALGOPROF_ASM_STATEMENT_H
#define ALGOPROF_ASM_STATEMENT_H

#include "arch/machine.h"

typedef vec<tree, va_gc> *asm_operands;

void add_operand (asm_operands *, const char *constraint, tree value);

/* A volatile asm; an output that is an SSA name needs its SSA_NAME_DEF_STMT set. */
gimple *add_asm (gimple_seq *, const asm_code &, asm_operands in, asm_operands out,
                 bool reads_memory);
/* The same, if it changes these registers besides. */
gimple *add_asm_that_changes (gimple_seq *, const asm_code &, asm_operands in, asm_operands out,
                              bool reads_memory, const std::vector<const char *> &changed);

/* Was a statement with this template made by add_asm? */
bool is_added_asm (const char *text);

struct asm_input
{
  const char *constraint;
  rtx value;
};

/* An asm statement before an instruction, or at the end of all if that is NULL; with labels it is a
   jump, to them or on. */
rtx_insn *put_asm (rtx_insn *before, const asm_code &, const std::vector<asm_input> & = {},
                   const std::vector<rtx_code_label *> &labels = {});

#endif
