/* SPDX-License-Identifier: GPL-3.0-or-later
 * Code and references that are written to the assembler's file at the unit's end. */
#include "arch/x86_64/syntax.h"

static std::set<std::string> runtime_names;

std::string
note_runtime_name (const std::string &symbol)
{
  runtime_names.insert (symbol);
  return symbol;
}

void
write_weak_names (void)
{
  for (const std::string &name : runtime_names)
    fprintf (asm_out_file, "\t.weak\t%s\n", name.c_str ());
}

static void
begin_code (void)
{
  if (ix86_asm_dialect == ASM_INTEL)
    fputs ("\t.att_syntax\n", asm_out_file);
}

static void
end_code (void)
{
  if (ix86_asm_dialect == ASM_INTEL)
    fputs ("\t.intel_syntax noprefix\n", asm_out_file);
}

void
write_thunk_code (const char *label, const thunk_shape &t, const std::function<void (void)> &write_name)
{
  const char *self = t.result_in_memory ? "%rsi" : "%rdi";
  begin_code ();
  fprintf (asm_out_file, "%s:\n", label);
  if (flag_cf_protection & CF_BRANCH)
    fputs ("\tendbr64\n", asm_out_file);
  fprintf (asm_out_file, "\taddq\t$%ld, %s\n", (long) t.fixed_offset, self);
  if (t.vcall_offset)
    fprintf (asm_out_file, "\tmovq\t(%s), %%r10\n\taddq\t%ld(%%r10), %s\n", self, (long) t.vcall_offset, self);
  fputs ("\tjmp\t", asm_out_file);
  write_name ();
  fputs ("\n", asm_out_file);
  end_code ();
}

/* The linker resolves it everywhere, in a library of code that is no PIC too. */
void
write_distance_of_call (const char *name)
{
  fputs ("\t.reloc\t., R_X86_64_PLT32, ", asm_out_file);
  assemble_name (asm_out_file, name);
  fputs ("\n\t.long\t0\n", asm_out_file);
}

void
write_bare_reference (const char *symbol)
{
  fprintf (asm_out_file, "\t.reloc\t0, R_X86_64_NONE, %s\n", symbol);
}

void
write_notifier_code (const char *name, const char *called)
{
  begin_code ();
  fprintf (asm_out_file, "%s:\n\tendbr64\n"
           "\tleaq\t%s(%%rip), %%rdi\n"
           "\tmovq\t%s@GOTPCREL(%%rip), %%rax\n"
           "\ttestq\t%%rax, %%rax\n\tje\t1f\n\tjmp\t*%%rax\n1:\tret\n", name, name, called);
  end_code ();
}
