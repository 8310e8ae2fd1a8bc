/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call of the runtime moves the stack pointer, and GCC does not know that.  Where an unwinder (a profiler's
 * signal handler, a crash handler, an asynchronous cancellation) finds the frame by that register, it
 * would take other words for the return address.  So each instruction of such a call that moves
 * the stack pointer is followed by a directive for unwinders.  Whether a frame is found by the stack pointer or
 * by another register is known only when GCC has described the function's frame, and differs from place to
 * place within a function. */
#include "arch/unwind.h"
#include "arch/asm-code.h"

/* Whether frames are found by the stack pointer behind this part of GCC's information,
   if they were before. */
static bool
found_by_stack (dw_cfi_ref cfi, bool before, std::vector<bool> *remembered)
{
  switch (cfi->dw_cfi_opc)
    {
    case DW_CFA_def_cfa:
    case DW_CFA_def_cfa_register:
      return cfi->dw_cfi_oprnd1.dw_cfi_reg_num == (unsigned) DWARF_FRAME_REGNUM (STACK_POINTER_REGNUM);
    case DW_CFA_def_cfa_expression:
      return false;
    case DW_CFA_remember_state:
      remembered->push_back (before);
      return before;
    case DW_CFA_restore_state:
      if (remembered->empty ())
        return before;
      before = remembered->back ();
      remembered->pop_back ();
      return before;
    default:
      return before;
    }
}

void
describe_moved_stack (function *)
{
  if (!dwarf2out_do_frame () || !dwarf2out_do_cfi_asm ())
    return;
  bool by_stack = true;
  std::vector<bool> remembered;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
      {
        by_stack = true;        /* GCC describes the frame again there */
        remembered.clear ();
      }
    else if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_CFI)
      by_stack = found_by_stack (NOTE_CFI (insn), by_stack, &remembered);
    else if (by_stack && NONDEBUG_INSN_P (insn))
      {
        rtx statement = extract_asm_operands (PATTERN (insn));
        const asm_code *code = statement ? find_code (ASM_OPERANDS_TEMPLATE (statement)) : NULL;
        if (code)
          ASM_OPERANDS_TEMPLATE (statement) = ggc_strdup (code->described_text ().c_str ());
      }
}
