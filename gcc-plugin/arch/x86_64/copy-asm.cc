/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arch/x86_64/copy-asm.h"
#include "copy/liveness.h"
#include <algoprof/rt_abi.h>

rtx_insn *
put_asm (rtx_insn *before, const std::string &text, const std::vector<asm_input> &inputs,
         const std::vector<rtx_code_label *> &labels)
{
  rtvec in = rtvec_alloc (inputs.size ()), constraints = rtvec_alloc (inputs.size ()),
    to = rtvec_alloc (labels.size ());
  for (size_t i = 0; i < inputs.size (); i++)
    {
      machine_mode mode = GET_MODE (inputs[i].value) == VOIDmode ? Pmode : GET_MODE (inputs[i].value);
      RTVEC_ELT (in, i) = copy_rtx (inputs[i].value);
      RTVEC_ELT (constraints, i) = gen_rtx_ASM_INPUT_loc (mode, inputs[i].constraint, UNKNOWN_LOCATION);
    }
  for (size_t i = 0; i < labels.size (); i++)
    {
      RTVEC_ELT (to, i) = gen_rtx_LABEL_REF (Pmode, labels[i]);
      LABEL_NUSES (labels[i])++;
    }
  rtx statement = gen_rtx_ASM_OPERANDS (VOIDmode, ggc_strdup (text.c_str ()), "", 0, in, constraints, to,
                                        UNKNOWN_LOCATION);
  MEM_VOLATILE_P (statement) = 1;
  rtx flags = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, FLAGS_REG));
  rtx pattern = gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, statement, flags));
  rtx_insn *insn;
  if (labels.empty ())
    insn = before ? emit_insn_before_noloc (pattern, before, NULL) : emit_insn (pattern);
  else
    {
      insn = before ? emit_jump_insn_before_noloc (pattern, before) : emit_jump_insn (pattern);
      JUMP_LABEL (insn) = labels[0];
    }
  return insn;
}

std::string
site_name (const_rtx address)
{
  if (GET_CODE (address) == SYMBOL_REF)
    return XSTR (address, 0);
  if (GET_CODE (address) == CONST && GET_CODE (XEXP (address, 0)) == PLUS
      && GET_CODE (XEXP (XEXP (address, 0), 0)) == SYMBOL_REF && CONST_INT_P (XEXP (XEXP (address, 0), 1)))
    return std::string (XSTR (XEXP (XEXP (address, 0), 0), 0)) + "+" + std::to_string (INTVAL (XEXP (XEXP (address, 0), 1)));
  return "";
}

std::string
register_text (unsigned regno)
{
  static const std::map<unsigned, const char *> names
    = { { AX_REG, "rax" }, { DX_REG, "rdx" }, { CX_REG, "rcx" }, { SI_REG, "rsi" }, { DI_REG, "rdi" },
        { BX_REG, "rbx" }, { BP_REG, "rbp" }, { SP_REG, "rsp" }, { R8_REG, "r8" }, { R9_REG, "r9" },
        { R10_REG, "r10" }, { R11_REG, "r11" }, { R12_REG, "r12" }, { R13_REG, "r13" }, { R14_REG, "r14" },
        { R15_REG, "r15" } };
  std::string name = names.at (regno);
  return (ix86_asm_dialect == ASM_INTEL ? "" : "%%") + name;
}

int
find_free_register (const rtx_insn *insn, const std::vector<unsigned> &taken)
{
  for (unsigned r : { R11_REG, R10_REG, R9_REG, R8_REG, AX_REG })
    if (std::find (taken.begin (), taken.end (), r) == taken.end () && !is_live_before (insn, r))
      return r;
  return -1;
}

HOST_WIDE_INT
red_zone (void)
{
  return cfun->machine->frame.red_zone_size > 0 ? 128 : 0;
}

static std::string
move_stack (HOST_WIDE_INT by)
{
  std::string n = std::to_string (by);
  return by ? "lea{q}\t{" + n + "(%%rsp), %%rsp|rsp, [rsp+" + n + "]}\n\t" : "";
}

std::string
stack_down (void)
{
  return move_stack (-red_zone ());
}

std::string
stack_up (unsigned words)
{
  return move_stack (red_zone () + 8 * words);
}

std::string
push_address (const std::string &address, const rtx_insn *like)
{
  int free = like ? find_free_register (like) : -1;
  std::string r = register_text (free < 0 ? R11_REG : free);
  if (free >= 0)
    return "lea{q}\t{" + address + ", " + r + "|" + r + ", " + address + "}\n\tpush{q}\t" + r + "\n\t";
  return "push{q}\t" + r + "\n\tlea{q}\t{" + address + ", " + r + "|" + r + ", " + address + "}\n\txchg{q}\t{" + r
         + ", (%%rsp)|[rsp], " + r + "}\n\t";
}

std::string
call_entry (const char *name)
{
  std::string entry = std::string (ALGOPROF_RT ("")) + name + "@GOTPCREL";
  return "call\t{*" + entry + "(%%rip)|[QWORD PTR " + entry + "[rip]]}\n\t";
}

void
put_opaque (const char *name)
{
  std::string label = string_label (name);
  std::string r = register_text (R11_REG);
  put_asm (NULL, stack_down () + "push{q}\t" + r + "\n\tlea{q}\t{" + label + "(%%rip), " + r + "|" + r + ", " + label
           + "[rip]}\n\txchg{q}\t{" + r + ", (%%rsp)|[rsp], " + r + "}\n\t" + call_entry ("opaque") + stack_up (1), {});
}

static std::map<std::string, unsigned> strings;

std::string
string_label (const std::string &s)
{
  unsigned number = strings.insert ({ s, strings.size () }).first->second;
  return ".Lalgoprof_s" + std::to_string (number);
}

void
write_strings (void)
{
  if (strings.empty ())
    return;
  fputs ("\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n", asm_out_file);
  for (const auto &s : strings)
    {
      fprintf (asm_out_file, ".Lalgoprof_s%u:\n", s.second);
      ASM_OUTPUT_ASCII (asm_out_file, s.first.c_str (), s.first.size () + 1);
    }
}
