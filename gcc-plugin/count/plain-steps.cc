/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "count/plain-steps.h"
#include "site/runtime-calls.h"

void
show_hidden_steps (function *)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      rtx statement = NONDEBUG_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX;
      rtx set = statement && is_hidden_increment (statement) ? single_set (insn) : NULL_RTX;
      if (!set || !REG_P (SET_DEST (set)))
        continue;
      rtx_insn *add = gen_add2_insn (SET_DEST (set), const1_rtx);
      if (add && !NEXT_INSN (add))
        validate_change (insn, &PATTERN (insn), PATTERN (add), false);
    }
}
