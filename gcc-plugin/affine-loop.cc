/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops are found by the edges that go back; the few blocks of one are walked, so that all of it
 * takes time in proportion to the function. */
#include "affine-loop.h"
#include "affine-blocks.h"
#include "emit.h"
#include "mirror-access.h"
#include <algoprof/rt_abi.h>

/* ---- what its instructions do */

struct placed_insn
{
  rtx_insn *insn;
  loop_place place;
};

struct loop_scan
{
  unsigned sets[FIRST_PSEUDO_REGISTER];
  std::vector<placed_insn> accessing;
  std::map<unsigned, placed_insn> adding;       /* to a general register: the last */
  std::map<unsigned, placed_insn> setting;      /* others that set one */
};

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

/* Does it nothing but compute, read and write, whose addresses can be told? */
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

/* The register that the instruction, which accesses no memory, adds a constant to, and that; or NULL. */
static rtx
added_to (const rtx_insn *insn, HOST_WIDE_INT *n)
{
  rtx pattern = PATTERN (insn);
  int count = GET_CODE (pattern) == PARALLEL ? XVECLEN (pattern, 0) : 1;
  for (int i = 0; i < count; i++)
    {
      rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, i) : pattern;
      if (GET_CODE (set) != SET || !REG_P (SET_DEST (set)) || GET_MODE (SET_DEST (set)) != DImode)
        continue;
      rtx reg = SET_DEST (set), value = SET_SRC (set);
      bool minus = GET_CODE (value) == MINUS;
      if ((GET_CODE (value) != PLUS && !minus) || !rtx_equal_p (XEXP (value, 0), reg) || !CONST_INT_P (XEXP (value, 1)))
        continue;
      *n = minus ? -UINTVAL (XEXP (value, 1)) : UINTVAL (XEXP (value, 1));
      return GENERAL_REG_P (reg) ? reg : NULL_RTX;
    }
  return NULL_RTX;
}

static bool
look_at_insns (const affine_loop &l, loop_scan *s)
{
  rtx_insn *insn;
  unsigned n = 0;
  HOST_WIDE_INT unused;
  for (unsigned i = 0; i < l.blocks.size (); i++)
    FOR_BB_INSNS (l.blocks[i], insn)
      {
        if (!NONDEBUG_INSN_P (insn))
          continue;
        if (!is_simple (insn))
          return false;
        const placed_insn here = { insn, { i, n++ } };
        note_stores (insn, note_set, s);
        if (contains_mem_rtx_p (PATTERN (insn)))
          s->accessing.push_back (here);
        else if (rtx reg = added_to (insn, &unused))
          s->adding[REGNO (reg)] = here;
        else if (rtx set = single_set (insn))
          if (REG_P (SET_DEST (set)) && GENERAL_REG_P (SET_DEST (set)) && GET_MODE (SET_DEST (set)) == DImode)
            s->setting[REGNO (SET_DEST (set))] = here;
      }
  return !s->sets[STACK_POINTER_REGNUM];
}

static bool
fits (HOST_WIDE_INT n)
{
  return n > INT_MIN && n <= INT_MAX;
}

static void
find_stepped (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  for (const auto &a : s.adding)
    {
      const placed_insn &by = a.second;
      HOST_WIDE_INT step = 0;
      added_to (by.insn, &step);
      if (step && fits (step) && s.sets[a.first] == 1
          && std::find (passed.begin (), passed.end (), by.place.block) != passed.end ())
        l->registers[a.first] = { step, by.place, false };
    }
}

/* ---- addresses */

static bool
add_register (affine_access *a, const_rtx reg, unsigned scale)
{
  if (!REG_P (reg) || GET_MODE (reg) != DImode || !GENERAL_REGNO_P (REGNO (reg)))
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

static bool
add_term (affine_access *a, rtx x)
{
  switch (GET_CODE (x))
    {
    case CONST:
      return add_term (a, XEXP (x, 0));
    case PLUS:
      return add_term (a, XEXP (x, 0)) && add_term (a, XEXP (x, 1));
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

bool
affine_loop::comes_before (const loop_place &a, const loop_place &b) const
{
  return a.block == b.block ? a.insn < b.insn : (above[b.block] & 1u << a.block) != 0;
}

/* How much the register adds to an access's step; false: its values are not known. */
static bool
add_step (const affine_loop &l, const loop_scan &s, affine_access *a, int regno, unsigned scale)
{
  if (regno < 0 || !s.sets[regno])
    return true;
  auto found = l.registers.find (regno);
  if (found == l.registers.end () || (found->second.derived && !l.comes_before (found->second.place, a->place)))
    return false;
  a->step += found->second.step * scale;
  return fits (a->step);
}

/* In the order of an iteration: one may be derived from others. */
static void
find_derived (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  std::vector<std::pair<unsigned, placed_insn>> setting;
  for (const auto &i : s.setting)
    if (s.sets[i.first] == 1 && std::find (passed.begin (), passed.end (), i.second.place.block) != passed.end ())
      setting.push_back (i);
  std::sort (setting.begin (), setting.end (),
             [&] (const std::pair<unsigned, placed_insn> &a, const std::pair<unsigned, placed_insn> &b)
             { return l->comes_before (a.second.place, b.second.place); });
  for (const auto &i : setting)
    {
      affine_access sum = { false, 0, -1, -1, 1, NULL_RTX, 0, 0, i.second.place };
      if (add_term (&sum, SET_SRC (single_set (i.second.insn))) && add_step (*l, s, &sum, sum.base, 1)
          && add_step (*l, s, &sum, sum.index, sum.scale))
        l->registers[i.first] = { sum.step, i.second.place, true };
    }
}

static bool
add_access (affine_loop *l, const loop_scan &s, const memory_access &t, const loop_place &place)
{
  if (t.partial || !MEM_SIZE_KNOWN_P (t.mem) || !ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (t.mem))
      || l->accesses.size () == ALGOPROF_R_MOST)
    return false;
  HOST_WIDE_INT size = MEM_SIZE (t.mem).to_constant ();
  affine_access a = { t.write, (unsigned) size, -1, -1, 1, NULL_RTX, 0, 0, place };
  if (!IN_RANGE (size, 1, ALGOPROF_MAX_ACCESS) || GET_MODE (XEXP (t.mem, 0)) == SImode || !add_term (&a, XEXP (t.mem, 0))
      || !add_step (*l, s, &a, a.base, 1) || !add_step (*l, s, &a, a.index, a.scale))
    return false;
  l->accesses.push_back (a);
  return true;
}

/* All accesses of an instruction, or none. */
static bool
add_accesses (affine_loop *l, const loop_scan &s, const placed_insn &p)
{
  size_t before = l->accesses.size ();
  for (const memory_access &t : list_accesses (p.insn))
    if (!add_access (l, s, t, p.place))
      {
        l->accesses.resize (before);
        return false;
      }
  if (l->accesses.size () > before)
    l->told.push_back (p.insn);
  return true;
}

static bool
is_among (const std::vector<rtx_insn *> &list, const rtx_insn *insn)
{
  return std::find (list.begin (), list.end (), insn) != list.end ();
}

static bool
reads (const rtx_insn *insn, const_rtx mem)
{
  for (const memory_access &a : list_accesses (const_cast<rtx_insn *> (insn)))
    if (!a.write && !a.partial && rtx_equal_p (a.mem, mem))
      return true;
  return false;
}

/* Is the same read before, in the same block, with the same registers?  Of what is told at once the
   read has to be, too. */
static bool
is_read_before (const affine_loop &l, const placed_insn &writer, const_rtx mem)
{
  bool at_once = !is_among (l.told, writer.insn);
  rtx_insn *first = BB_HEAD (l.blocks[writer.place.block]);
  for (rtx_insn *insn = writer.insn;; insn = PREV_INSN (insn))
    {
      if (!NONDEBUG_INSN_P (insn))
        ;
      else if (insn != writer.insn && modified_in_p (XEXP (mem, 0), insn))
        return false;
      else if (reads (insn, mem) && !(at_once && is_among (l.told, insn)))
        return true;
      if (insn == first)
        return false;
    }
}

/* Then it does not matter when reads are told: no byte is written first. */
static bool
reads_what_it_writes (const affine_loop &l, const loop_scan &s)
{
  for (const placed_insn &p : s.accessing)
    for (const memory_access &a : list_accesses (p.insn))
      if (a.write && (a.partial || GET_MODE (a.mem) == BLKmode || !is_read_before (l, p, a.mem)))
        return false;
  return true;
}

static bool
find_accesses (affine_loop *l, const loop_scan &s, const std::vector<unsigned> &passed)
{
  for (unsigned block : passed)
    for (const placed_insn &p : s.accessing)
      if (p.place.block == block && !add_accesses (l, s, p))
        l->mixed = true;
  for (const placed_insn &p : s.accessing)   /* not each iteration makes it */
    if (std::find (passed.begin (), passed.end (), p.place.block) == passed.end () && !list_accesses (p.insn).empty ())
      l->mixed = true;
  if (l->mixed)
    {
      if (!reads_what_it_writes (*l, s))
        return false;
      l->accesses.erase (std::remove_if (l->accesses.begin (), l->accesses.end (),
                                         [] (const affine_access &a) { return a.write; }), l->accesses.end ());
    }
  return !l->accesses.empty ();
}

/* ---- at an exit */

/* Each iteration passes the place.  Its last one does, before the exit, if no way there goes round
   its block. */
static bool
is_before (const affine_loop &l, const loop_place &p, const way_out &e)
{
  return l.above[e.block] & 1u << p.block;
}

bool
affine_loop::is_stepped_before (unsigned regno, const way_out &e) const
{
  return is_before (*this, registers.at (regno).place, e);
}

bool
affine_loop::is_made_before (const affine_access &a, const way_out &e) const
{
  return is_before (*this, a.place, e);
}

HOST_WIDE_INT
affine_loop::offset_at (const affine_access &a, const way_out &e) const
{
  HOST_WIDE_INT offset = a.offset;
  for (int which = 0; which < 2; which++)
    {
      auto found = registers.find (which ? a.index : a.base);
      if (found == registers.end ())
        continue;
      const stepped_register &r = found->second;
      HOST_WIDE_INT by = r.step * (which ? a.scale : 1);
      offset += (comes_before (r.place, a.place) ? by : 0) - (is_stepped_before (found->first, e) ? by : 0);
    }
  return offset;
}

/* A register by which iterations are counted, unless their number does not matter. */
static bool
choose_counter (affine_loop *l)
{
  bool needed = false;
  l->counter = -1;
  for (const affine_access &a : l->accesses)
    {
      needed |= a.step != 0;
      for (const way_out &e : l->exits)
        needed |= !l->is_made_before (a, e);
    }
  if (!needed)
    return true;
  for (const auto &r : l->registers)
    if (!r.second.derived)
      {
        l->counter = r.first;
        return true;
      }
  return false;
}

static bool
analyse (affine_loop *l, basic_block header)
{
  loop_scan s = {};
  if (!collect_blocks (l, header) || !collect_edges (l))
    return false;
  find_above (l);
  if (!look_at_insns (*l, &s) || s.accessing.empty ())
    return false;
  std::vector<unsigned> passed = list_passed (*l);
  find_stepped (l, s, passed);
  find_derived (l, s, passed);
  return find_accesses (l, s, passed) && choose_counter (l);
}

std::vector<affine_loop>
find_affine_loops (function *fun)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  std::vector<affine_loop> loops;
  if (fun->can_throw_non_call_exceptions || !mark_dfs_back_edges ())
    return loops;
  FOR_EACH_BB_FN (bb, fun)
    FOR_EACH_EDGE (e, ei, bb->preds)
      if (e->flags & EDGE_DFS_BACK)
        {
          affine_loop l = {};
          if (analyse (&l, bb))
            loops.push_back (l);
          break;
        }
  return loops;
}
