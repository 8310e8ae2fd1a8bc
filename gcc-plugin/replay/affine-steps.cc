/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "replay/affine-steps.h"
#include "site/runtime-calls.h"
#include "insn/list-accesses.h"
#include <algoprof/rt_abi.h>

static bool
is_among (const std::vector<unsigned> &blocks, unsigned block)
{
  return std::find (blocks.begin (), blocks.end (), block) != blocks.end ();
}

/* ---- what the instructions do */

static void
note_set (rtx where, const_rtx, void *data)
{
  loop_scan *s = (loop_scan *) data;
  while (GET_CODE (where) == SUBREG || GET_CODE (where) == STRICT_LOW_PART || GET_CODE (where) == ZERO_EXTRACT)
    where = XEXP (where, 0);
  if (REG_P (where))
    for (unsigned r = REGNO (where); r < END_REGNO (where); r++)
      s->sets[r]++;
}

/* Does it nothing but compute, read and write at addresses that can be computed? */
static bool
is_simple (const rtx_insn *insn)
{
  if (CALL_P (insn))
    return false;
  if (const_rtx statement = extract_asm_operands (PATTERN (insn)))
    return !contains_mem_rtx_p (PATTERN (insn)) && !is_own (statement)
           && !ASM_OPERANDS_LABEL_LENGTH (statement);
  if (GET_CODE (PATTERN (insn)) == ASM_INPUT)
    return false;
  if (!contains_mem_rtx_p (PATTERN (insn)))
    return true;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (MEM_P (*iter) && GET_RTX_CLASS (GET_CODE (XEXP (*iter, 0))) == RTX_AUTOINC)
      return false;
  return true;
}

/* A number, a register, or a small multiple of one, as what is added. */
static bool
read_summand (const_rtx x, affine_step *step)
{
  *step = { 1, -1 };
  if (CONST_INT_P (x))
    {
      step->by = INTVAL (x);
      return true;
    }
  if (GET_CODE (x) == MULT && CONST_INT_P (XEXP (x, 1)))
    step->by = INTVAL (XEXP (x, 1));
  else if (GET_CODE (x) == ASHIFT && CONST_INT_P (XEXP (x, 1)) && IN_RANGE (INTVAL (XEXP (x, 1)), 0, 3))
    step->by = 1 << INTVAL (XEXP (x, 1));
  const_rtx reg = GET_CODE (x) == MULT || GET_CODE (x) == ASHIFT ? XEXP (x, 0) : x;
  if (!REG_P (reg) || !is_general_register (REGNO (reg)))
    return false;
  step->times = REGNO (reg);
  return true;
}

/* The register that the instruction, which accesses no memory, adds something to, and that; or NULL. */
static rtx
added_to (const rtx_insn *insn, machine_mode mode, affine_step *step)
{
  rtx pattern = PATTERN (insn);
  int count = GET_CODE (pattern) == PARALLEL ? XVECLEN (pattern, 0) : 1;
  for (int i = 0; i < count; i++)
    {
      rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, i) : pattern;
      if (GET_CODE (set) != SET || !REG_P (SET_DEST (set)) || GET_MODE (SET_DEST (set)) != mode)
        continue;
      rtx reg = SET_DEST (set), sum = SET_SRC (set);
      bool minus = GET_CODE (sum) == MINUS;
      if (!is_general_register (REGNO (reg)) || (GET_CODE (sum) != PLUS && !minus))
        continue;
      bool second = !minus && rtx_equal_p (XEXP (sum, 1), reg);
      if ((!second && !rtx_equal_p (XEXP (sum, 0), reg)) || !read_summand (XEXP (sum, second ? 0 : 1), step))
        continue;
      if (minus)
        step->by = -(unsigned HOST_WIDE_INT) step->by;
      return reg;
    }
  return NULL_RTX;
}

static void
scan_insn (const placed_insn &here, loop_scan *s)
{
  affine_step unused;
  note_stores (here.insn, note_set, s);
  if (contains_mem_rtx_p (PATTERN (here.insn)))
    s->accessing.push_back (here);
  else if (rtx wide = added_to (here.insn, DImode, &unused))
    s->adding[REGNO (wide)] = here;
  else if (rtx half = added_to (here.insn, SImode, &unused))
    s->adding_half[REGNO (half)] = here;
  else if (rtx set = single_set (here.insn))
    if (REG_P (SET_DEST (set)) && is_general_register (REGNO (SET_DEST (set))) && GET_MODE (SET_DEST (set)) == DImode)
      s->setting[REGNO (SET_DEST (set))] = here;
}

bool
scan_insns (const affine_loop &l, loop_scan *s)
{
  rtx_insn *insn;
  unsigned n = 0;
  for (unsigned i = 0; i < l.blocks.size (); i++)
    FOR_BB_INSNS (l.blocks[i], insn)
      if (NONDEBUG_INSN_P (insn))
        {
          if (!is_simple (insn))
            return false;
          scan_insn ({ insn, { i, n++ } }, s);
        }
  return !s->sets[STACK_POINTER_REGNUM];
}

/* ---- steps */

#define MOST_TIMES 31           /* so that a byte holds sums of a few (struct algoprof_times) */

static bool
fits (HOST_WIDE_INT n)
{
  return n > INT_MIN && n <= INT_MAX;
}

static bool
fits (const affine_step &s)
{
  return s.times < 0 ? fits (s.by) : IN_RANGE (s.by, -MOST_TIMES, MOST_TIMES);
}

/* false: the sum is no such step. */
static bool
add (affine_step *sum, const affine_step &s, unsigned scale)
{
  if (s.times < 0 && !s.by)
    return true;
  if (sum->times < 0 && !sum->by)
    sum->times = s.times;
  else if (sum->times != s.times)
    return false;
  sum->by += s.by * scale;
  return fits (*sum);
}

static void
find_stepped (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  for (const auto &a : s.adding)
    {
      const placed_insn &by = a.second;
      affine_step step;
      added_to (by.insn, DImode, &step);
      if (step.by && fits (step) && (step.times < 0 || !s.sets[step.times]) && s.sets[a.first] == 1 && is_among (passed, by.place.block))
        l->registers[a.first] = { step, by.place, false };
    }
}

/* ---- addresses */

static bool
add_register (affine_access *a, const_rtx reg, unsigned scale)
{
  if (!REG_P (reg) || GET_MODE (reg) != DImode || !is_general_register (REGNO (reg)))
    return false;
  if (scale == 1 && a->base < 0)
    a->base = REGNO (reg);
  else if (a->index < 0)
    {
      a->index = REGNO (reg);
      a->scale = scale;
    }
  else
    return false;
  return true;
}

bool
add_to_address (affine_access *a, rtx x)
{
  switch (GET_CODE (x))
    {
    case CONST:
      return add_to_address (a, XEXP (x, 0));
    case PLUS:
      return add_to_address (a, XEXP (x, 0)) && add_to_address (a, XEXP (x, 1));
    case CONST_INT:
      a->offset += INTVAL (x);
      return fits (a->offset);
    case SYMBOL_REF:
      if (a->symbol || SYMBOL_REF_TLS_MODEL (x) != TLS_MODEL_NONE)
        return false;
      a->symbol = x;
      return true;
    case MULT:
      return CONST_INT_P (XEXP (x, 1)) && IN_RANGE (exact_log2 (INTVAL (XEXP (x, 1))), 0, 3)
             && add_register (a, XEXP (x, 0), INTVAL (XEXP (x, 1)));
    case ASHIFT:
      return CONST_INT_P (XEXP (x, 1)) && IN_RANGE (INTVAL (XEXP (x, 1)), 0, 3)
             && add_register (a, XEXP (x, 0), 1u << INTVAL (XEXP (x, 1)));
    default:
      return add_register (a, x, 1);
    }
}

static bool
add_step (const affine_loop &l, const loop_scan &s, affine_access *a, int regno, unsigned scale)
{
  if (regno < 0 || !s.sets[regno])
    return true;
  auto found = l.registers.find (regno);
  if (found == l.registers.end () || (found->second.derived && !l.comes_before (found->second.place, a->place)))
    return false;
  return add (&a->step, found->second.step, scale);
}

bool
find_step (const affine_loop &l, const loop_scan &s, affine_access *a)
{
  return add_step (l, s, a, a->base, 1) && add_step (l, s, a, a->index, a->scale);
}

/* In the order of an iteration: one may be derived from others. */
static void
find_derived (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  std::vector<std::pair<unsigned, placed_insn>> setting;
  for (const auto &i : s.setting)
    if (s.sets[i.first] == 1 && is_among (passed, i.second.place.block))
      setting.push_back (i);
  std::sort (setting.begin (), setting.end (),
             [&] (const std::pair<unsigned, placed_insn> &a, const std::pair<unsigned, placed_insn> &b)
             { return l->comes_before (a.second.place, b.second.place); });
  for (const auto &i : setting)
    {
      affine_access sum = {};
      sum.base = sum.index = sum.step.times = -1;
      sum.scale = 1;
      sum.place = i.second.place;
      if (add_to_address (&sum, SET_SRC (single_set (i.second.insn))) && find_step (*l, s, &sum))
        l->registers[i.first] = { sum.step, i.second.place, true };
    }
}

void
find_steps (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  find_stepped (l, s, passed);
  find_derived (l, s, passed);
}

/* ---- the counter */

/* Does no other access move than by steps of that register, and does each iteration make all of them, the last
   one too?  Then the iterations' number does not matter where the register is 0. */
static bool
moves_by (const affine_loop &l, int regno)
{
  for (const affine_access &a : l.accesses)
    {
      if (a.step.by && a.step.times != regno)
        return false;
      for (const way_out &e : l.exits)
        if (!l.is_made_before (a.place, e))
          return false;
    }
  return true;
}

static bool
needs_counter (const affine_loop &l)
{
  for (const affine_access &a : l.accesses)
    if (a.step.by)
      return true;
  return !moves_by (l, -1);
}

static bool
choose_among_wide (affine_loop *l, bool by_register)
{
  for (const auto &r : l->registers)
    if (!r.second.derived && (r.second.step.times >= 0) == by_register
        && (!by_register || moves_by (*l, r.second.step.times)))
      {
        l->counter = { (int) r.first, false, r.second.step, r.second.place };
        return true;
      }
  return false;
}

/* Is an iteration the last one by what the register holds? */
static bool
ends_loop (const affine_loop &l, unsigned regno, const std::vector<unsigned> &passed)
{
  for (const way_out &e : l.exits)
    {
      rtx_insn *jump = BB_END (e.edge->src), *head = BB_HEAD (e.edge->src);
      if (!is_among (passed, e.block) || !any_condjump_p (jump))
        continue;
      for (rtx_insn *insn = jump; insn != head; insn = PREV_INSN (insn))
        if (insn != jump && NONDEBUG_INSN_P (insn) && reg_set_p (gen_rtx_REG (CCmode, flags_register ()), insn))
          {
            if (refers_to_regno_p (regno, PATTERN (insn)))
              return true;
            break;
          }
    }
  return false;
}

/* 32 bits count to 2^32: iterations must end by them. */
static bool
choose_among_narrow (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  for (const auto &a : s.adding_half)
    {
      affine_step step;
      added_to (a.second.insn, SImode, &step);
      if (step.times < 0 && step.by && fits (step) && s.sets[a.first] == 1 && is_among (passed, a.second.place.block)
          && ends_loop (*l, a.first, passed))
        {
          l->counter = { (int) a.first, true, step, a.second.place };
          return true;
        }
    }
  return false;
}

bool
choose_counter (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  l->counter.regno = l->counter.step.times = -1;
  return !needs_counter (*l) || choose_among_wide (l, false) || choose_among_narrow (l, s, passed)
         || choose_among_wide (l, true);
}
