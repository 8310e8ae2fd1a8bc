/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "insn/list-accesses.h"
#include "arch/machine.h"
#include "site/runtime-calls.h"
#include "site/site.h"
#include "insn/liveness.h"
#include "insn/callee-of-call.h"

/* ---- what is the program's memory */

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

static bool
has_unspec (const_rtx x)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, x, ALL)
    if (GET_CODE (*iter) == UNSPEC)
      return true;
  return false;
}

/* A variable of -fprofile-generate's: not the program's memory. */
static bool
is_profile_counter (tree base)
{
  return VAR_P (base) && DECL_NAME (base)
         && !strncmp (IDENTIFIER_POINTER (DECL_NAME (base)), "__gcov", 6);
}

bool
is_memory (tree base)
{
  if (TREE_CODE (base) == SSA_NAME || (CONSTANT_CLASS_P (base) && TREE_CODE (base) != STRING_CST))
    return false;
  if (!DECL_P (base))
    return true;
  if ((VAR_P (base) && DECL_HARD_REGISTER (base)) || is_profile_counter (base))
    return false;
  /* May be returned in registers, and then has no address. */
  if (TREE_CODE (base) == RESULT_DECL)
    return TREE_ADDRESSABLE (base) || DECL_BY_REFERENCE (base);
  return is_global_var (base) || TREE_ADDRESSABLE (base) || AGGREGATE_TYPE_P (TREE_TYPE (base))
         || DECL_BY_REFERENCE (base);
}

bool
is_address_known (const_rtx mem)
{
  return ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (mem)) || is_thread_space (MEM_ADDR_SPACE (mem));
}

bool
is_thread_local (const_rtx mem)
{
  tree base = MEM_EXPR (mem) ? get_base_address (MEM_EXPR (mem)) : NULL_TREE;
  return is_thread_space (MEM_ADDR_SPACE (mem))
         && ((base && VAR_P (base) && DECL_THREAD_LOCAL_P (base)) || has_unspec (XEXP (mem, 0)));
}

static bool
names_counter (const_rtx address)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, address, ALL)
    if (GET_CODE (*iter) == SYMBOL_REF && SYMBOL_REF_DECL (*iter) && is_profile_counter (SYMBOL_REF_DECL (*iter)))
      return true;
  return false;
}

/* Counters of -fprofile-generate's, and a sanitizer's notes. */
static bool
is_of_tools (const_rtx mem)
{
  return names_counter (XEXP (mem, 0)) || (asan_shadow_set > 0 && MEM_ALIAS_SET (mem) == asan_shadow_set);
}

/* Atomic counters, whose address was just put in a register: without optimisation. */
static bool
is_counter_by_register (rtx_insn *insn, const_rtx mem)
{
  const_rtx base = XEXP (mem, 0);
  if (!profile_arc_flag || !REG_P (base))
    return false;
  do
    insn = prev_nonnote_nondebug_insn (insn);
  while (insn && NONJUMP_INSN_P (insn) && !reg_set_p (base, insn));
  rtx set = insn && NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  return set && names_counter (SET_SRC (set));
}

bool
is_traced_memory (const_rtx mem)
{
  rtx address = XEXP (mem, 0);
  if (is_of_tools (mem))
    return false;
  tree expr = MEM_EXPR (mem);
  if (expr && is_runtime_type (TREE_TYPE (expr)))
    return false;
  if (GET_CODE (address) == SCRATCH || GET_RTX_CLASS (GET_CODE (address)) == RTX_AUTOINC
      || (!ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (mem)) && !is_thread_local (mem) && !expr))
    return false;
  if (!expr)
    return !is_of_frame (address) && !MEM_READONLY_P (mem);
  if (expr == get_spill_slot_decl (false))
    return false;
  tree base = get_base_address (expr);
  /* Of a frame that is aligned anew, parameters are found by another register. */
  bool of_frame = is_of_frame (address) || (base && TREE_CODE (base) == PARM_DECL);
  return !base || (of_frame ? is_memory (base) : !is_profile_counter (base));
}

static void
note_memory (rtx *where, void *list)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, *where, ALL)
    if (MEM_P (*iter) && is_traced_memory (*iter))
      ((std::vector<memory_access> *) list)->push_back ({ const_cast<rtx> (*iter), false, false });
}

static void
note_written (rtx where, const_rtx set, void *list)
{
  while (GET_CODE (where) == SUBREG || GET_CODE (where) == STRICT_LOW_PART || GET_CODE (where) == ZERO_EXTRACT)
    where = XEXP (where, 0);
  if (MEM_P (where) && GET_CODE (set) == SET && is_traced_memory (where))
    ((std::vector<memory_access> *) list)->push_back ({ where, true, false });
}

/* An atomic store is an exchange for what nobody looks at. */
static bool
is_store_by_exchange (rtx_insn *insn)
{
  rtx result = result_of_exchange (PATTERN (insn));
  rtx_insn *next = next_nonnote_nondebug_insn (insn);
  return result && (find_reg_note (insn, REG_UNUSED, result) || (next && !is_live_before (next, REGNO (result))));
}

/* No instruction changes a vector in memory: where GCC has it read and written, a part is written. */
static void
drop_unread (rtx_insn *insn, std::vector<memory_access> *list)
{
  rtx set = single_set (insn), to = set ? SET_DEST (set) : NULL_RTX;
  if (to && MEM_P (to) && VECTOR_MODE_P (GET_MODE (to)) && recog_memoized (insn) >= 0)
    list->erase (std::remove_if (list->begin (), list->end (),
                                 [&] (const memory_access &a) { return !a.write && rtx_equal_p (a.mem, to); }),
                 list->end ());
}

std::vector<memory_access>
list_accesses (rtx_insn *insn)
{
  std::vector<memory_access> list;
  rtx called = CALL_P (insn) ? memory_called (insn) : NULL_RTX;
  if (called && is_traced_memory (called))
    list.push_back ({ called, false, false });
  if (computed_jump_p (insn))
    note_uses (&PATTERN (insn), note_memory, &list);    /* the program's own table */
  rtx statement = NONJUMP_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL_RTX;
  if (!NONJUMP_INSN_P (insn) || (statement && is_own (statement)) || RTX_FRAME_RELATED_P (insn)
      || !contains_mem_rtx_p (PATTERN (insn)) || is_of_stack_guard (PATTERN (insn)))
    return list;
  if (!is_store_by_exchange (insn))
    note_uses (&PATTERN (insn), note_memory, &list);
  note_stores (insn, note_written, &list);
  list.erase (std::remove_if (list.begin (), list.end (),
                              [&] (const memory_access &a) { return is_counter_by_register (insn, a.mem); }),
              list.end ());
  drop_unread (insn, &list);
  for (memory_access &a : list)
    a.mem = memory_accessed (insn, a.mem);
  bool masked = is_masked (PATTERN (insn));
  for (memory_access &a : list)
    a.partial = masked || !is_address_known (a.mem);
  return list;
}
