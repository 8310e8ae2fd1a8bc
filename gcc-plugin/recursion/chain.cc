/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A traced version of a marked function:
 *
 *     base = NO_BASE;
 *   again:                              // a tail call that GCC made a jump
 *     hot.cost++; base = enter (hot, base);           // CALL
 *     ...
 *     tail (hot, base); return F.algoprof (...);      // another tail call
 *     ...
 *     leave (hot, base); return ...;
 *
 * Of another function of the recursion: base = join (hot) at its entry.
 * All of it is skipped while no instance of this recursion is traced (a traced
 * loop may have called the version). */
#include "recursion/chain.h"
#include "site/runtime-calls.h"
#include "recursion/emit-recursion.h"
#include "recursion/call-other-version.h"
#include "recursion/versions.h"
#include "mark/loop-of-marker.h"
#include "mark/marker.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

/* A field of the record, in words. */
static const int within_countdown = offsetof (algoprof_recursion, within) / sizeof (uint64_t);

bool
has_recursion_markers (function *fun)
{
  return !list_recursion_markers (fun).empty ();
}

void
lower_recursion_markers (function *fun, unsigned begin_flags)
{
  for (const marker &m : list_recursion_markers (fun))
    {
      const site_decls &site = get_site_decls (m.text);
      gimple_seq seq = NULL;
      switch (m.kind)
        {
        case MARK_CALL:
          emit_cost (&seq, site.hot, build_one_cst (long_unsigned_type_node));
          break;
        case MARK_COUNTDOWN:
          emit_countdown (&seq, site.hot, marker_output (m.stmt, 0));
          break;
        case MARK_BEGIN:
          emit_begin (&seq, site, begin_flags, marker_output (m.stmt, 0));
          break;
        case MARK_WATCH:
          emit_countdown (&seq, site.hot, marker_output (m.stmt, 0), within_countdown);
          break;
        case MARK_UNWATCH:
          emit_cost (&seq, site.hot, build_one_cst (long_unsigned_type_node), within_countdown);
          break;
        case MARK_BEGIN_INNER:
          emit_begin (&seq, site, begin_flags | ALGOPROF_B_INNER, marker_output (m.stmt, 0));
          break;
        case MARK_END:
          emit_call (&seq, "end", { marker_input (m.stmt, 0),
                                    build_zero_cst (long_unsigned_type_node) });
          break;
        case MARK_INSIDE:
          emit_inside (&seq, site.hot, marker_output (m.stmt, 0), marker_output (m.stmt, 1));
          break;
        case MARK_OUTSIDE:
          emit_outside (&seq, site.hot, marker_input (m.stmt, 0));
          break;
        case MARK_LANDED:
          emit_forget_inside (&seq, site.hot);
          break;
        case MARK_TRACED:
          break;
        default:
          gcc_unreachable ();
        }
      replace_value_marker (m.stmt, seq);
    }
}

/* ---- tail calls */

/* Only a copy of the value, as the front ends make them?  *value is that then. */
static bool
hands_on (gimple *s, tree *value)
{
  if (!*value || !gimple_assign_ssa_name_copy_p (s) || gimple_assign_rhs1 (s) != *value)
    return false;
  *value = gimple_assign_lhs (s);
  return true;
}

/* Nothing of consequence in the block but what ends it? */
static bool
is_passage (basic_block bb, gimple **last, tree *value)
{
  *last = NULL;
  for (gimple_stmt_iterator g = gsi_start_nondebug_bb (bb); !gsi_end_p (g);
       gsi_next_nondebug (&g))
    {
      gimple *s = gsi_stmt (g);
      if (gimple_code (s) == GIMPLE_LABEL || gimple_clobber_p (s) || gimple_nop_p (s)
          || gimple_code (s) == GIMPLE_PREDICT || hands_on (s, value))
        continue;
      if (gimple_code (s) != GIMPLE_RETURN)
        return false;
      *last = s;
    }
  return true;
}

/* Is what the call gives what the function returns next? */
static bool
is_tail_call (gcall *call)
{
  basic_block bb = gimple_bb (call);
  tree value = gimple_call_lhs (call);
  gimple_stmt_iterator g = gsi_for_stmt (call);
  for (gsi_next_nondebug (&g); !gsi_end_p (g); gsi_next_nondebug (&g))
    if (!gimple_clobber_p (gsi_stmt (g)) && gimple_code (gsi_stmt (g)) != GIMPLE_RETURN
        && !hands_on (gsi_stmt (g), &value))
      return false;
  gimple *end = last_stmt (bb);
  while (!end || gimple_code (end) != GIMPLE_RETURN)
    {
      if (!single_succ_p (bb) || (single_succ_edge (bb)->flags & EDGE_COMPLEX))
        return false;
      edge e = single_succ_edge (bb);
      bb = e->dest;
      if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun) || bb == gimple_bb (call))
        return false;
      for (gphi_iterator p = gsi_start_phis (bb); !gsi_end_p (p); gsi_next (&p))
        if (value && !virtual_operand_p (gimple_phi_result (p.phi ()))
            && PHI_ARG_DEF_FROM_EDGE (p.phi (), e) == value)
          {
            value = gimple_phi_result (p.phi ());
            break;
          }
      if (!is_passage (bb, &end, &value))
        return false;
    }
  tree returned = gimple_return_retval (as_a<greturn *> (end));
  return !returned || (value && operand_equal_p (returned, value));
}

/* Remove the way on from a block, and the passages that nothing else leads to. */
static void
remove_way_on (basic_block bb)
{
  basic_block next = single_succ (bb);
  remove_edge (single_succ_edge (bb));
  while (next != EXIT_BLOCK_PTR_FOR_FN (cfun) && EDGE_COUNT (next->preds) == 0)
    {
      basic_block dead = next;
      next = single_succ (dead);
      delete_basic_block (dead);
    }
}

/* Let the call return by itself, with nothing in between. */
static void
return_directly (gcall *call)
{
  basic_block bb = gimple_bb (call);
  gimple *last = last_stmt (bb);
  if (gimple_code (last) == GIMPLE_RETURN)
    return;
  gimple_stmt_iterator g = gsi_for_stmt (call);
  for (gsi_next (&g); !gsi_end_p (g);)
    {
      gimple *behind = gsi_stmt (g);
      unlink_stmt_vdef (behind);
      gsi_remove (&g, true);
      release_defs (behind);
    }
  remove_way_on (bb);
  g = gsi_last_bb (bb);
  bool value = !VOID_TYPE_P (TREE_TYPE (TREE_TYPE (cfun->decl)));
  gsi_insert_after (&g, gimple_build_return (value ? gimple_call_lhs (call) : NULL_TREE),
                    GSI_NEW_STMT);
  make_single_succ_edge (bb, EXIT_BLOCK_PTR_FOR_FN (cfun), 0);
}

/* With the attribute musttail it is a jump at every level. */
static std::vector<gcall *>
list_tail_calls (function *fun, const std::string &text)
{
  std::vector<gcall *> list;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (g)))
        if (tree fndecl = gimple_call_fndecl (call))
          if ((flag_optimize_sibling_calls || gimple_call_must_tail_p (call))
              && chain_of (fndecl) == text && is_tail_call (call))
            list.push_back (call);
  return list;
}

/* Calls of the other version when this one's tracing is over: they return by
   themselves, so that they may be jumps. */
static std::vector<gcall *>
list_handovers (function *fun)
{
  std::vector<gcall *> list;
  for (basic_block bb : handover_blocks (fun))
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (g)))
        if (tree fndecl = gimple_call_fndecl (call))
          if (traced_version_of (fndecl) == fun->decl && is_tail_call (call))
            list.push_back (call);
  return list;
}

/* ---- activations */

/* Insert what `emit' gives before a statement. */
template <class emitter>
static void
insert_before (gimple *stmt, emitter emit)
{
  gimple_seq seq = NULL;
  emit (&seq);
  gimple_stmt_iterator g = gsi_for_stmt (stmt);
  gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
}

void
follow_chain (function *fun)
{
  std::string text = chain_of (fun->decl);
  if (text.empty ())
    return;
  tree hot = get_site_decls (text).hot;
  tree base = create_tmp_reg (long_unsigned_type_node, "algoprof_base");
  std::vector<gcall *> tail_calls = list_tail_calls (fun, text);
  for (gcall *call : tail_calls)
    return_directly (call);

  std::set<basic_block> left;
  for (gcall *call : list_handovers (fun))
    {
      return_directly (call);
      left.insert (gimple_bb (call));
    }

  bool marked = false;
  for (const marker &m : list_recursion_markers (fun))
    if (m.kind == MARK_CALL && get_site_key (m.text) == get_site_key (text))
      {
        marked = true;
        insert_before (m.stmt, [&] (gimple_seq *seq) { emit_enter (seq, hot, base); });
      }
  gimple_seq start = NULL;
  gimple_seq_add_stmt (&start, gimple_build_assign (base, build_minus_one_cst (TREE_TYPE (base))));
  if (!marked)
    emit_join (&start, hot, base);
  gsi_insert_seq_on_edge_immediate (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun)), start);

  for (gcall *call : tail_calls)
    {
      left.insert (gimple_bb (call));
      insert_before (call, [&] (gimple_seq *seq) { emit_leave (seq, "tail", hot, base); });
    }
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fun)->preds)
    if (gimple *end = last_stmt (e->src))
      if (gimple_code (end) == GIMPLE_RETURN && !left.count (e->src))
        insert_before (end, [&] (gimple_seq *seq) { emit_leave (seq, "leave", hot, base); });
}

std::vector<edge>
edges_behind_setjmp (function *fun)
{
  std::vector<edge> behind;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      gimple *last = last_stmt (bb);
      edge on = find_fallthru_edge (bb->succs);
      if (last && on && is_gimple_call (last) && (gimple_call_flags (last) & ECF_RETURNS_TWICE))
        behind.push_back (on);
    }
  return behind;
}

void
report_landings (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (bb_has_eh_pred (bb))
      {
        gimple_seq seq = NULL;
        emit_call (&seq, "landed", {});
        gimple_stmt_iterator g = gsi_after_labels (bb);
        gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
      }
  for (edge e : edges_behind_setjmp (fun))
    {
      gimple_seq seq = NULL;
      emit_call (&seq, "landed", {});
      gsi_insert_seq_on_edge (e, seq);
    }
  gsi_commit_edge_inserts ();
}
