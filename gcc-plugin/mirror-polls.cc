/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fuel is a thread-local count, which the entry points of accesses count down, too: a loop that
 * tells something in each iteration only looks at it, and does not wait for what it stored there last. */
#include "mirror-polls.h"
#include "emit.h"
#include "mirror-access.h"
#include "mirror-asm.h"
#include "mirror-loops.h"
#include <algoprof/rt_abi.h>

static std::map<rtx_insn *, poll_kind> polls;

static bool
tells_something (basic_block bb)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn) && !is_replayed (insn) && !list_accesses (insn).empty ())
      return true;
  return false;
}

/* Does each way around tell something? */
static bool
counts_in_each (edge back)
{
  for (basic_block bb = back->src; bb; bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      if (tells_something (bb))
        return true;
      if (bb == back->dest)
        return false;
    }
  return false;
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
          poll_kind &kind = polls[BB_HEAD (e->dest)];
          bool natural = dominated_by_p (CDI_DOMINATORS, bb, e->dest);
          kind = std::max (kind, natural && counts_in_each (e) ? POLL_COUNTED : POLL_COUNTS);
        }
  free_dominance_info (CDI_DOMINATORS);
}

poll_kind
poll_at (rtx_insn *label)
{
  auto found = polls.find (label);
  return found == polls.end () ? POLL_NONE : found->second;
}

/* Flags and what is not free stay as they are on both ways. */
void
put_poll (poll_kind kind, rtx_insn *like, rtx_code_label *out)
{
  int free = like ? find_free_register (like) : -1;
  std::string r = register_text (free < 0 ? R11_REG : free), left = std::to_string (ALGOPROF_FUEL_LEFT / 2 >> 32);
  std::string fuel = ALGOPROF_FUEL "@gottpoff", save, restore;
  if (free < 0)
    {
      save = stack_down () + "push{q}\t" + r + "\n\t";
      restore = "pop{q}\t" + r + "\n\t" + stack_up (0);
    }
  std::string ask = kind == POLL_COUNTED ? "cmp{q}\t{$0" : "sub{q}\t{$1";
  ask += ", %%fs:(" + r + ")|QWORD PTR fs:[" + r + "], " + (kind == POLL_COUNTED ? "0" : "1") + "}\n\t";
  /* Behind what poll gives the flags say what follows, as at the other jumps to 1: less than 0 is to leave. */
  std::string text = save + "mov{q}\t{" + fuel + "(%%rip), " + r + "|" + r + ", QWORD PTR " + fuel + "[rip]}\n\t" + ask
    + "jns\t1f\n\tcmp{l}\t{$" + left + ", %%fs:4(" + r + ")|DWORD PTR fs:[" + r + "+4], " + left + "}\n\tjs\t1f\n\t"
    + (free < 0 ? "" : stack_down ()) + "push{q}\t" + r + "\n\t" + call_entry ("poll") + "pop{q}\t" + r + "\n\t"
    + (free < 0 ? "" : stack_up (0)) + "neg{q}\t" + r + "\n1:\n\t" + restore + "js\t%l0";
  put_asm (NULL, text, {}, { out });
}
