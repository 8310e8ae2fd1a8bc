/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     if (n > 0)                           if (n > 0)
 *       memset (p, 0, 4 * n);                hot.cost += n, memset (p, 0, 4 * n);
 *     m = PHI <n, 0>;
 *     hot.cost += m;
 *
 * Behind the call the count needs a register that outlives it, which the function has
 * to save, and the call is none of the function's last any more. */
#include "count/count-before-call.h"
#include "site/runtime-calls.h"

/* A call as GCC makes of loops. */
static bool
is_block_call (gimple *stmt)
{
  return gimple_call_builtin_p (stmt, BUILT_IN_MEMSET) || gimple_call_builtin_p (stmt, BUILT_IN_MEMCPY)
         || gimple_call_builtin_p (stmt, BUILT_IN_MEMMOVE);
}

bool
is_arithmetic (gimple *stmt)
{
  return is_gimple_assign (stmt) && !gimple_vuse (stmt) && !gimple_could_trap_p (stmt);
}

gimple *
block_call_before (basic_block bb, gimple *end)
{
  gimple_stmt_iterator g = end ? gsi_for_stmt (end) : gsi_last_bb (bb);
  if (end)
    gsi_prev_nondebug (&g);
  else if (!gsi_end_p (g) && is_gimple_debug (gsi_stmt (g)))
    gsi_prev_nondebug (&g);
  while (!gsi_end_p (g) && is_arithmetic (gsi_stmt (g)))
    gsi_prev_nondebug (&g);
  return !gsi_end_p (g) && is_block_call (gsi_stmt (g)) ? gsi_stmt (g) : NULL;
}

/* Is the value there before the call?  Does not look at PHIs, which always are. */
static bool
comes_before (tree value, gimple *call)
{
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gimple_bb (def) != gimple_bb (call))
    return true;
  for (gimple_stmt_iterator g = gsi_for_stmt (call); !gsi_end_p (g); gsi_next (&g))
    if (gsi_stmt (g) == def)
      return false;
  return true;
}

/* Move what the value is computed by behind the call to before it. */
static void
compute_before (tree value, gimple *call)
{
  if (comes_before (value, call))
    return;
  gimple *def = SSA_NAME_DEF_STMT (value);
  tree operand;
  ssa_op_iter i;
  FOR_EACH_SSA_TREE_OPERAND (operand, def, i, SSA_OP_USE)
    compute_before (operand, call);
  gimple_stmt_iterator from = gsi_for_stmt (def), to = gsi_for_stmt (call);
  gsi_move_before (&from, &to);
}

static void
add_before (gimple *cost, tree n, gimple *call)
{
  gimple_seq seq = NULL;
  compute_before (n, call);
  emit_cost_as (&seq, cost, n);
  insert_before_stmt (call, seq);
}

/* ---- a count at the beginning of a block, for the ways that lead there */

static tree
count_on (edge e, basic_block bb, tree n)
{
  gimple *def = TREE_CODE (n) == SSA_NAME ? SSA_NAME_DEF_STMT (n) : NULL;
  gphi *phi = def && gimple_bb (def) == bb ? dyn_cast<gphi *> (def) : NULL;
  return phi ? PHI_ARG_DEF_FROM_EDGE (phi, e) : n;
}

/* Are there calls on all ways but those that count nothing? */
static bool
come_from_calls (basic_block bb, tree n)
{
  bool some = false;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (!integer_zerop (count_on (e, bb, n)))
      {
        if (!single_succ_p (e->src) || (e->flags & EDGE_COMPLEX) || !block_call_before (e->src, NULL))
          return false;
        some = true;
      }
  return some;
}

static void
count_on_ways (basic_block bb, gimple *cost, tree n)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      tree count = count_on (e, bb, n);
      if (!integer_zerop (count))
        add_before (cost, count, block_call_before (e->src, NULL));
    }
}

static bool
is_first (gimple *stmt)
{
  gimple_stmt_iterator g = gsi_after_labels (gimple_bb (stmt));
  if (!gsi_end_p (g) && is_gimple_debug (gsi_stmt (g)))
    gsi_next_nondebug (&g);
  return !gsi_end_p (g) && gsi_stmt (g) == stmt;
}

static bool
count_earlier (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  tree n;
  if (!counted_by (stmt, &n))
    return false;
  if (gimple *call = block_call_before (bb, stmt))
    add_before (stmt, n, call);
  else if (is_first (stmt) && come_from_calls (bb, n))
    count_on_ways (bb, stmt, n);
  else
    return false;
  gimple_stmt_iterator g = gsi_for_stmt (stmt);
  unlink_stmt_vdef (stmt);
  gsi_remove (&g, true);
  return true;
}

unsigned
count_before_calls (function *fun)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g);)
      {
        gimple *stmt = gsi_stmt (g);
        gsi_next (&g);
        changed |= gimple_code (stmt) == GIMPLE_ASM && count_earlier (stmt);
      }
  if (!changed)
    return 0;
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa;
}
