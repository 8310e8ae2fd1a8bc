/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops are found by the edges that go back; the few blocks of one are walked, so that all of it
 * takes time in proportion to the function. */
#include "replay/affine-loop.h"
#include "replay/affine-blocks.h"
#include "replay/affine-steps.h"
#include "insn/list-accesses.h"
#include <algoprof/rt_abi.h>

static bool
add_access (affine_loop *l, const loop_scan &s, const memory_access &t, const loop_place &place)
{
  if (t.partial || !MEM_SIZE_KNOWN_P (t.mem) || !ADDR_SPACE_GENERIC_P (MEM_ADDR_SPACE (t.mem))
      || l->accesses.size () == ALGOPROF_R_MOST)
    return false;
  HOST_WIDE_INT size = MEM_SIZE (t.mem).to_constant ();
  affine_access a = { t.write, (unsigned) size, -1, -1, 1, NULL_RTX, 0, { 0, -1 }, place };
  if (!IN_RANGE (size, 1, ALGOPROF_MAX_ACCESS) || GET_MODE (XEXP (t.mem, 0)) == SImode
      || !add_to_address (&a, XEXP (t.mem, 0)) || !find_step (*l, s, &a))
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
    l->recorded.push_back (p.insn);
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

/* Is the same read before, in the same block, with the same registers?  A read by a write that is recorded where it is made has
   to be recorded there, too. */
static bool
is_read_before (const affine_loop &l, const placed_insn &writer, const_rtx mem)
{
  bool at_once = !is_among (l.recorded, writer.insn);
  rtx_insn *first = BB_HEAD (l.blocks[writer.place.block]);
  for (rtx_insn *insn = writer.insn;; insn = PREV_INSN (insn))
    {
      if (!NONDEBUG_INSN_P (insn))
        ;
      else if (insn != writer.insn && modified_in_p (XEXP (mem, 0), insn))
        return false;
      else if (reads (insn, mem) && !(at_once && is_among (l.recorded, insn)))
        return true;
      if (insn == first)
        return false;
    }
}

/* Then reads may be recorded later: no byte is written before it is read. */
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

HOST_WIDE_INT
affine_loop::offset_at (const affine_access &a, const way_out &e, HOST_WIDE_INT *steps) const
{
  HOST_WIDE_INT offset = a.offset;
  *steps = 0;
  for (int which = 0; which < 2; which++)
    {
      auto found = registers.find (which ? a.index : a.base);
      if (found == registers.end ())
        continue;
      const stepped_register &r = found->second;
      int made = comes_before (r.place, a.place), seen = is_made_before (r.place, e);
      *(r.step.times < 0 ? &offset : steps) += r.step.by * (which ? a.scale : 1) * (made - seen);
    }
  return offset;
}

static bool
analyse (affine_loop *l, basic_block header)
{
  loop_scan s = {};
  if (!collect_blocks (l, header) || !collect_edges (l))
    return false;
  find_above (l);
  if (!scan_insns (*l, &s) || s.accessing.empty ())
    return false;
  std::vector<unsigned> passed = list_passed (*l);
  find_steps (l, s, passed);
  return find_accesses (l, s, passed) && choose_counter (l, s, passed);
}

/* Of one in another the inner one stays: what was noted at the outer one's beginning would be lost there. */
static void
drop_outer (std::vector<affine_loop> *loops)
{
  std::set<const_basic_block> headers;
  for (const affine_loop &l : *loops)
    headers.insert (l.blocks[0]);
  loops->erase (std::remove_if (loops->begin (), loops->end (),
                                [&] (const affine_loop &l)
                                { return std::any_of (l.blocks.begin () + 1, l.blocks.end (),
                                                      [&] (basic_block bb) { return headers.count (bb) != 0; }); }),
                loops->end ());
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
  drop_outer (&loops);
  return loops;
}
