/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call of the runtime moves the stack pointer, of which GCC knows nothing.  Where it finds
 * a frame by that register, an unwinder that came between (a profiler's signal, a crash's
 * handler, an asynchronous cancellation) would take other words for the return address: at
 * best it found no callers.  So each instruction of such a call that moves it is followed by
 * the directive that says so.  Whether a frame is found by the stack pointer or by another
 * register is settled last of all, and differs within a function.
 */
#include "arch/x86_64/unwind.h"
#include "arch/x86_64/asm-statement.h"
#include <algoprof/rt_abi.h>

/* By how much the frame's begin is farther from the stack pointer behind this line of a statement. */
static int
moved_by (const std::string &line)
{
  int by, end = 0;       /* the latter is set where all matches: sscanf () counts numbers only */
  if (line.find ("push{q}\t") == 0 || line.find ("pushf{q") == 0)
    return 8;
  if (line.find ("pop{q}\t") == 0 || line.find ("popf{q") == 0)
    return -8;
  if ((sscanf (line.c_str (), "lea{q}\t{%d(%%%%rsp), %%%%rsp|%n", &by, &end) == 1 && end)
      || (sscanf (line.c_str (), "leaq\t%d(%%%%rsp), %%%%rsp%n", &by, &end) == 1 && end)
      || (sscanf (line.c_str (), "lea\trsp, [rsp%d]%n", &by, &end) == 1 && end))
    return -by;
  return 0;
}

/* The statement's text with a directive behind each line that moves the stack pointer. */
static std::string
with_directives (const std::string &text)
{
  std::string told;
  for (size_t at = 0, end; at < text.size (); at = end)
    {
      end = text.find ('\n', at);
      end = end == std::string::npos ? text.size () : text.find_first_not_of ("\n\t", end);
      end = end == std::string::npos ? text.size () : end;
      std::string line = text.substr (at, end - at);
      int by = moved_by (line);
      if (by && line.find ('\n') == std::string::npos)
        line += "\n\t";
      told += line;
      if (by)
        told += ".cfi_adjust_cfa_offset " + std::to_string (by) + (end < text.size () ? "\n\t" : "");
    }
  return told;
}

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
tell_moved_stack (function *)
{
  if (!dwarf2out_do_frame () || !dwarf2out_do_cfi_asm ())
    return;
  bool by_stack = true;
  std::vector<bool> remembered;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
      {
        by_stack = true;        /* told anew there */
        remembered.clear ();
      }
    else if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_CFI)
      by_stack = found_by_stack (NOTE_CFI (insn), by_stack, &remembered);
    else if (by_stack && NONDEBUG_INSN_P (insn))
      {
        rtx statement = extract_asm_operands (PATTERN (insn));
        if (statement && (strstr (ASM_OPERANDS_TEMPLATE (statement), "\tcall\t{*" ALGOPROF_RT (""))
                          || strstr (ASM_OPERANDS_TEMPLATE (statement), ALGOPROF_LOOP)))
          ASM_OPERANDS_TEMPLATE (statement)
            = ggc_strdup (with_directives (ASM_OPERANDS_TEMPLATE (statement)).c_str ());
      }
}
