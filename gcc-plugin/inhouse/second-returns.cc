/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inhouse/second-returns.h"

/* In its block. */
static std::vector<gimple *>
statements_ahead (gimple *call)
{
  std::vector<gimple *> ahead;
  for (gimple_stmt_iterator g = gsi_after_labels (gimple_bb (call)); gsi_stmt (g) != call; gsi_next (&g))
    if (!is_gimple_debug (gsi_stmt (g)))
      ahead.push_back (gsi_stmt (g));
  return ahead;
}

std::vector<gimple *>
find_second_returns (function *fun)
{
  std::vector<gimple *> calls;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (is_gimple_call (gsi_stmt (g)) && gimple_call_flags (gsi_stmt (g)) & ECF_RETURNS_TWICE
          && statements_ahead (gsi_stmt (g)).empty ())
        calls.push_back (gsi_stmt (g));
  return calls;
}

/* By which control comes the first time.  Empty: it never comes a second time, or nothing can be put on some of them. */
static std::vector<edge>
first_ways (basic_block bb)
{
  std::vector<edge> ways;
  bool second = false;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->flags & EDGE_EH)
      return {};
    else if (e->flags & EDGE_ABNORMAL)
      second = true;
    else
      ways.push_back (e);
  return second ? ways : std::vector<edge> ();
}

/* Is what they set used by nothing else? */
static bool
are_by_themselves (const std::vector<gimple *> &statements)
{
  for (gimple *s : statements)
    {
      tree name;
      ssa_op_iter i;
      FOR_EACH_SSA_TREE_OPERAND (name, s, i, SSA_OP_DEF)
        {
          use_operand_p use;
          imm_use_iterator uses;
          FOR_EACH_IMM_USE_FAST (use, uses, name)
            if (std::find (statements.begin (), statements.end (), USE_STMT (use)) == statements.end ())
              return false;
        }
    }
  return true;
}

/* A copy of them, with names of its own. */
static gimple_seq
copy_of (const std::vector<gimple *> &statements)
{
  gimple_seq seq = NULL;
  std::map<tree, tree> named;
  for (gimple *s : statements)
    {
      gimple *copy = gimple_copy (s);
      if (gimple_has_mem_ops (copy))
        {
          gimple_set_vdef (copy, NULL_TREE);    /* virtual operands are made anew */
          gimple_set_vuse (copy, NULL_TREE);
        }
      use_operand_p use;
      def_operand_p def;
      ssa_op_iter i;
      gimple_seq_add_stmt (&seq, copy);
      FOR_EACH_SSA_USE_OPERAND (use, copy, i, SSA_OP_USE)
        if (named.count (USE_FROM_PTR (use)))
          SET_USE (use, named[USE_FROM_PTR (use)]);
      FOR_EACH_SSA_DEF_OPERAND (def, copy, i, SSA_OP_DEF)
        {
          tree name = DEF_FROM_PTR (def);
          SET_DEF (def, named[name] = copy_ssa_name (name, copy));
        }
    }
  return seq;
}

void
clear_second_returns (const std::vector<gimple *> &calls)
{
  for (gimple *call : calls)
    {
      std::vector<gimple *> ahead = statements_ahead (call);
      std::vector<edge> ways = first_ways (gimple_bb (call));
      if (ahead.empty () || ways.empty () || !are_by_themselves (ahead))
        continue;
      for (edge e : ways)
        gsi_insert_seq_on_edge (e, copy_of (ahead));
      for (size_t i = ahead.size (); i-- > 0;)
        {
          gimple_stmt_iterator g = gsi_for_stmt (ahead[i]);
          unlink_stmt_vdef (ahead[i]);
          gsi_remove (&g, true);
          release_defs (ahead[i]);
        }
    }
  gsi_commit_edge_inserts ();
}
