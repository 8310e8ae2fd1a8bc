/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fuel is a thread-local count of iterations and of the accesses that they record.  An iteration counts it
 * down once, by the number of accesses that it records on every path. */
#include "copy/polls.h"
#include "insn/list-accesses.h"
#include "insn/liveness.h"
#include "site/asm-statement.h"
#include "replay/replayed-loops.h"

static std::map<rtx_insn *, unsigned> polls;

static unsigned
count_recorded (basic_block bb)
{
  rtx_insn *insn;
  unsigned n = 0;
  FOR_BB_INSNS (bb, insn)
    n += NONDEBUG_INSN_P (insn) && !is_replayed (insn) && !list_accesses (insn).empty ();
  return n;
}

#define MOST_BLOCKS 64u         /* that are looked at for an edge: each of many may go back to one label */

/* How many recording instructions each way around passes, at least. */
static unsigned
count_around (edge back)
{
  unsigned n = 0, blocks = 0;
  if (!dominated_by_p (CDI_DOMINATORS, back->src, back->dest))
    return 0;                   /* no loop with one entry */
  for (basic_block bb = back->src; blocks++ < MOST_BLOCKS; bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      n += count_recorded (bb);
      if (bb == back->dest)
        break;
    }
  return n;
}

void
find_polls (function *fun)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  polls.clear ();
  if (!mark_dfs_back_edges ())
    return;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if ((e->flags & EDGE_DFS_BACK) && LABEL_P (BB_HEAD (e->dest)))
        {
          unsigned &fuel = polls[BB_HEAD (e->dest)], n = MAX (count_around (e), 1);
          fuel = fuel ? std::min (fuel, n) : n;
        }
  free_dominance_info (CDI_DOMINATORS);
}

unsigned
poll_at (rtx_insn *label)
{
  auto found = polls.find (label);
  return found == polls.end () ? 0 : found->second;
}

/* Registers that are not free keep their values on both ways. */
void
put_poll (unsigned n, rtx_insn *like, rtx_code_label *out)
{
  int free = like ? find_free_register (like) : -1;
  std::string r = register_name (free < 0 ? scratch_registers ()[0] : free);
  asm_code code;
  if (free >= 0)
    code = poll_code (r, n, red_zone_in_use ());
  else
    {
      code = lower_stack (red_zone_in_use ()) + push_word (r) + poll_code (r, n, 0) + pop_word (r);
      code += raise_stack (code.depth ());
    }
  put_asm (NULL, code + jump_if_below_zero ("%l0"), {}, { out });
}
