/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirror-access.h"
#include "emit.h"
#include "liveness.h"
#include "mirror-asm.h"
#include "trace.h"
#include <algoprof/rt_abi.h>

struct told
{
  rtx mem;
  bool write;
};

static bool
is_of_frame (const_rtx address)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, address, ALL)
    if (REG_P (*iter) && (REGNO (*iter) == STACK_POINTER_REGNUM
                          || (REGNO (*iter) == HARD_FRAME_POINTER_REGNUM && frame_pointer_needed)))
      return true;
  return false;
}

/* Is it memory of the program's? */
static bool
is_traced_memory (const_rtx mem)
{
  rtx address = XEXP (mem, 0);
  if (GET_CODE (address) == SCRATCH || GET_RTX_CLASS (GET_CODE (address)) == RTX_AUTOINC
      || !ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (mem)))
    return false;
  tree expr = MEM_EXPR (mem);
  if (!expr)
    return !is_of_frame (address) && !(MEM_READONLY_P (mem) && CONSTANT_P (address));
  if (expr == get_spill_slot_decl (false))
    return false;
  tree base = get_base_address (expr);
  /* Through the address that the caller gave. */
  if (base && TREE_CODE (base) == RESULT_DECL && aggregate_value_p (base, current_function_decl))
    return true;
  return !base || is_memory (base);
}

static void
note_memory (rtx *where, void *list)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, *where, ALL)
    if (MEM_P (*iter) && is_traced_memory (*iter))
      ((std::vector<told> *) list)->push_back ({ const_cast<rtx> (*iter), false });
}

static void
note_written (rtx where, const_rtx, void *list)
{
  while (GET_CODE (where) == SUBREG || GET_CODE (where) == STRICT_LOW_PART || GET_CODE (where) == ZERO_EXTRACT)
    where = XEXP (where, 0);
  if (MEM_P (where) && is_traced_memory (where))
    ((std::vector<told> *) list)->push_back ({ where, true });
}

static const char *
entry_for (HOST_WIDE_INT size)
{
  switch (size)
    {
    case 1: return "1";
    case 2: return "2";
    case 4: return "4";
    case 8: return "8";
    case 16: return "16";
    default: return NULL;
    }
}

/* The address into %r10, which is free. */
static std::string
bring_address (const_rtx mem)
{
  bool thread = false;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, XEXP (mem, 0), ALL)
    if (GET_CODE (*iter) == UNSPEC && XINT (*iter, 1) == UNSPEC_TP)
      thread = true;
  if (thread)
    return "mov{q}\t{%%fs:0, %%r10|r10, QWORD PTR fs:0}\n\t";
  return "lea{q}\t{%a0, %%r10|r10, %a0}\n\t";
}

static void
put_access (rtx_insn *before, const rtx_insn *original, const told &a)
{
  HOST_WIDE_INT size = MEM_SIZE_KNOWN_P (a.mem) ? MEM_SIZE (a.mem).to_constant () : 0;
  const char *entry = entry_for (size);
  bool flags = is_live_before (original, FLAGS_REG);
  std::vector<unsigned> changed = { R8_REG, R9_REG, R10_REG, R11_REG };
  std::string down, up;
  if (flags)
    {
      down = "pushf{q}\n\t";
      up = "popf{q}\n\t";
    }
  if (!entry)
    changed.push_back (AX_REG);
  for (unsigned r : changed)
    if (is_live_before (original, r))
      {
        down += "push{q}\t" + register_text (r) + "\n\t";
        up = "pop{q}\t" + register_text (r) + "\n\t" + up;
      }
  std::string name = entry ? std::string (a.write ? "write" : "read") + entry : "access";
  std::string second = entry ? "" : "mov{l}\t{$" + std::to_string (size | (a.write ? ALGOPROF_WRITE : 0)) + ", %%eax|eax, "
    + std::to_string (size | (a.write ? ALGOPROF_WRITE : 0)) + "}\n\t";
  std::string text = "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\t" + down + second
    + "call\t{*" ALGOPROF_RT ("") + name + "@GOTPCREL(%%rip)|[QWORD PTR " ALGOPROF_RT ("") + name + "@GOTPCREL[rip]]}\n\t"
    + up + "lea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}";
  /* While the stack pointer is where the instruction has it, the address is computed; what it may
     change is saved below it first. */
  std::string before_text;
  if (is_live_before (original, R10_REG))
    {
      /* Kept in the red zone's place: below it. */
      size_t at = text.find (down) + down.size ();
      HOST_WIDE_INT moved = 128 + 8 * (HOST_WIDE_INT) std::count (down.begin (), down.end (), '\n');
      rtx address = XEXP (a.mem, 0);
      if (is_of_frame (address))
        address = simplify_replace_rtx (address, stack_pointer_rtx, plus_constant (Pmode, stack_pointer_rtx, moved));
      text.insert (at, bring_address (a.mem));
      put_asm (before, text, { { "p", address } });
      return;
    }
  put_asm (before, bring_address (a.mem) + text, { { "p", XEXP (a.mem, 0) } });
}

void
trace_insn (rtx_insn *copy, const rtx_insn *original)
{
  if (!contains_mem_rtx_p (PATTERN (copy)) || RTX_FRAME_RELATED_P (copy))
    return;
  std::vector<told> list;
  note_uses (&PATTERN (copy), note_memory, &list);
  note_stores (copy, note_written, &list);
  for (const told &a : list)
    put_access (copy, original, a);
}
