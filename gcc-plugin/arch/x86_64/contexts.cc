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

/* The slot of a call that sets the cursor: to %r10. */
static std::string
take_cursor (void)
{
  return "\tmovq\t" + runtime_name ("cursor") + "@gottpoff(%rip), %r10\n\tmovq\t%fs:(%r10), %r10\n";
}

/* %r10 is the slot: at 7, where it goes on, the record is in %r11.  At 8 the runtime finds it, also if the slot holds another
   function's. */
static std::string
look_up (const char *at_8)
{
  return std::string ("\tmovq\t(%r10), %r11\n\ttestq\t%r11, %r11\n\tje\t") + at_8 + "\n";
}

static std::string
find (const std::string &callable, const char *at_7)
{
  return "8:\tleaq\t" + callable + "(%rip), %r11\n\tcall\t*" + runtime_name ("new") + "@GOTPCREL(%rip)\n\tjmp\t" + at_7
         + "\n";
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

/* What is not the way of most calls comes first, and they take no jump. */
static rtx
text_of_entry (const context_entry &e)
{
  std::string t = "\n";
  t += (e.by_cursor ? take_cursor () : "\tjmp\t9f\n") + find (e.callable, "7f");
  t += label (e.with_slot, e.is_public) + "9:" + look_up ("8b") + "7:\tmovq\t%r11, %r10\n";
  t += (e.align_record ? "\t.p2align\t6\n" : "") + label (e.with_record, false);
  t += "\tincq\t" + std::to_string (ALGOPROF_RECORD_COUNT) + "(%r10)\n" + e.code + ":";
  rtx text = gen_rtx_ASM_INPUT_loc (VOIDmode, ggc_strdup (dialect (t).c_str ()), DECL_SOURCE_LOCATION (current_function_decl));
  MEM_VOLATILE_P (text) = 1;
  return text;
}

void
put_context_entry (const context_entry &e)
{
  emit_insn_after_noloc (text_of_entry (e), last_of_head (), NULL);
}

void
append_context_entry (const context_entry &e)
{
  emit_insn (text_of_entry (e));
}

static bool
are_frames_described (void)
{
  return dwarf2out_do_frame () && dwarf2out_do_cfi_asm ();
}

/* The words that the stack holds besides. */
static std::string
describe_depth (int words)
{
  return are_frames_described () ? "\t.cfi_adjust_cfa_offset\t" + std::to_string (8 * words) + "\n" : "";
}

/* The record is in %r11. */
static std::string
count_and_set_cursor (void)
{
  return "7:\tincq\t" + std::to_string (ALGOPROF_RECORD_COUNT) + "(%r11)\n"
         "\tmovq\t" + runtime_name ("cursor") + "@gottpoff(%rip), %r10\n\tmovq\t%r11, %fs:(%r10)\n";
}

static std::string
described (const std::string &name, const std::string &text)
{
  bool frames = are_frames_described ();
  return name + ":\n" + (frames ? "\t.cfi_startproc\n" : "") + text + (frames ? "\t.cfi_endproc\n" : "");
}

/* Where the linker keeps no other, both names mean it: traced code tells by them. */
static std::string
foreign_name (const context_outside &e)
{
  return e.name + ".foreign";
}

static std::string
hidden_weak (const std::string &name)
{
  return "\t.weak\t" + name + "\n\t.hidden\t" + name + "\n";
}

void
write_outside_entry (const context_outside &e)
{
  std::string t = "\t.text\n";
  if (e.is_public)
    t = "\t.section\t.text." + e.name + ",\"axG\",@progbits," + e.name + ".outside,comdat\n" + hidden_weak (e.name)
        + hidden_weak (foreign_name (e)) + foreign_name (e) + ":\n";
  t += described (e.name, look_up ("8f") + count_and_set_cursor () + "\tjmp\t" + e.symbol + "@PLT\n" + find (e.callable, "7b"));
  fputs (dialect (t).c_str (), asm_out_file);
}

/* Has the linker found the function's own entry?  Then goes to `there'. */
static std::string
if_own (const context_outside &e, const std::string &there)
{
  return "\tpushq\t%rax\n" + describe_depth (1) + "\tpushq\t%rcx\n" + describe_depth (1)
         + "\tleaq\t" + e.name + "(%rip), %rax\n\tleaq\t" + foreign_name (e) + "(%rip), %rcx\n\tcmpq\t%rax, %rcx\n"
         "\tpopq\t%rcx\n" + describe_depth (-1) + "\tpopq\t%rax\n" + describe_depth (-1) + "\tjne\t" + there + "\n";
}

/* A mirror finds its record by the cursor.  Where the function's own entry is known, that is the slot; the function
   itself takes the slot there.  Else a record of the outside lies between, as it does where nothing is traced. */
void
write_traced_outside_entry (const std::string &name, const context_outside &e)
{
  std::string at_slot = "5:\tcmpq\t" + e.symbol + "@GOTPCREL(%rip), %r11\n\tje\t" + e.name + "\n"
                        "\tpushq\t%rax\n" + describe_depth (1) + "\tmovq\t" + runtime_name ("cursor")
                        + "@gottpoff(%rip), %rax\n\tmovq\t%r10, %fs:(%rax)\n\tpopq\t%rax\n" + describe_depth (-1)
                        + "\tjmp\t*%r11\n";
  std::string outside = "\tpushq\t%r11\n" + describe_depth (1) + look_up ("8f") + count_and_set_cursor ()
                        + "\tpopq\t%r11\n" + describe_depth (-1) + "\tjmp\t*%r11\n" + describe_depth (1)
                        + find (e.callable, "7b") + describe_depth (-1);
  std::string t = e.own ? at_slot : e.is_public ? if_own (e, "5f") + outside + at_slot : outside;
  fputs (dialect ("\t.text\n" + described (name, t)).c_str (), asm_out_file);
}
