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
 *
 * Before: GCC has found out the count, and divides for it; a variable has it for a shift.
 *
 *     do
 *       i += 16;
 *     while (i < n);
 *     hot.cost += (n - 1 >> 4) + 1;
 *
 * After:
 *
 *     hot.cost += i >> 4;
 *
 * Before: a loop that GCC split off of one whose count could not be known, and may vectorise if
 * only the variable that tells it is not alive in it.
 *
 *     do
 *       *out++ = *a++, i++;
 *     while (i < n);
 *     hot.cost += out - first;
 *
 * After:
 *
 *     last = out + MAX (n - i, 1);
 *     do ... while (i < n);
 *     hot.cost += last - first;
 */
#include "count/exit-value.h"
#include "arch/x86_64/emit.h"
#include "mark/find-loops.h"

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

/* ---- what is divided for */

static gassign *
assignment (tree value)
{
  return TREE_CODE (value) == SSA_NAME ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value)) : NULL;
}

/* X of (unsigned long) X + 1 that is divided by a power of two; else NULL_TREE. */
static tree
divided (tree count)
{
  gassign *sum = assignment (count);
  if (!sum || gimple_assign_rhs_code (sum) != PLUS_EXPR || !integer_onep (gimple_assign_rhs2 (sum))
      || !useless_type_conversion_p (long_unsigned_type_node, TREE_TYPE (count)))
    return NULL_TREE;
  tree value = gimple_assign_rhs1 (sum);
  gassign *made = assignment (value);
  if (made && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (made))
      && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_rhs1 (made))))
    value = gimple_assign_rhs1 (made), made = assignment (value);
  return made && gimple_assign_rhs_code (made) == RSHIFT_EXPR && TYPE_UNSIGNED (TREE_TYPE (value)) ? value : NULL_TREE;
}

bool
is_divided (tree count)
{
  return divided (count) && has_single_use (count);
}

/* Is this an unsigned division, and that the shift that does the same? */
static bool
is_shift_of (gassign *made, tree expression)
{
  bool division = TREE_CODE (expression) == TRUNC_DIV_EXPR || TREE_CODE (expression) == FLOOR_DIV_EXPR
                  || TREE_CODE (expression) == EXACT_DIV_EXPR;
  return division && TYPE_UNSIGNED (TREE_TYPE (expression)) && gimple_assign_rhs_code (made) == RSHIFT_EXPR
         && tree_fits_uhwi_p (gimple_assign_rhs2 (made)) && tree_fits_uhwi_p (TREE_OPERAND (expression, 1))
         && exact_log2 (tree_to_uhwi (TREE_OPERAND (expression, 1))) == (int) tree_to_uhwi (gimple_assign_rhs2 (made));
}

/* Is the value computed as the expression says? */
static bool
is_computed_as (tree value, tree expression)
{
  if (operand_equal_p (value, expression))
    return true;
  gassign *made = assignment (value);
  if (!made || !types_compatible_p (TREE_TYPE (value), TREE_TYPE (expression)))
    return false;
  if (gassign *other = assignment (expression))
    expression = gimple_assign_rhs_to_tree (other);
  if (is_shift_of (made, expression))
    return is_computed_as (gimple_assign_rhs1 (made), TREE_OPERAND (expression, 0));
  if (gimple_assign_rhs_code (made) != TREE_CODE (expression)
      && !(CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (made)) && CONVERT_EXPR_P (expression)))
    return false;
  if (!EXPR_P (expression) || gimple_num_ops (made) != (unsigned) TREE_OPERAND_LENGTH (expression) + 1)
    return false;
  for (int i = 0; i < TREE_OPERAND_LENGTH (expression); i++)
    if (!is_computed_as (gimple_op (made, i + 1), TREE_OPERAND (expression, i)))
      return false;
  return true;
}

/* Does the variable begin at 0 and step by a power of two, up to the loop's end and without
   running over? */
static bool
steps_from_0 (class loop *l, gphi *phi, int *shift)
{
  tree value = gimple_phi_result (phi), type = TREE_TYPE (value);
  affine_iv iv;
  if (virtual_operand_p (value) || !INTEGRAL_TYPE_P (type) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value)
      || !simple_iv (l, l, value, &iv, false) || !integer_zerop (iv.base) || !tree_fits_shwi_p (iv.step)
      || !never_runs_over (type, iv))
    return false;
  *shift = tree_to_shwi (iv.step) > 0 ? exact_log2 (tree_to_shwi (iv.step)) : -1;
  return *shift >= 0;
}

/* The last value of such a variable that steps before the exit in each iteration; NULL_TREE: there
   is none. */
static tree
last_stepped (class loop *l, edge exit, int *shift)
{
  for (gphi_iterator phi = gsi_start_phis (l->header); !gsi_end_p (phi); gsi_next (&phi))
    {
      tree next = PHI_ARG_DEF_FROM_EDGE (phi.phi (), loop_latch_edge (l));
      gassign *made = assignment (next);
      if (made && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (next) && steps_from_0 (l, phi.phi (), shift)
          && gimple_bb (made)->loop_father == l && dominated_by_p (CDI_DOMINATORS, exit->src, gimple_bb (made)))
        return next;
    }
  return NULL_TREE;
}

/* The loop that the count is computed behind, and by which it is left; NULL: none. */
static edge
exit_before (basic_block bb)
{
  if (!single_pred_p (bb))
    return NULL;
  edge e = single_pred_edge (bb);
  class loop *l = e->src->loop_father;
  return loop_outer (l) && !flow_bb_inside_loop_p (l, bb) && single_exit (l) == e ? e : NULL;
}

bool
count_by_last_value (tree count)
{
  tree latches = divided (count);
  edge exit = latches ? exit_before (gimple_bb (SSA_NAME_DEF_STMT (count))) : NULL;
  class tree_niter_desc desc;
  int shift;
  if (!exit || !number_of_iterations_exit (exit->src->loop_father, exit, &desc, false)
      || !integer_zerop (desc.may_be_zero) || !is_computed_as (latches, desc.niter))
    return false;
  tree last = last_stepped (exit->src->loop_father, exit, &shift);
  if (!last)
    return false;
  gimple_seq seq = NULL;
  tree wide = gimple_convert (&seq, unsigned_type_for (TREE_TYPE (last)), last);
  tree n = gimple_build (&seq, RSHIFT_EXPR, TREE_TYPE (wide), wide, build_int_cst (integer_type_node, shift));
  n = gimple_convert (&seq, long_unsigned_type_node, n);
  gimple *old = SSA_NAME_DEF_STMT (count);
  insert_before_stmt (old, seq);
  gimple_stmt_iterator g = gsi_for_stmt (old);
  replace_uses_by (count, n);
  gsi_remove (&g, true);
  release_ssa_name (count);
  return true;
}

/* ---- what is known of a part of a loop */

/* Is it quick to compute how often the loop repeats?  GCC thinks nothing of a choice. */
static bool
is_quickly_known (tree latches)
{
  if (TREE_CODE (latches) != COND_EXPR)
    return !chrec_contains_undetermined (latches) && !expression_expensive_p (latches);
  tree condition = TREE_OPERAND (latches, 0);
  return COMPARISON_CLASS_P (condition) && !expression_expensive_p (TREE_OPERAND (condition, 0))
         && !expression_expensive_p (TREE_OPERAND (condition, 1)) && is_quickly_known (TREE_OPERAND (latches, 1))
         && is_quickly_known (TREE_OPERAND (latches, 2));
}

/* The value that the variable has when the loop ends, or NULL_TREE. */
static tree
final_value (class loop *l, tree value)
{
  tree type = TREE_TYPE (value), evolution = analyze_scalar_evolution (l, value);
  if (!(POINTER_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && TYPE_UNSIGNED (type)))
      || TREE_CODE (evolution) != POLYNOMIAL_CHREC || CHREC_VARIABLE (evolution) != (unsigned) l->num
      || !is_quickly_known (number_of_latch_executions (l)))
    return NULL_TREE;
  tree last = compute_overall_effect_of_inner_loop (l, evolution);
  return tree_does_not_contain_chrecs (last) && expr_invariant_in_loop_p (l, last) ? last : NULL_TREE;
}

/* What the PHI behind the loop has of it is counted, and nothing else is made of it. */
static bool
count_by_final_value (class loop *l, edge exit, gphi *phi)
{
  tree value = PHI_ARG_DEF_FROM_EDGE (phi, exit);
  statements seen;
  if (virtual_operand_p (value) || TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
      || !flow_bb_inside_loop_p (l, gimple_bb (SSA_NAME_DEF_STMT (value)))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value) || !is_only_counted (gimple_phi_result (phi), l, &seen))
    return false;
  tree last = final_value (l, value);
  if (!last)
    return false;
  gimple_seq seq = NULL;
  last = fold_convert (TREE_TYPE (value), unshare_expr (last));
  last = force_gimple_operand (last, &seq, true, NULL_TREE);
  SET_PHI_ARG_DEF (phi, exit->dest_idx, last);
  gsi_insert_seq_on_edge (exit, seq);
  return true;
}

/* What it is computed of may come from another loop, which it has to leave by a PHI. */
void
count_by_final_values (function *fun)
{
  bool changed = false;
  scev_reset ();
  FOR_EACH_LOOP_NUMBER (fun, n)
    {
      class loop *l = get_loop (fun, n);
      edge exit = l && !l->inner && optimize_loop_for_speed_p (l) ? single_exit (l) : NULL;
      if (!exit)
        continue;
      for (gphi_iterator phi = gsi_start_phis (exit->dest); !gsi_end_p (phi); gsi_next (&phi))
        changed |= count_by_final_value (l, exit, phi.phi ());
    }
  if (!changed)
    return;
  gsi_commit_edge_inserts ();
  rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  scev_reset ();
}
