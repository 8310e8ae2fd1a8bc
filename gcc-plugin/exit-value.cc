/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before: GCC has found out what a variable of the loop says of the count.  Both
 * of its values are alive at the exit, and need a register each.
 *
 *     do
 *       j = i + 1, stop = j == n, i = j;
 *     while (!stop);
 *     hot.cost += the i that j was made of;
 *
 * After:
 *
 *     hot.cost += j - 1;
 */
#include "exit-value.h"
#include "emit.h"
#include "loops.h"

typedef std::set<gimple *> statements;

/* What a merge or an operation on registers makes; NULL_TREE: it is neither. */
static tree
result_of (gimple *stmt)
{
  tree result = NULL_TREE;
  if (gphi *phi = dyn_cast<gphi *> (stmt))
    result = gimple_phi_result (phi);
  else if (is_gimple_assign (stmt) && !gimple_vuse (stmt))
    result = gimple_assign_lhs (stmt);
  return result && TREE_CODE (result) == SSA_NAME ? result : NULL_TREE;
}

/* Is everything that is made of the value a count behind the loop?  seen: what has been
   asked for already. */
static bool
is_only_counted (tree value, class loop *l, statements *seen)
{
  imm_use_iterator it;
  use_operand_p use;
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return false;
  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || is_cost (stmt) || !seen->insert (stmt).second)
        continue;
      tree result = result_of (stmt);
      if (!result || flow_bb_inside_loop_p (l, gimple_bb (stmt)) || !is_only_counted (result, l, seen))
        return false;
    }
  return true;
}

/* The uses of the value behind the loop; empty: it has others there than counts, or the step
   may not have been made. */
static std::vector<use_operand_p>
uses_behind (tree value, class loop *l, basic_block step)
{
  std::vector<use_operand_p> uses;
  statements seen;
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || flow_bb_inside_loop_p (l, gimple_bb (stmt)))
        continue;
      tree result = result_of (stmt);
      if (!dominated_by_p (CDI_DOMINATORS, block_of_use (use), step)
          || !(is_cost (stmt) || (result && is_only_counted (result, l, &seen))))
        return {};
      uses.push_back (use);
    }
  return uses;
}

/* value - step, and nothing that GCC would see the older value in. */
static tree
step_back (gimple_seq *seq, tree value, tree step)
{
  tree type = TREE_TYPE (value), result = make_ssa_name (type);
  if (POINTER_TYPE_P (type))
    {
      gimple_seq_add_stmt (seq, gimple_build_assign (result, POINTER_PLUS_EXPR, value,
                                                     fold_build1 (NEGATE_EXPR, sizetype, step)));
      return result;
    }
  tree wrapping = unsigned_type_for (type), whole = make_ssa_name (wrapping), less = make_ssa_name (wrapping);
  gimple_seq_add_stmt (seq, gimple_build_assign (whole, NOP_EXPR, value));
  gimple_seq_add_stmt (seq, gimple_build_assign (less, MINUS_EXPR, whole, fold_convert (wrapping, step)));
  gimple_seq_add_stmt (seq, gimple_build_assign (result, NOP_EXPR, less));
  return result;
}

static void
replace_use (use_operand_p use, tree next, tree step)
{
  gimple *stmt = USE_STMT (use);
  gphi *phi = dyn_cast<gphi *> (stmt);
  gimple_seq seq = NULL;
  SET_USE (use, step_back (&seq, next, step));
  if (phi)
    gsi_insert_seq_on_edge (gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use)), seq);
  else
    {
      insert_before_stmt (stmt, seq);
      update_stmt (stmt);
    }
}

bool
count_by_next_values (class loop *l)
{
  bool changed = false;
  for (gphi_iterator phi = gsi_start_phis (l->header); !gsi_end_p (phi); gsi_next (&phi))
    {
      tree value = gimple_phi_result (phi.phi ());
      tree next = PHI_ARG_DEF_FROM_EDGE (phi.phi (), loop_latch_edge (l));
      if (virtual_operand_p (value) || TREE_CODE (next) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value)
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (next)
          || !(POINTER_TYPE_P (TREE_TYPE (value)) || INTEGRAL_TYPE_P (TREE_TYPE (value))))
        continue;
      gassign *made = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next));
      if (!made || gimple_assign_rhs1 (made) != value
          || (gimple_assign_rhs_code (made) != PLUS_EXPR && gimple_assign_rhs_code (made) != POINTER_PLUS_EXPR)
          || TREE_CODE (gimple_assign_rhs2 (made)) != INTEGER_CST)
        continue;
      for (use_operand_p use : uses_behind (value, l, gimple_bb (made)))
        {
          replace_use (use, next, gimple_assign_rhs2 (made));
          changed = true;
        }
    }
  gsi_commit_edge_inserts ();
  return changed;
}
