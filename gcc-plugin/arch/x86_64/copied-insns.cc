/* SPDX-License-Identifier: GPL-3.0-or-later
 * Instructions of the traced copy that are not as GCC has chosen them. */
#include "arch/machine.h"

void
set_called (rtx_insn *call, rtx *where, rtx to)
{
  *where = to;
  /* The mark of a jump through memory. */
  rtx pattern = PATTERN (call);
  if (GET_CODE (pattern) == PARALLEL && XVECLEN (pattern, 0) == 2)
    if (rtx mark = XVECEXP (pattern, 0, 1); GET_CODE (mark) == UNSPEC && XINT (mark, 1) == UNSPEC_PEEPSIB)
      PATTERN (call) = XVECEXP (pattern, 0, 0);
  INSN_CODE (call) = -1;
}

static void
move_stack (rtx_insn *before, int by)
{
  rtx set = gen_rtx_SET (stack_pointer_rtx, plus_constant (Pmode, stack_pointer_rtx, by));
  rtx pattern = gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, set, flags_clobber ()));
  rtx_insn *insn = before ? emit_insn_before_noloc (pattern, before, NULL) : emit_insn (pattern);
  add_reg_note (insn, REG_CFA_ADJUST_CFA, copy_rtx (set));
  RTX_FRAME_RELATED_P (insn) = 1;
}

/* The call aligns the stack as the jump would have found it: with one word more. */
void
begin_call_for_jump (rtx_insn *call)
{
  move_stack (call, -UNITS_PER_WORD);
  SIBLING_CALL_P (call) = 0;
  INSN_CODE (call) = -1;
}

void
put_return (void)
{
  move_stack (NULL, UNITS_PER_WORD);
  rtx_insn *end = emit_jump_insn (gen_simple_return_internal ());
  JUMP_LABEL (end) = simple_return_rtx;
}

/* For Atoms GCC asks, to the last, how far from a register's use it is set; which it knows of
   instructions in the flow graph only. */
static unsigned char asked_of_lea;

void
prepare_output (void)
{
  asked_of_lea = ix86_tune_features[X86_TUNE_OPT_AGU];
  ix86_tune_features[X86_TUNE_OPT_AGU] = 0;
}

void
finish_output (void)
{
  if (asked_of_lea)
    ix86_tune_features[X86_TUNE_OPT_AGU] = asked_of_lea;
  asked_of_lea = 0;
}
