/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cost of an instance is the number of times the loop's body was entered:
 * of executions of its BODY markers, not of latches or exits.
 *
 *     method             in the body       at an exit
 *     in memory          hot.cost += 1
 *     register           n = n + 1         hot.cost += n
 *     hidden register    asm (n + 1)       hot.cost += n
 *     induction                            hot.cost += (iv - base) / step [+ 1]
 *
 * A register costs nothing where the number of iterations can be computed
 * beforehand (final value replacement).  Elsewhere an induction variable that
 * the loop has anyway says it, or else the register stays, one instruction an
 * iteration.
 */
#include "count/count.h"
#include "site/runtime-calls.h"
#include "mark/loop-of-marker.h"
#include "mark/marker.h"

/* Can control leave through this statement, and the loop with it, by no edge? */
static bool
may_leave (gimple *stmt)
{
  if (stmt_can_throw_external (cfun, stmt))
    return true;
  gcall *call = dyn_cast<gcall *> (stmt);
  if (!call || gimple_call_internal_p (call))
    return false;
  int flags = gimple_call_flags (call);
  if (flags & ECF_NORETURN)
    return true;
  tree fndecl = gimple_call_fndecl (call);
  /* A thread may be cancelled where it writes: those GCC does not say of that they throw nothing. */
  if (fndecl && fndecl_built_in_p (fndecl))
    return fndecl_built_in_p (fndecl, BUILT_IN_NORMAL)
           && !(flags_from_decl_or_type (fndecl) & (ECF_NOTHROW | ECF_CONST | ECF_PURE));
  return !(flags & (ECF_CONST | ECF_PURE)) || (flags & ECF_LOOPING_CONST_OR_PURE);
}

static bool
loop_may_be_left (class loop *l)
{
  bool may = false;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes && !may; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g) && !may; gsi_next (&g))
      may = may_leave (gsi_stmt (g));
  free (body);
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    may |= (e->flags & EDGE_ABNORMAL) != 0;
  return may;
}


/* ---- choosing */

/* A loop of so many blocks is a test and a body. */
static const unsigned STRAIGHT_BLOCKS = 3;

/* Does a variable of this type, modulo its range, tell that many steps apart for
   as long as the loop can run? */
static bool
tells_apart (class loop *l, tree type, const affine_iv &iv)
{
  widest_int latches;
  if (never_runs_over (type, iv))
    return true;
  return max_loop_iterations (l, &latches)
         && wi::leu_p (latches * absu_hwi (int_cst_value (iv.step)),
                       wi::mask<widest_int> (TYPE_PRECISION (type), false));
}

/* Is this an induction variable whose value tells the number of latches that
   were taken?  Its step is a power of two. */
static bool
usable_iv (class loop *l, gphi *phi, HOST_WIDE_INT *step)
{
  tree value = gimple_phi_result (phi), type = TREE_TYPE (value);
  affine_iv iv;
  if (virtual_operand_p (value) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value)
      || !(POINTER_TYPE_P (type) || INTEGRAL_TYPE_P (type))
      || !simple_iv (l, l, value, &iv, false) || TREE_CODE (iv.step) != INTEGER_CST
      || !cst_and_fits_in_hwi (iv.step) || !tells_apart (l, type, iv))
    return false;
  *step = int_cst_value (iv.step);
  return *step && pow2p_hwi (absu_hwi (*step));
}

/* One BODY that runs in each iteration. */
static bool
body_in_each_iteration (class loop *l, const std::vector<gimple *> &bodies)
{
  return bodies.size () == 1 && l->latch
         && dominated_by_p (CDI_DOMINATORS, l->latch, gimple_bb (bodies[0]))
         && gimple_bb (bodies[0])->loop_father == l;
}

static void
plan_uncountable (class loop *l, const std::vector<gimple *> &bodies, count_plan *plan)
{
  /* Branches inside the loop are better off without an asm between them. */
  plan->method = l->num_nodes <= STRAIGHT_BLOCKS ? COUNT_HIDDEN_REGISTER : COUNT_REGISTER;
  if (!body_in_each_iteration (l, bodies))
    return;
  for (gphi_iterator phi = gsi_start_phis (l->header); !gsi_end_p (phi); gsi_next (&phi))
    if (usable_iv (l, phi.phi (), &plan->step))
      {
        plan->method = COUNT_INDUCTION;
        plan->iv = phi.phi ();
        plan->base = PHI_ARG_DEF_FROM_EDGE (plan->iv, loop_preheader_edge (l));
        return;
      }
}

count_plan
plan_count (class loop *l, const std::vector<gimple *> &bodies)
{
  count_plan plan = { COUNT_REGISTER, NULL, NULL_TREE, 0 };
  if (loop_may_be_left (l))
    plan.method = COUNT_IN_MEMORY;
  else if (optimize)
    {
      scev_initialize ();
      if (chrec_contains_undetermined (number_of_latch_executions (l)))
        plan_uncountable (l, bodies, &plan);
      scev_finalize ();
    }
  return plan;
}

/* ---- counting */

/* Where the program steps a variable of the loop by one.  GCC may find that the count has the same
   values, and keep the count's addition for both. */
static location_t
place_of_step (class loop *l)
{
  for (gphi_iterator phi = gsi_start_phis (l->header); l->latch && !gsi_end_p (phi); gsi_next (&phi))
    {
      tree next = PHI_ARG_DEF_FROM_EDGE (phi.phi (), loop_latch_edge (l));
      gassign *step = TREE_CODE (next) == SSA_NAME ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next)) : NULL;
      if (step && gimple_assign_rhs_code (step) == PLUS_EXPR && integer_onep (gimple_assign_rhs2 (step))
          && gimple_assign_rhs1 (step) == gimple_phi_result (phi.phi ()))
        return gimple_location (step);
    }
  return UNKNOWN_LOCATION;
}

/* n = n + 1, n being a plain variable: update_ssa makes the PHIs. */
static void
increment (gimple_seq *seq, tree n, bool hidden, location_t where)
{
  if (hidden)
    {
      emit_hidden_increment (seq, n);
      return;
    }
  gassign *more = gimple_build_assign (n, PLUS_EXPR, n, build_one_cst (TREE_TYPE (n)));
  gimple_set_location (more, where);
  gimple_seq_add_stmt (seq, more);
}

/* The variable's value on this exit; *ahead: it has made its next step already, and
   the value before it is dead and shall stay so. */
static tree
value_of_iv (class loop *l, gphi *iv, edge exit, bool *ahead)
{
  tree next = PHI_ARG_DEF_FROM_EDGE (iv, loop_latch_edge (l));
  basic_block bb = TREE_CODE (next) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (next)) : NULL;
  *ahead = bb && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (next)
           && bb->loop_father == l && dominated_by_p (CDI_DOMINATORS, exit->src, bb);
  return *ahead ? next : gimple_phi_result (iv);
}

/* later - earlier, unsigned.  Of pointers as the program would write it, and may write it. */
static tree
difference (gimple_seq *seq, tree later, tree earlier)
{
  tree type = unsigned_type_for (TREE_TYPE (later));
  if (POINTER_TYPE_P (TREE_TYPE (later)))
    return gimple_convert (seq, type, gimple_build (seq, POINTER_DIFF_EXPR, ptrdiff_type_node, later, earlier));
  return gimple_build (seq, MINUS_EXPR, type, gimple_convert (seq, type, later), gimple_convert (seq, type, earlier));
}

/* What the induction variable says on this exit. */
static tree
count_of_iv (gimple_seq *seq, class loop *l, const count_plan &plan, edge exit,
             basic_block body)
{
  bool ahead;
  tree value = value_of_iv (l, plan.iv, exit, &ahead);
  tree type = unsigned_type_for (TREE_TYPE (value));
  tree n = plan.step > 0 ? difference (seq, value, plan.base) : difference (seq, plan.base, value);
  if (ahead)
    n = gimple_build (seq, MINUS_EXPR, type, n, build_int_cst (type, absu_hwi (plan.step)));
  if (int shift = exact_log2 (absu_hwi (plan.step)))
    n = gimple_build (seq, RSHIFT_EXPR, type, n, build_int_cst (integer_type_node, shift));
  n = gimple_convert (seq, long_unsigned_type_node, n);
  if (dominated_by_p (CDI_DOMINATORS, exit->src, body))
    n = gimple_build (seq, PLUS_EXPR, long_unsigned_type_node, n,
                      build_one_cst (long_unsigned_type_node));
  return n;
}

void
count_loop (class loop *l, edge entry, const site_decls &site, const count_plan &plan,
            const std::vector<gimple *> &bodies)
{
  bool in_memory = plan.method == COUNT_IN_MEMORY, by_iv = plan.method == COUNT_INDUCTION;
  bool variable = !by_iv && !in_memory;
  tree n = variable ? create_tmp_reg (long_unsigned_type_node, "algoprof_n") : NULL_TREE;
  basic_block body_block = bodies.empty () ? NULL : gimple_bb (bodies[0]);
  location_t where = variable ? place_of_step (l) : UNKNOWN_LOCATION;
  for (gimple *body : bodies)
    {
      gimple_seq seq = NULL;
      if (variable)
        increment (&seq, n, plan.method == COUNT_HIDDEN_REGISTER, where);
      if (in_memory)
        emit_cost_in (&seq, site, build_one_cst (long_unsigned_type_node));
      replace_marker (body, seq);
    }
  if (in_memory)
    return;
  if (variable)
    gsi_insert_on_edge (entry, gimple_build_assign (n, build_zero_cst (long_unsigned_type_node)));
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (!(e->flags & EDGE_ABNORMAL))
      {
        gimple_seq seq = NULL;
        emit_cost_in (&seq, site, by_iv ? count_of_iv (&seq, l, plan, e, body_block) : n);
        gsi_insert_seq_on_edge (e, seq);
      }
  gsi_commit_edge_inserts ();
}
