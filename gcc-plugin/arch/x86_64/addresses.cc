/* SPDX-License-Identifier: GPL-3.0-or-later
 * What addresses are made of, and how far symbols may be. */
#include "arch/x86_64/syntax.h"

/* Is it computed in 32 bits (addr32)? */
static bool
is_narrow (const_rtx address)
{
  return GET_CODE (address) == ZERO_EXTEND || GET_CODE (address) == AND;
}

bool
decompose_address (rtx address, machine_address *a)
{
  struct ix86_address parts;
  if (!ix86_decompose_address (address, &parts) || (parts.base && !REG_P (parts.base))
      || (parts.index && !REG_P (parts.index)) || (parts.disp && !CONSTANT_P (parts.disp)))
    return false;               /* a gather's, for one */
  *a = { parts.base, parts.index, parts.disp, parts.index ? (int) parts.scale : 0, is_narrow (address) };
  return true;
}

bool
is_thread_space (addr_space_t space)
{
  return space == ADDR_SPACE_SEG_FS;
}

bool
are_symbols_far (void)
{
  return ix86_cmodel == CM_LARGE || ix86_cmodel == CM_LARGE_PIC;
}

bool
are_calls_indirect (void)
{
  return are_symbols_far () || flag_force_indirect_call;
}

bool
has_parts_of_table (void)
{
  return ix86_cmodel == CM_LARGE_PIC;
}

bool
is_part_of_table (const_rtx pattern)
{
  if (!has_parts_of_table () || GET_CODE (pattern) != SET || GET_CODE (SET_SRC (pattern)) != UNSPEC)
    return false;
  int which = XINT (SET_SRC (pattern), 1);
  return which == UNSPEC_SET_RIP || which == UNSPEC_SET_GOT_OFFSET;
}

rtx
symbol_called (rtx address)
{
  if (MEM_P (address) && GET_CODE (XEXP (address, 0)) == CONST)
    {
      rtx inner = XEXP (XEXP (address, 0), 0);
      if (GET_CODE (inner) == UNSPEC && XINT (inner, 1) == UNSPEC_GOTPCREL)
        address = XVECEXP (inner, 0, 0);
    }
  return GET_CODE (address) == SYMBOL_REF ? address : NULL_RTX;
}

asm_code
load_access_address (const_rtx mem, HOST_WIDE_INT offset, bool of_thread, rtx *operand)
{
  std::string r = register_name (address_register ());
  asm_code load = load_address (address_register (), address_operand (0));
  *operand = XEXP (mem, 0);
  if (offset && is_narrow (*operand))
    return load + load_address (address_register (), memory (r, offset, ""));
  if (offset)
    *operand = plus_constant (Pmode, *operand, offset);
  /* Of 64 bits, which only a movabs has. */
  if (are_symbols_far () && CONSTANT_P (*operand) && !of_thread)
    return "movabs{q}\t{$%p0, %%r10|r10, OFFSET FLAT:%p0}";
  if (of_thread)
    load += "add{q}\t{%%fs:0, %%r10|r10, QWORD PTR fs:0}";
  return load;
}
