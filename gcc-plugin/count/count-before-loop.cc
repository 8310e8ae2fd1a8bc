/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     if (n > 0)                           if (n > 0)
 *       while (i < n) ...                    {
 *     m = PHI <n, 0>;                          hot.cost += n;
 *     hot.cost += m;                           while (i < n) ...
 *                                            }
 *
 * Behind the loop (which may be several by now: for vectors, for what is left) the count needs a
 * register that outlives it, and one for 0 where the loop is not entered.
 *
 * Nothing in between looks at the count, none of it ends but by its edges, and each way from there
 * leads to where the count was added, once.
 */
#include "count/count-before-loop.h"
#include "count/count-before-call.h"
#include "site/runtime-calls.h"
#include "mark/loop-of-marker.h"

/* So many blocks are looked at, so many for a place, and so long are expressions that are computed earlier. */
static const size_t MOST_BLOCKS = 200;
static const unsigned MOST_STEPS = 32, MOST_DEPTH = 8;

/* An addition, and the edges on which it adds `n'; on others that lead to it, 0. */
struct late_count
{
  gimple *stmt;
  basic_block join;
  tree n;
  std::set<edge> ways;
};

/* ---- what there is */

static tree
value_on (edge e, gphi *phi, tree n)
{
  return phi ? PHI_ARG_DEF_FROM_EDGE (phi, e) : n;
}

/* What that value is besides on an edge that is taken where two are equal, or NULL: there GCC writes
   either for the other (uncprop). */
static tree
equal_on (edge e, tree value)
{
  gimple_stmt_iterator last = gsi_last_bb (e->src);
  gcond *cond = gsi_end_p (last) ? NULL : dyn_cast<gcond *> (gsi_stmt (last));
  if (!cond || gimple_cond_code (cond) != (e->flags & EDGE_TRUE_VALUE ? EQ_EXPR : NE_EXPR))
    return NULL_TREE;
  if (gimple_cond_lhs (cond) == value)
    return gimple_cond_rhs (cond);
  return gimple_cond_rhs (cond) == value ? gimple_cond_lhs (cond) : NULL_TREE;
}

static bool
is_added_on (edge e, gphi *phi, tree added, tree n)
{
  tree value = value_on (e, phi, added), other = equal_on (e, value);
  return operand_equal_p (value, n) || (other && operand_equal_p (other, n));
}

/* false: it adds different numbers, or control comes by ways that cannot be followed. */
static bool
find_ways (late_count *c)
{
  tree added = cost_added (c->stmt);
  gimple *def = TREE_CODE (added) == SSA_NAME ? SSA_NAME_DEF_STMT (added) : NULL;
  gphi *phi = def && gimple_bb (def) == c->join ? dyn_cast<gphi *> (def) : NULL;
  edge e, first = NULL;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, c->join->preds)
    {
      if (e->flags & EDGE_COMPLEX || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
        return false;
      if (integer_zerop (value_on (e, phi, added)))
        continue;
      first = first ? first : e;
      c->ways.insert (e);
    }
  if (!first)
    return false;
  tree value = value_on (first, phi, added);
  for (tree n : { value, equal_on (first, value) })
    if (n && std::all_of (c->ways.begin (), c->ways.end (),
                          [&] (edge way) { return is_added_on (way, phi, added, n); }))
      {
        c->n = n;
        return true;
      }
  return false;
}

/* May the count be added before this rather than behind it? */
static bool
is_crossable (gimple *stmt)
{
  if (is_gimple_debug (stmt) || is_cost (stmt))
    return true;
  if (gimple_code (stmt) == GIMPLE_ASM || gimple_has_volatile_ops (stmt) || stmt_could_throw_p (cfun, stmt))
    return false;
  if (!is_gimple_call (stmt))
    return true;
  int flags = gimple_call_flags (stmt);
  return (gimple_call_internal_p (stmt) || gimple_call_builtin_p (stmt, BUILT_IN_NORMAL))
         && flags & (ECF_CONST | ECF_PURE) && !(flags & (ECF_NORETURN | ECF_LOOPING_CONST_OR_PURE));
}

/* end: NULL, or a statement of the block that is not looked at any more. */
static bool
is_crossable_block (basic_block bb, gimple *end)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g) && gsi_stmt (g) != end; gsi_next (&g))
    if (!is_crossable (gsi_stmt (g)))
      return false;
  return true;
}

/* ---- where it may go */

typedef std::set<basic_block> blocks;

/* The blocks that control comes by from the end of that one to ways of the count; empty: or it
   comes elsewhere, or to what the count may not be moved over. */
static blocks
blocks_between (const late_count &c, basic_block from)
{
  blocks seen = { from };
  std::vector<basic_block> work = { from };
  while (!work.empty ())
    {
      basic_block bb = work.back ();
      edge e;
      edge_iterator ei;
      work.pop_back ();
      FOR_EACH_EDGE (e, ei, bb->succs)
        {
          if (c.ways.count (e))
            continue;
          if (e->flags & EDGE_COMPLEX || e->dest == c.join || e->dest == from)
            return {};
          if (!seen.insert (e->dest).second)
            continue;
          if (seen.size () > MOST_BLOCKS || EDGE_COUNT (e->dest->succs) == 0 || !is_crossable_block (e->dest, NULL))
            return {};
          work.push_back (e->dest);
        }
    }
  return seen;
}

/* Does the end of that block run once for each way of the count that is taken?  It does if all
   ways from there lead to those, and none of these can be come to but from there. */
static bool
leads_to_ways (const late_count &c, basic_block from)
{
  blocks between = blocks_between (c, from);
  for (edge e : c.ways)
    if (!between.count (e->src))
      return false;
  for (basic_block bb : between)
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (bb != from && !between.count (e->src))
          return false;
    }
  return true;
}

static bool
is_there (tree value, basic_block bb)
{
  return TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value)
         || dominated_by_p (CDI_DOMINATORS, bb, gimple_bb (SSA_NAME_DEF_STMT (value)));
}

/* Is the value there at the end of that block, or can it be computed there? */
static bool
can_be_there (tree value, basic_block bb, unsigned depth)
{
  if (is_there (value, bb))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  tree operand;
  ssa_op_iter i;
  if (!depth || !is_arithmetic (def))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (operand, def, i, SSA_OP_USE)
    if (!can_be_there (operand, bb, depth - 1))
      return false;
  return true;
}

/* Is there room for a statement behind all others of the block, but for its branch? */
static bool
has_end (basic_block bb)
{
  gimple_stmt_iterator last = gsi_last_nondebug_bb (bb);
  return gsi_end_p (last) || !stmt_ends_bb_p (gsi_stmt (last)) || gimple_code (gsi_stmt (last)) == GIMPLE_COND
         || gimple_code (gsi_stmt (last)) == GIMPLE_SWITCH;
}

/* The first block at whose end the count can be added, or NULL. */
static basic_block
earliest_block (const late_count &c)
{
  basic_block best = NULL, bb = NULL;
  for (edge e : c.ways)
    bb = bb ? nearest_common_dominator (CDI_DOMINATORS, bb, e->src) : e->src;
  for (unsigned steps = 0; bb != ENTRY_BLOCK_PTR_FOR_FN (cfun) && steps < MOST_STEPS
                           && can_be_there (c.n, bb, MOST_DEPTH); steps++)
    {
      if (has_end (bb) && leads_to_ways (c, bb))
        best = bb;
      bb = get_immediate_dominator (CDI_DOMINATORS, bb);
    }
  return best;
}

/* ---- moving it */

static void
append_before_branch (basic_block bb, gimple_seq seq)
{
  gimple_stmt_iterator g = gsi_last_bb (bb);
  if (!gsi_end_p (g) && stmt_ends_bb_p (gsi_stmt (g)))
    gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
  else
    gsi_insert_seq_after (&g, seq, GSI_NEW_STMT);
}

/* What GCC knows of its range it may know from conditions in between. */
static void
compute_there (tree value, basic_block bb)
{
  if (is_there (value, bb))
    return;
  gimple *def = SSA_NAME_DEF_STMT (value);
  tree operand;
  ssa_op_iter i;
  FOR_EACH_SSA_TREE_OPERAND (operand, def, i, SSA_OP_USE)
    compute_there (operand, bb);
  reset_flow_sensitive_info (value);
  gimple_stmt_iterator g = gsi_for_stmt (def);
  gsi_remove (&g, false);
  gimple_seq seq = NULL;
  gimple_seq_add_stmt_without_update (&seq, def);
  append_before_branch (bb, seq);
}

static bool
move_ahead (gimple *stmt)
{
  late_count c = { stmt, gimple_bb (stmt), NULL_TREE, {} };
  if (!find_ways (&c) || !is_crossable_block (c.join, stmt))
    return false;
  basic_block bb = earliest_block (c);
  if (!bb)
    return false;
  gimple_seq seq = NULL;
  compute_there (c.n, bb);
  emit_cost_as (&seq, stmt, c.n);
  append_before_branch (bb, seq);
  tree merged = cost_added (stmt);
  gimple_stmt_iterator g = gsi_for_stmt (stmt);
  unlink_stmt_vdef (stmt);
  gsi_remove (&g, true);
  if (merged != c.n && has_zero_uses (merged))
    {
      g = gsi_for_stmt (SSA_NAME_DEF_STMT (merged));
      remove_phi_node (&g, true);
    }
  return true;
}

/* ---- which */

static std::vector<gimple *>
hot_counts (function *fun)
{
  std::vector<gimple *> counts;
  basic_block bb;
  tree n;
  FOR_EACH_BB_FN (bb, fun)
    if (optimize_bb_for_speed_p (bb))
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
        if (counted_by (gsi_stmt (g), &n))
          counts.push_back (gsi_stmt (g));
  return counts;
}

unsigned
count_ahead (function *fun)
{
  std::vector<gimple *> counts = hot_counts (fun);
  if (optimize < 2 || counts.empty ())
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  bool moved = false;
  for (gimple *stmt : counts)
    moved |= move_ahead (stmt);
  if (!moved)
    return 0;
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa;
}
