/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     for (i = 0; i < n; i++)          range (&a[0], 4 * n);
 *       s += a[i];                     for (i = 0; i < n; i++)
 *                                        s += a[i];
 *
 * What must not change is which cells the loop reads before it writes them.
 * Reads are told first, then writes, both before the loop runs.  So
 *
 *   a read may be told there if no write of the loop may touch its cells, but
 *     one of the same address that follows it in each iteration (a[i] += x);
 *   a write, if no read that stays in the loop may touch its cells.
 *
 * The loop must run to its end: one exit, and nothing in it that may leave it
 * otherwise.  An access in a block that dominates the exit is made once more
 * than the latch is passed, one behind the exit as often. */
#include "ranges.h"
#include "emit.h"
#include "loops.h"
#include "options.h"
#include "trace.h"
#include <algoprof/rt_abi.h>

struct candidate
{
  const mem_access *access;
  data_reference *dr;
  HOST_WIDE_INT size, step;
  bool affine;                  /* its addresses are known beforehand */
  bool told;                    /* before the loop */
};

/* Can control leave the loop here, or something else touch memory? */
static bool
hinders (gimple *stmt)
{
  marker_kind marker = marker_of (stmt, NULL);
  if (is_gimple_debug (stmt) || marker == MARK_BODY || marker == MARK_POLL)
    return false;
  if (gcall *call = dyn_cast<gcall *> (stmt))
    return !(gimple_call_flags (call) & ECF_CONST) || marker != MARK_NONE;
  return gimple_code (stmt) == GIMPLE_ASM || gimple_has_volatile_ops (stmt)
         || stmt_could_throw_p (cfun, stmt) || stmt_can_make_abnormal_goto (stmt);
}

static bool
runs_to_its_end (class loop *l)
{
  bool undisturbed = true;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes && undisturbed; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g) && undisturbed;
         gsi_next (&g))
      undisturbed = !hinders (gsi_stmt (g));
  free (body);
  return undisturbed;
}

/* How often the latch is passed; NULL_TREE: not known when the loop is entered. */
static tree
latch_count (class loop *l, edge *exit)
{
  class tree_niter_desc niter;
  *exit = single_exit (l);
  if (!*exit || ((*exit)->flags & EDGE_COMPLEX) || !number_of_iterations_exit (l, *exit, &niter, false) || !niter.niter
      || !integer_onep (niter.assumptions) || chrec_contains_undetermined (niter.niter))
    return NULL_TREE;
  tree type = long_unsigned_type_node, n = fold_convert (type, unshare_expr (niter.niter));
  if (!integer_zerop (niter.may_be_zero))
    n = fold_build3 (COND_EXPR, type, unshare_expr (niter.may_be_zero), build_zero_cst (type), n);
  return n;
}

/* Is the block executed once more than the latch? */
static bool
precedes_exit (basic_block bb, edge exit)
{
  return dominated_by_p (CDI_DOMINATORS, exit->src, bb);
}

/* exit: the only one, or NULL. */
static bool
runs_each_time (class loop *l, basic_block bb, edge exit)
{
  return (exit && precedes_exit (bb, exit)) || dominated_by_p (CDI_DOMINATORS, l->latch, bb);
}

/* ---- which accesses */

static candidate
make_candidate (class loop *l, edge exit, const mem_access &a)
{
  candidate c = { &a, NULL, 0, 0, false, false };
  basic_block bb = gimple_bb (a.stmt);
  c.size = int_size_in_bytes (TREE_TYPE (a.ref));
  c.dr = create_data_ref (loop_preheader_edge (l), l, a.ref, a.stmt, !a.write, false);
  if (!runs_each_time (l, bb, exit) || c.size <= 0 || c.size > (HOST_WIDE_INT) ALGOPROF_MAX_ACCESS
      || !has_plain_address (a.ref) || !DR_BASE_ADDRESS (c.dr) || !DR_STEP (c.dr)
      || !tree_fits_shwi_p (DR_STEP (c.dr)))
    return c;
  c.step = tree_to_shwi (DR_STEP (c.dr));
  c.affine = true;
  /* Steps with gaps take the runtime long, one by one; behind the loop nothing can cut them. */
  c.told = exit || absu_hwi (c.step) <= (unsigned HOST_WIDE_INT) c.size;
  return c;
}

static bool
same_address (const candidate &a, const candidate &b)
{
  return a.affine && b.affine && a.size == b.size && a.step == b.step
         && operand_equal_p (DR_BASE_ADDRESS (a.dr), DR_BASE_ADDRESS (b.dr))
         && operand_equal_p (DR_OFFSET (a.dr), DR_OFFSET (b.dr))
         && operand_equal_p (DR_INIT (a.dr), DR_INIT (b.dr));
}

/* Is the read made before the write in each iteration, and no other cell's? */
static bool
precedes (const candidate &read, const candidate &write)
{
  if (!same_address (read, write) || absu_hwi (read.step) < (unsigned HOST_WIDE_INT) read.size)
    return false;
  basic_block r = gimple_bb (read.access->stmt), w = gimple_bb (write.access->stmt);
  if (r != w)
    return dominated_by_p (CDI_DOMINATORS, w, r);
  for (gimple_stmt_iterator g = gsi_for_stmt (read.access->stmt); !gsi_end_p (g); gsi_next (&g))
    if (gsi_stmt (g) == write.access->stmt)
      return true;
  return false;
}

/* Drop what would change a first access; true if something was dropped. */
static bool
drop_unsafe (std::vector<candidate> *all, class loop *l)
{
  bool dropped = false;
  for (candidate &c : *all)
    for (const candidate &other : *all)
      if (c.told && c.access->write != other.access->write
          && dr_may_alias_p (c.dr, other.dr, l)
          && (c.access->write ? !other.told : !precedes (c, other)))
        {
          c.told = false;
          dropped = true;
        }
  return dropped;
}

/* ---- records */

/* The address that the access has first. */
static tree
first_address (gimple_seq *seq, const candidate &c)
{
  tree base = traced_address (seq, unshare_expr (DR_BASE_ADDRESS (c.dr)));
  tree offset = fold_build2 (PLUS_EXPR, sizetype, fold_convert (sizetype, unshare_expr (DR_OFFSET (c.dr))),
                             fold_convert (sizetype, unshare_expr (DR_INIT (c.dr))));
  return emit_value (seq, fold_build_pointer_plus (base, offset));
}

static void
add_record (gimple_seq *seq, const candidate &c, tree count)
{
  unsigned flags = c.access->write ? ALGOPROF_WRITE : 0;
  tree start = first_address (seq, c), type = long_unsigned_type_node;
  if (c.step != c.size)
    {
      emit_call (seq, "stride", { start, count, build_int_cst (long_integer_type_node, c.step),
                                  build_int_cst (type, c.size | flags) });
      return;
    }
  tree bytes = fold_build2 (MULT_EXPR, type, count, build_int_cst (type, c.size));
  emit_call (seq, "range", { start, bytes, build_int_cst (unsigned_type_node, flags) });
}

/* A loop's accesses, and which of them are told at once. */
struct loop_plan
{
  edge exit;                    /* the only one */
  tree latches;                 /* how often the latch is passed */
  std::vector<candidate> all;
};

/* Of an execution that passes the latch so often and leaves by that exit. */
static gimple_seq
make_records (const loop_plan &plan, edge exit, tree latches)
{
  gimple_seq seq = NULL;
  tree behind = emit_value (&seq, unshare_expr (latches)), type = long_unsigned_type_node;
  tree before = emit_value (&seq, fold_build2 (PLUS_EXPR, type, behind, build_one_cst (type)));
  for (bool write : { false, true })
    for (const candidate &c : plan.all)
      if (c.told && c.access->write == write)
        add_record (&seq, c, precedes_exit (gimple_bb (c.access->stmt), exit) ? before : behind);
  return seq;
}

/* false: nothing is told.  Else free_plan is to be called. */
static bool
look_at (class loop *l, const std::vector<mem_access> &accesses, loop_plan *plan)
{
  if (l->inner || !l->latch || !runs_to_its_end (l))
    return false;
  plan->latches = latch_count (l, &plan->exit);
  if (!plan->latches)
    return false;
  for (const mem_access &a : accesses)
    if (flow_bb_inside_loop_p (l, gimple_bb (a.stmt)))
      plan->all.push_back (make_candidate (l, plan->exit, a));
  while (drop_unsafe (&plan->all, l))
    ;
  return true;
}

static void
free_plan (loop_plan *plan)
{
  for (candidate &c : plan->all)
    free_data_ref (c.dr);
}

static bool
is_whole (const loop_plan &plan)
{
  return std::all_of (plan.all.begin (), plan.all.end (), [] (const candidate &c) { return c.told; });
}

bool
plan_whole (class loop *l, basic_block body, const std::vector<mem_access> &accesses, whole_plan *plan)
{
  loop_plan found;
  if (!options.ranges || !optimize)
    return false;
  scev_initialize ();
  bool looked = look_at (l, accesses, &found);
  bool whole = looked && is_whole (found) && runs_each_time (l, body, found.exit);
  if (whole)
    {
      tree n = found.latches, type = TREE_TYPE (n);
      plan->records = make_records (found, found.exit, n);
      plan->iterations = precedes_exit (body, found.exit)
                         ? fold_build2 (PLUS_EXPR, type, n, build_one_cst (type)) : n;
    }
  if (looked)
    free_plan (&found);
  scev_finalize ();
  return whole;
}
