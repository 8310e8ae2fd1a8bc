/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     --hot.countdown, below = sign            m = n * 2
 *     m = n * 2                                --hot.countdown, below = sign
 *     if (below) ...                           if (below) ...
 *
 * Of recursions; those of loops are put into the finished code (copy/loop-countdowns.cc).  GCC has moved code in
 * between.  If that changes the flags, as most does, the sign needs a register, and is tested again.  The same
 * if something else that is 0 behind the branch is said to be the sign, as "uncprop" does.
 */
#include "sample/join-countdowns.h"
#include "site/runtime-calls.h"

/* May it be done before the countdown as well? */
static bool
is_harmless (gimple *stmt)
{
  return is_gimple_debug (stmt) || (is_gimple_assign (stmt) && !gimple_vdef (stmt) && !gimple_has_volatile_ops (stmt)
                                    && !stmt_could_throw_p (cfun, stmt));
}

/* It was said of zeros only. */
static bool
is_asked_by (tree below, gimple *branch)
{
  imm_use_iterator it;
  gimple *stmt;
  use_operand_p use;
  bool only = true;
  FOR_EACH_IMM_USE_STMT (stmt, it, below)
    if (gimple_code (stmt) == GIMPLE_PHI)
      FOR_EACH_IMM_USE_ON_STMT (use, it)
        SET_USE (use, build_zero_cst (TREE_TYPE (below)));
    else if (stmt != branch && !is_gimple_debug (stmt))
      only = false;
  return only;
}

static bool
join_countdown (gcond *branch)
{
  tree below = gimple_cond_lhs (branch);
  gimple *countdown = TREE_CODE (below) == SSA_NAME ? SSA_NAME_DEF_STMT (below) : NULL;
  if (!countdown || !is_countdown (countdown) || gimple_bb (countdown) != gimple_bb (branch)
      || gimple_cond_code (branch) != NE_EXPR || !is_asked_by (below, branch))
    return false;
  gimple_stmt_iterator from = gsi_for_stmt (countdown), to = gsi_for_stmt (branch), g = from;
  gsi_next (&g);
  if (gsi_stmt (g) == branch)
    return false;
  for (; gsi_stmt (g) != branch; gsi_next (&g))
    if (!is_harmless (gsi_stmt (g)))
      return false;
  gsi_move_before (&from, &to);
  return true;
}

bool
join_countdowns (function *fun)
{
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (gcond *branch = safe_dyn_cast<gcond *> (last_stmt (bb)))
      changed |= join_countdown (branch);
  return changed;
}
