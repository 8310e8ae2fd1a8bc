/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Entries of functions that have contexts.  The static chain, %r10, is the slot where a call begins, and the record where
 * the function's code does; %r11 is free there.  The runtime is called through the table of addresses: the loader's
 * lazy binding may change both. */
#include "arch/x86_64/syntax.h"
#include <algoprof/context_abi.h>

const char *
why_no_contexts (void)
{
  if (fixed_regs[R10_REG] || fixed_regs[R11_REG])
    return "it needs registers that are fixed";
  if (profile_flag)
    return "it cannot stand beside -pg";
  if (flag_split_stack)
    return "it cannot stand beside -fsplit-stack";
  if (ix86_cmodel != CM_SMALL && ix86_cmodel != CM_SMALL_PIC)
    return "the code model is not small";
  return NULL;
}

static std::string
runtime_name (const char *name)
{
  return note_runtime_name (std::string (ALGOPROF_CONTEXT ("")) + name);
}

/* %r10 is the slot: behind it the record is in %r11. */
static std::string
look_up (const std::string &callable)
{
  return "\tmovq\t(%r10), %r11\n\ttestq\t%r11, %r11\n\tjne\t7f\n\tleaq\t" + callable + "(%rip), %r11\n"
         "\tcall\t*" + runtime_name ("new") + "@GOTPCREL(%rip)\n";
}

static std::string
by_cursor (const std::string &callable)
{
  return "\tmovq\t" + runtime_name ("cursor") + "@gottpoff(%rip), %r11\n\tmovq\t%fs:(%r11), %r11\n"
         "\tmovq\t(%r11), %r11\n\tleaq\t" + callable + "(%rip), %r10\n"
         "\tcmpq\t%r10, " + std::to_string (ALGOPROF_RECORD_OF) + "(%r11)\n\tje\t7f\n"
         "\tcall\t*" + runtime_name ("enter") + "@GOTPCREL(%rip)\n\tjmp\t7f\n";
}

static std::string
label (const std::string &name, bool is_public)
{
  return (is_public ? "\t.globl\t" + name + "\n\t.hidden\t" + name + "\n" : "") + name + ":\n";
}

static std::string
dialect (const std::string &text)
{
  return ix86_asm_dialect == ASM_INTEL ? "\t.att_syntax\n" + text + "\t.intel_syntax noprefix\n" : text;
}

/* Where indirect branches may only lead to marked places, the mark stays first; and behind what is left free for patches. */
static rtx_insn *
last_of_head (void)
{
  rtx_insn *last = get_insns ();
  for (rtx_insn *i = last; i && !JUMP_P (i) && !CALL_P (i); i = NEXT_INSN (i))
    {
      if (!NONDEBUG_INSN_P (i))
        continue;
      rtx p = PATTERN (i);
      if (GET_CODE (p) != UNSPEC_VOLATILE
          || (XINT (p, 1) != UNSPECV_NOP_ENDBR && XINT (p, 1) != UNSPECV_PATCHABLE_AREA))
        break;
      last = i;
    }
  return last;
}

void
put_context_entry (const context_entry &e)
{
  std::string t = "\n";
  if (e.by_cursor)
    t += by_cursor (e.callable);
  t += label (e.with_slot, e.is_public) + look_up (e.callable);
  t += "7:\tmovq\t%r11, %r10\n" + label (e.with_record, false);
  t += "\tincq\t" + std::to_string (ALGOPROF_RECORD_COUNT) + "(%r10)\n" + e.code + ":";
  rtx text = gen_rtx_ASM_INPUT_loc (VOIDmode, ggc_strdup (dialect (t).c_str ()), DECL_SOURCE_LOCATION (current_function_decl));
  MEM_VOLATILE_P (text) = 1;
  emit_insn_after_noloc (text, last_of_head (), NULL);
}

void
write_outside_entry (const std::string &name, bool is_public, const std::string &callable, const std::string &symbol)
{
  std::string t;
  if (is_public)
    t += "\t.section\t.text." + name + ",\"axG\",@progbits," + name + ".outside,comdat\n\t.weak\t" + name
         + "\n\t.hidden\t" + name + "\n";
  else
    t += "\t.text\n";
  bool described = dwarf2out_do_frame () && dwarf2out_do_cfi_asm ();
  t += name + ":\n" + (described ? "\t.cfi_startproc\n" : "") + look_up (callable);
  t += "7:\tincq\t" + std::to_string (ALGOPROF_RECORD_COUNT) + "(%r11)\n";
  t += "\tmovq\t" + runtime_name ("cursor") + "@gottpoff(%rip), %r10\n\tmovq\t%r11, %fs:(%r10)\n";
  t += "\tjmp\t" + symbol + "@PLT\n" + (described ? "\t.cfi_endproc\n" : "");
  fputs (dialect (t).c_str (), asm_out_file);
}
