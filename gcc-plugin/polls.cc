/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     do { traced body } while (--fuel >= 0 || !poll ());
 *
 * The fuel is the thread's (rt_abi.h).  A loop that calls nothing has it in a register:
 *
 *     n = fuel;
 *     do { traced body } while (--n >= 0 || (!poll () && (n = fuel, true)));
 *     fuel = n;
 *
 * In memory each iteration waits for what the one before has stored, some five cycles, which is
 * longer than a short loop takes.  It is stored in the end, else a loop around short ones would
 * not ask for long.  Callees ask too, and of theirs a register knows nothing. */
#include "polls.h"
#include "emit.h"
#include "loops.h"
#include "marker.h"

/* Can code be put where it begins and where it ends? */
static bool
has_plain_ends (class loop *l)
{
  edge e;
  edge_iterator ei;
  if (!l->latch || EDGE_COUNT (l->header->preds) != 2)
    return false;
  FOR_EACH_EDGE (e, ei, l->header->preds)
    if (e->flags & EDGE_COMPLEX)
      return false;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge exit : exits)
    if (exit->flags & EDGE_COMPLEX)
      return false;
  return true;
}

static bool
keeps_fuel (class loop *l)
{
  return optimize && loop_outer (l) && !l->inner && has_plain_ends (l) && !calls_functions (l);
}

/* In a block that ends by leaving if it is asked to: burn; ask in a block of its own. */
static void
ask_apart (gimple *poll, class loop *l, tree fuel)
{
  basic_block test = gimple_bb (poll);
  edge leave, on;
  extract_true_false_edges_from_block (test, &leave, &on);
  tree asked = marker_output (poll, 0), below = make_ssa_name (integer_type_node);
  gimple_seq seq = NULL;
  emit_burn (&seq, below, fuel);
  replace_value_marker (poll, seq);
  gcond *condition = as_a<gcond *> (last_stmt (test));
  gimple_cond_set_condition (condition, NE_EXPR, below, integer_zero_node);
  update_stmt (condition);

  basic_block ask = split_edge (leave);
  seq = NULL;
  emit_question (&seq, asked);
  emit_load_fuel (&seq, fuel);
  append (ask, seq);
  append (ask, gimple_build_cond (NE_EXPR, asked, build_zero_cst (TREE_TYPE (asked)), NULL_TREE, NULL_TREE));
  edge out = single_succ_edge (ask);
  out->flags = (out->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  out->probability = profile_probability::even ();
  edge stay = make_edge (ask, on->dest, EDGE_FALSE_VALUE);
  stay->probability = profile_probability::even ();
  for (gphi_iterator phi = gsi_start_phis (on->dest); !gsi_end_p (phi); gsi_next (&phi))
    add_phi_arg (phi.phi (), PHI_ARG_DEF_FROM_EDGE (phi.phi (), on), stay, UNKNOWN_LOCATION);
  remove_bb_from_loops (ask);
  add_bb_to_loop (ask, l);
  rescan_loop_exit (out, true, false);
}

static void
keep_fuel (class loop *l, gimple *poll)
{
  tree fuel = create_tmp_reg (long_integer_type_node, "algoprof_fuel");
  gimple_seq seq = NULL;
  emit_load_fuel (&seq, fuel);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l), seq);
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (e->src != gimple_bb (poll))
      {
        seq = NULL;
        emit_store_fuel (&seq, fuel);
        gsi_insert_seq_on_edge_immediate (e, seq);
      }
  ask_apart (poll, l, fuel);
}

void
lower_polls (function *fun)
{
  for (const marker &m : list_recursion_markers (fun))
    if (m.kind == MARK_POLL)
      {
        class loop *l = loops_for_fn (fun) ? gimple_bb (m.stmt)->loop_father : NULL;
        if (l && keeps_fuel (l))
          {
            keep_fuel (l, m.stmt);
            continue;
          }
        gimple_seq seq = NULL;
        emit_poll (&seq, marker_output (m.stmt, 0));
        replace_value_marker (m.stmt, seq);
      }
}
