/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which loops can be left, and which of them go on in the original. */
#include "leave-where.h"
#include "loops.h"

/* A loop that is known to run so often at most, and calls nothing, is not left. */
static const unsigned FEW_ITERATIONS = 32;

/* Of so many statements an iteration, one more or less is not felt. */
static const unsigned HEAVY = 30;

bool
is_worth_leaving (class loop *l)
{
  edge back = l->latch ? loop_latch_edge (l) : NULL;
  if (!back || (back->flags & EDGE_COMPLEX) || !can_duplicate_loop_p (l))
    return false;
  if (!optimize)
    return true;
  if (calls_functions (l))
    return true;                /* each iteration may take as long as it likes */
  scev_initialize ();
  tree latches = number_of_latch_executions (l);
  bool is_short = latches && TREE_CODE (latches) == INTEGER_CST && tree_fits_uhwi_p (latches)
                  && tree_to_uhwi (latches) < FEW_ITERATIONS;
  scev_finalize ();
  return !is_short;
}

std::set<gphi *>
counters_of (class loop *l)
{
  std::set<gphi *> counters;
  scev_initialize ();
  for (gphi_iterator p = gsi_start_phis (l->header); !gsi_end_p (p); gsi_next (&p))
    {
      tree value = gimple_phi_result (p.phi ()), type = TREE_TYPE (value);
      affine_iv iv;
      if (TREE_CODE (type) == INTEGER_TYPE && TYPE_PRECISION (type) <= BITS_PER_WORD
          && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value) && simple_iv (l, l, value, &iv, false)
          && !integer_zerop (iv.step))
        counters.insert (p.phi ());
    }
  scev_finalize ();
  return counters;
}

/* Statements of a loop, but for those of the loops in it; *calls: some, or of theirs, call
   what GCC knows nothing of. */
static unsigned
weight (class loop *l, bool *calls)
{
  unsigned n = 0;
  basic_block *body = get_loop_body (l);
  *calls = false;
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_nondebug_bb (body[i]); !gsi_end_p (g); gsi_next_nondebug (&g))
      {
        n += body[i]->loop_father == l;
        if (gcall *call = dyn_cast<gcall *> (gsi_stmt (g)))
          *calls |= !gimple_call_internal_p (call) && !gimple_call_builtin_p (call)
                    && !(gimple_call_flags (call) & (ECF_CONST | ECF_PURE));
      }
  free (body);
  return n;
}

/* Are it and those in it, one in the other, loops whose iterations can be computed? */
static bool
is_countable_nest (class loop *l)
{
  for (; l; l = l->inner)
    if (!single_exit (l) || (l->inner && l->inner->next)
        || chrec_contains_undetermined (number_of_latch_executions (l)))
      return false;
  return true;
}

/* Does it write nothing and read one thing, as what GCC makes a call of strlen of? */
static bool
is_search (class loop *l)
{
  unsigned reads = 0;
  bool writes = false;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_nondebug_bb (body[i]); !gsi_end_p (g); gsi_next_nondebug (&g))
      {
        reads += gimple_assign_load_p (gsi_stmt (g));
        writes |= is_gimple_assign (gsi_stmt (g)) && gimple_vdef (gsi_stmt (g));
      }
  free (body);
  return !l->inner && single_exit (l) && reads == 1 && !writes;
}

/* GCC may make vectors or a library call of it, or exchange it with the loop in it, if it
   calls nothing else. */
static bool
may_become_another (class loop *l)
{
  scev_initialize ();
  bool may = is_search (l) || is_countable_nest (l);
  scev_finalize ();
  return may;
}

/* Does it divide?  That is shorter where GCC knows what is divided not to be negative. */
static bool
divides (class loop *l)
{
  bool found = false;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes && !found; i++)
    for (gimple_stmt_iterator g = gsi_start_nondebug_bb (body[i]); !gsi_end_p (g) && !found; gsi_next_nondebug (&g))
      if (gassign *assign = dyn_cast<gassign *> (gsi_stmt (g)))
        found = gimple_assign_rhs_code (assign) == TRUNC_DIV_EXPR
                || gimple_assign_rhs_code (assign) == TRUNC_MOD_EXPR;
  free (body);
  return found;
}

/* Is it of use to GCC to know a range of these?  It is to be extended where it is an index. */
static bool
is_better_known (tree type, bool divided)
{
  if (!INTEGRAL_TYPE_P (type) || TREE_CODE (type) == BOOLEAN_TYPE)
    return false;
  return divided || !TYPE_UNSIGNED (type) || TYPE_PRECISION (type) < TYPE_PRECISION (unsigned_type_node);
}

/* GCC knows a range of it that is of use, but not of a number that comes from a clone. */
static bool
has_range (class loop *l)
{
  std::set<gphi *> counters = counters_of (l);
  bool divided = divides (l);
  for (gphi_iterator p = gsi_start_phis (l->header); !gsi_end_p (p); gsi_next (&p))
    if (!counters.count (p.phi ()) && is_better_known (TREE_TYPE (gimple_phi_result (p.phi ())), divided))
      return true;
  return false;
}

bool
goes_back (class loop *l)
{
  bool calls;
  unsigned statements = weight (l, &calls);
  return is_worth_leaving (l)
         && (calls || (!may_become_another (l) && (statements >= HEAVY || !has_range (l))));
}
