/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recursion's traced version asks where it begins, and calls one that traces nothing:
 *
 *     F.algoprof (a)  { if (POLL) return F.within (a); ... }
 */
#include "recursion/call-other-version.h"
#include "site/runtime-calls.h"
#include "mark/loop-of-marker.h"
#include "mark/marker.h"
#include "recursion/version-calls.h"

static const char at_call[] = "call";

/* Calls of no target: there is nothing to be done behind them. */
static const recursion no_target = {};

/* At the end of `from', which has one successor: if (POLL) goto out. */
static void
append_poll (basic_block from, basic_block out)
{
  tree asked = make_ssa_name (unsigned_type_node);
  edge on = single_succ_edge (from);
  append (from, build_value_marker (MARK_POLL, at_call, { &asked }, {}));
  append (from, gimple_build_cond (NE_EXPR, asked, build_zero_cst (unsigned_type_node), NULL_TREE,
                                   NULL_TREE));
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  on->probability = profile_probability::very_likely ();
  edge leave = make_edge (from, out, EDGE_TRUE_VALUE);
  leave->probability = profile_probability::very_unlikely ();
}

gimple *
hand_over (cgraph_node *to)
{
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  wrapper w = { no_target, {}, first, NULL_TREE };
  basic_block call = calling_block (&w, to, NULL_TREE, false);
  call->count = profile_count::zero ();
  append_poll (first, call);
  for (gimple_stmt_iterator g = gsi_start_bb (call);; gsi_next (&g))
    if (is_gimple_call (gsi_stmt (g)))
      return gsi_stmt (g);
}

void
keep_handover (cgraph_node *n, gimple *call)
{
  cgraph_edge *e = n->get_edge (call);
  e->call_stmt_cannot_inline_p = true;
  e->inline_failed = CIF_UNSPECIFIED;
}

std::set<basic_block>
handover_blocks (function *fun)
{
  std::set<basic_block> set;
  std::vector<basic_block> first;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
        std::string text;
        edge yes, no;
        if (marker_of (gsi_stmt (g), &text) == MARK_POLL && text == at_call
            && EDGE_COUNT (bb->succs) == 2)
          {
            extract_true_false_edges_from_block (bb, &yes, &no);
            if (single_pred_p (yes->dest))
              first.push_back (yes->dest);
          }
      }
  for (basic_block f : first)
    FOR_EACH_BB_FN (bb, fun)
      if (dominated_by_p (CDI_DOMINATORS, bb, f))
        set.insert (bb);
  return set;
}

void
lower_polls (function *fun)
{
  for (const marker &m : list_recursion_markers (fun))
    if (m.kind == MARK_POLL)
      {
        gimple_seq seq = NULL;
        emit_poll (&seq, marker_output (m.stmt, 0));
        replace_value_marker (m.stmt, seq);
      }
}
