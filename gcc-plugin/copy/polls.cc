/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fuel is a thread-local count, of iterations and of what they tell: an iteration counts it down
 * once, by what it tells on every way. */
#include "copy/polls.h"
#include "arch/x86_64/emit.h"
#include "copy/access.h"
#include "arch/x86_64/copy-asm.h"
#include "copy/loops.h"
#include <algoprof/rt_abi.h>

static std::map<rtx_insn *, unsigned> polls;

static unsigned
count_telling (basic_block bb)
{
  rtx_insn *insn;
  unsigned n = 0;
  FOR_BB_INSNS (bb, insn)
    n += NONDEBUG_INSN_P (insn) && !is_replayed (insn) && !list_accesses (insn).empty ();
  return n;
}

#define MOST_BLOCKS 64u         /* that are looked at for an edge: each of many may go back to one label */

/* What each way around tells, at least. */
static unsigned
count_around (edge back)
{
  unsigned n = 0, blocks = 0;
  if (!dominated_by_p (CDI_DOMINATORS, back->src, back->dest))
    return 0;                   /* no loop with one entry */
  for (basic_block bb = back->src; blocks++ < MOST_BLOCKS; bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      n += count_telling (bb);
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

/* Flags and what is not free stay as they are on both ways. */
void
put_poll (unsigned n, rtx_insn *like, rtx_code_label *out)
{
  int free = like ? find_free_register (like) : -1;
  std::string r = register_text (free < 0 ? R11_REG : free), left = std::to_string (ALGOPROF_FUEL_LEFT / 2 >> 32);
  std::string fuel = ALGOPROF_FUEL "@gottpoff", save, restore;
  if (free < 0)
    {
      save = stack_down () + "push{q}\t" + r + "\n\t";
      restore = "pop{q}\t" + r + "\n\t" + stack_up (0);
    }
  std::string by = std::to_string (n);
  std::string ask = "sub{q}\t{$" + by + ", %%fs:(" + r + ")|QWORD PTR fs:[" + r + "], " + by + "}\n\t";
  /* Behind what poll gives the flags say what follows, as at the other jumps to 1: less than 0 is to leave. */
  std::string text = save + "mov{q}\t{" + fuel + "(%%rip), " + r + "|" + r + ", QWORD PTR " + fuel + "[rip]}\n\t" + ask
    + "jns\t1f\n\tcmp{l}\t{$" + left + ", %%fs:4(" + r + ")|DWORD PTR fs:[" + r + "+4], " + left + "}\n\tjs\t1f\n\t"
    + (free < 0 ? "" : stack_down ()) + "push{q}\t" + r + "\n\t" + call_entry ("poll") + "pop{q}\t" + r + "\n\t"
    + (free < 0 ? "" : stack_up (0)) + "neg{q}\t" + r + "\n1:\n\t" + restore + "js\t%l0";
  put_asm (NULL, text, {}, { out });
}
