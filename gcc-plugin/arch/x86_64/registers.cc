/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which registers there are, and what the runtime's entry points and C's calling convention use them for. */
#include "arch/machine.h"
#include <algoprof/arch/x86_64.h>

const char address_constraint[] = "p", number_constraint[] = "e", value_constraint[] = "er";
const char below_constraint[] = "=@ccs";
const char first_constraint[] = "D", second_constraint[] = "S", result_constraint[] = "=a",
           register_constraint[] = "r";

const char *
why_not_supported (void)
{
  return TARGET_64BIT && !TARGET_X32 && !TARGET_CODE16 ? NULL : "only x86-64 with 64-bit pointers is supported";
}

const char *
why_registers_missing (void)
{
  static const struct { int number; const char *why; } needed[] = {
    { AX_REG, "register rax is reserved, which the trace needs" },
    { DX_REG, "register rdx is reserved, which the trace needs" },
    { CX_REG, "register rcx is reserved, which the trace needs" },
    { SI_REG, "register rsi is reserved, which the trace needs" },
    { DI_REG, "register rdi is reserved, which the trace needs" },
  };
  for (const auto &r : needed)
    if (fixed_regs[r.number])
      return r.why;
  return NULL;
}

unsigned
flags_register (void)
{
  return FLAGS_REG;
}

rtx
flags_clobber (void)
{
  return gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, FLAGS_REG));
}

/* The runtime saves sixteen; with -mapxf there are more. */
bool
is_general_register (unsigned regno)
{
  return LEGACY_INT_REGNO_P (regno) || REX_INT_REGNO_P (regno);
}

/* GCC's order of the first eight is DWARF's, its numbers of the others are not. */
unsigned
dwarf_number (unsigned regno)
{
  return regno < 8 ? regno : regno - R8_REG + 8;
}

const std::vector<unsigned> &
changeable_registers (void)
{
  static const std::vector<unsigned> list = { AX_REG, DX_REG, CX_REG, SI_REG, DI_REG, R8_REG, R9_REG, R10_REG,
                                              R11_REG, FLAGS_REG };
  return list;
}

const std::vector<unsigned> &
scratch_registers (void)
{
  static const std::vector<unsigned> list = { R11_REG, R10_REG, R9_REG, R8_REG, AX_REG };
  return list;
}

unsigned
call_register (void)
{
  return R11_REG;
}

bool
keeps_all_registers (void)
{
  return saves_all_registers (cfun) || cfun->machine->func_type != TYPE_NORMAL;
}

unsigned
address_register (void)
{
  return R10_REG;
}

unsigned
second_register (void)
{
  return AX_REG;
}

const std::vector<unsigned> &
registers_changed_by_access (void)
{
  static const std::vector<unsigned> list = { R8_REG, R9_REG, R10_REG, R11_REG };
  return list;
}

unsigned
argument_registers (void)
{
  return ALGOPROF_ARGUMENTS;
}

unsigned
vector_argument_registers (void)
{
  return SSE_REGPARM_MAX;
}

unsigned
registers_of_result (tree fndecl)
{
  return aggregate_value_p (TREE_TYPE (TREE_TYPE (fndecl)), fndecl) != 0;
}
