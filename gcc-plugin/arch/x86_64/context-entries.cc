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
  if (flag_force_indirect_call)
    return "it cannot stand beside -mforce-indirect-call";
  if (ix86_cmodel != CM_SMALL && ix86_cmodel != CM_SMALL_PIC)
    return "the code model is not small";
  return NULL;
}

/* By System V's conventions; others, and what they pass in parts, are not looked at. */
bool
has_register_arguments (gcall *call)
{
  const unsigned words = 6, numbers = 8;
  tree type = gimple_call_fntype (call);
  unsigned n = aggregate_value_p (TREE_TYPE (type), type), floating = 0;
  if (ix86_abi != SYSV_ABI || lookup_attribute ("ms_abi", TYPE_ATTRIBUTES (type)))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree t = TREE_TYPE (gimple_call_arg (call, i));
      machine_mode mode = TYPE_MODE (t);
      if (SCALAR_FLOAT_TYPE_P (t) && TARGET_SSE && (mode == SFmode || mode == DFmode))
        floating++;
      else if ((INTEGRAL_TYPE_P (t) || POINTER_TYPE_P (t)) && known_le (GET_MODE_SIZE (mode), UNITS_PER_WORD))
        n++;
      else
        return false;
    }
  return n <= words && floating <= numbers;
}

static std::string
runtime_name (const char *name)
{
  return note_runtime_name (std::string (ALGOPROF_CONTEXT ("")) + name);
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
call_runtime (const char *name)
{
  return "\tcall\t*" + runtime_name (name) + "@GOTPCREL(%rip)\n";
}

/* For the runtime, which finds it by where it returns to. */
static std::string
distance (const std::string &callable)
{
  return "\t.long\t" + callable + " - .\n";
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

/* Where the slot is given.  A public one has the same place for calls that put the cursor back. */
static std::string
labels_by_slot (const context_entry &e)
{
  std::string t = label (e.with_slot, e.is_public) + (e.is_public ? label (e.with_slot + ".kept", true) : "");
  for (const std::string &other : e.others)
    t += label (other, true) + label (other + ".kept", true);
  return t;
}

/* GCC prints it without asking if there is a file, as a function that it made itself for a loop has none. */
static location_t
place_of_text (void)
{
  location_t place = DECL_SOURCE_LOCATION (current_function_decl);
  return expand_location (place).file ? place : BUILTINS_LOCATION;
}

/* What is not the way of most calls comes first, and they take no jump.  Where the carry is set, the slot is the
   cursor. */
static rtx
text_of_entry (const context_entry &e)
{
  std::string t = "\n";
  if (e.by_cursor)
    t += "\tstc\n8:\tleaq\t" + e.callable + "(%rip), %r11\n" + call_runtime ("record") + "\tjmp\t7f\n";
  else if (!e.with_slot.empty ())
    t += "8:" + call_runtime ("first") + "\tjmp\t7f\n" + distance (e.callable);
  if (!e.with_slot.empty ())
    t += labels_by_slot (e) + look_up ("8b") + "7:\tmovq\t%r11, %r10\n";
  if (!e.with_slot.empty ())
    t += (e.align_record ? "\t.p2align\t6\n" : "") + label (e.with_record, false) + "\tincq\t"
         + std::to_string (ALGOPROF_RECORD_COUNT) + "(%r10)\n";
  t += e.code + ":";
  rtx text = gen_rtx_ASM_INPUT_loc (VOIDmode, ggc_strdup (dialect (t).c_str ()), place_of_text ());
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
described (const std::string &text)
{
  bool frames = are_frames_described ();
  return (frames ? "\t.cfi_startproc\n" : "") + text + (frames ? "\t.cfi_endproc\n" : "");
}

static std::string
hidden_weak (const std::string &name)
{
  return "\t.weak\t" + name + "\n\t.hidden\t" + name + "\n";
}

/* Where the linker keeps no other, both names mean it: traced code tells by them. */
static std::string
foreign_name (const context_outside &e)
{
  return e.name + ".foreign";
}

/* A word of the stack keeps what the cursor was until the function is back. */
static std::string
keep_and_call (const std::string &keep, const std::string &call)
{
  return keep + call + "\tpopq\t%r11\n" + describe_depth (-1) + "\tjmp\t*" + runtime_name ("restore")
         + "@GOTPCREL(%rip)\n";
}

static std::string
outside_text (const context_outside &e)
{
  std::string name = e.name + (e.keeps ? ".kept" : ""), t;
  if (e.is_public)
    t = hidden_weak (name);
  if (e.is_public && !e.keeps)
    t += hidden_weak (foreign_name (e)) + foreign_name (e) + ":\n";
  t += name + ":\n";
  if (e.keeps)
    t += keep_and_call ("\tpushq\t%rax\n" + describe_depth (1) + call_runtime ("outside"),
                        "\tcall\t" + quoted_symbol (e.symbol) + "@PLT\n");
  else
    t += call_runtime ("through") + "\tjmp.d32\t" + quoted_symbol (e.symbol) + "@PLT\n";      /* 5 bytes, as `through' expects */
  return t + distance (e.callable);
}

/* Nobody's frame: who walks the stack does not tell of it (librt-sample/callers/cfi.c). */
static std::string
described_between (const std::string &text)
{
  return described ((are_frames_described () ? "\t.cfi_undefined\t%r11\n" : "") + text);
}

/* As functions are, so that the linker may drop the same.  Tables of some of them together are smaller, but unwinders
   read them from the begin. */
void
write_outside_entries (const std::vector<context_outside> &list)
{
  const unsigned together = 16;
  std::string apart, text;
  unsigned n = 0;
  for (const context_outside &e : list)
    {
      std::string name = e.name + (e.keeps ? ".kept" : "");
      if (flag_function_sections && e.is_public)
        apart += "\t.section\t.text." + name + ",\"axG\",@progbits," + name + ".outside,comdat\n"
                 + described_between (outside_text (e));
      else
        text += outside_text (e);
      if (!text.empty () && (++n == together || &e == &list.back ()))
        {
          apart += "\t.text\n" + described_between (text);
          text.clear ();
          n = 0;
        }
    }
  fputs (dialect (apart).c_str (), asm_out_file);
}

/* Has the linker found the function's own entry?  Then goes to `there'. */
static std::string
if_own (const context_outside &e, const std::string &there)
{
  return "\tpushq\t%rax\n" + describe_depth (1) + "\tpushq\t%rcx\n" + describe_depth (1)
         + "\tleaq\t" + quoted_symbol (e.name) + "(%rip), %rax\n\tleaq\t" + quoted_symbol (foreign_name (e))
         + "(%rip), %rcx\n\tcmpq\t%rax, %rcx\n"
         "\tpopq\t%rcx\n" + describe_depth (-1) + "\tpopq\t%rax\n" + describe_depth (-1) + "\tjne\t" + there + "\n";
}

/* A mirror finds its record by the cursor.  Where the function's own entry is known, that is the slot; the function
   itself takes the slot there.  Else a record of the outside lies between, as it does where nothing is traced. */
void
write_traced_outside_entry (const std::string &name, const context_outside &e)
{
  std::string at_slot = "5:\tcmpq\t" + quoted_symbol (e.symbol) + "@GOTPCREL(%rip), %r11\n\tje\t"
                        + quoted_symbol (e.name) + "\n"
                        "\tpushq\t%rax\n" + describe_depth (1) + "\tmovq\t" + runtime_name ("cursor")
                        + "@gottpoff(%rip), %rax\n\tmovq\t%r10, %fs:(%rax)\n\tpopq\t%rax\n" + describe_depth (-1)
                        + "\tjmp\t*%r11\n";
  std::string outside = "\tpushq\t%r11\n" + describe_depth (1) + look_up ("8f") + count_and_set_cursor ()
                        + "\tpopq\t%r11\n" + describe_depth (-1) + "\tjmp\t*%r11\n" + describe_depth (1)
                        + find (e.callable, "7b") + describe_depth (-1);
  std::string t = e.own ? at_slot : e.is_public ? if_own (e, "5f") + outside + at_slot : outside;
  fputs (dialect ("\t.text\n" + name + ":\n" + described (t)).c_str (), asm_out_file);
}

void
write_keeping_entry (const std::string &name, const std::string &called)
{
  std::string keep = "\tpushq\t%rax\n" + describe_depth (1) + "\tmovq\t" + runtime_name ("cursor")
                     + "@gottpoff(%rip), %rax\n\tmovq\t%fs:(%rax), %rax\n\txchgq\t%rax, (%rsp)\n";
  std::string text = described_between (keep_and_call (keep, "\tcall\t" + quoted_symbol (called) + "\n"));
  fputs (dialect ("\t.text\n" + name + ":\n" + text).c_str (), asm_out_file);
}
