/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before: a loop of few instructions, all of which GCC has left as they would be
 * without the plugin, and a count that nothing else in the loop tells.
 *
 *     n = 0;                               // or, of a recursion that became a
 *     do                                   // loop, hot.cost += 1 in its body
 *       n = n + 1, node = node->next;
 *     while (node);
 *     hot.cost += n;
 *
 * After: as many copies of it as make an addition a small part.
 *
 *     do
 *       {
 *         node = node->next; if (!node) { hot.cost += 1; break; }
 *         node = node->next; if (!node) { hot.cost += 2; break; }
 *         ...
 *         hot.cost += 16, node = node->next;
 *       }
 *     while (node);
 *
 * Where all loops are targets (`*') a file has many walks, of which few matter: they are counted in each
 * iteration, since the copies would be a third of the program's code and a tenth of the compiler's time.
 *
 * 1. look for such loops, 2. let the addition in the body stand for the register,
 * 3. copy the body, with all its exits, 4. add at the exits, and once at the end.
 */
#include "count/unroll.h"
#include "arch/x86_64/emit.h"
#include "count/exit-value.h"
#include "mark/find-loops.h"
#include "mark/marker.h"
#include "site/site.h"

/* So many instructions has a loop when it is unrolled: an addition is 1.6 % of them.
   One that is longer than a quarter of it is left. */
static const unsigned LENGTH = 80, LEAST_COPIES = 4, MOST_COPIES = 16, MOST_EXITS = 3;

/* Where a counter's value is used behind the loop, and what of it is to be added still
   if the loop itself adds 1 at each increment. */
struct left_over
{
  use_operand_p use;
  tree n;
};

struct counted_loop
{
  class loop *loop;
  gimple *addition;             /* hot.cost += 1 in the body, or NULL: */
  gphi *counter;                /* in the header, */
  gimple *increment;            /* its next value, */
  std::vector<left_over> uses;
  std::vector<gphi *> merges;   /* which it merges with others behind the loop, */
  std::vector<gimple *> sums;   /* and hot.cost += it */
};

static unsigned noted;

/* GCC's own, while it is another. */
static int own_path_length;

void
note_counters (function *fun)
{
  noted = DECL_UID (fun->decl);
}

/* ---- 1. looking */

/* Has the step been made where control comes from this block?  Neither: it depends. */
enum stepped { NOT_YET, ALREADY, EITHER };

static stepped
has_stepped (const counted_loop &c, basic_block from)
{
  basic_block step = gimple_bb (c.increment);
  if (dominated_by_p (CDI_DOMINATORS, from, step))
    return ALREADY;
  if (flow_bb_inside_loop_p (c.loop, from))
    return NOT_YET;
  auto_vec<edge> exits = get_loop_exit_edges (c.loop);
  stepped all = NOT_YET;
  for (edge e : exits)
    if (dominated_by_p (CDI_DOMINATORS, e->src, step))
      all = EITHER;
    else if (single_pred_p (e->dest) && dominated_by_p (CDI_DOMINATORS, from, e->dest))
      return NOT_YET;
  return all;
}

/* Notes the use if the value is one that the loop makes; false: what is left is not known. */
static bool
add_use (counted_loop *c, tree value, use_operand_p use)
{
  gimple *made = SSA_NAME_DEF_STMT (value);
  if (made != c->counter && made != c->increment)
    return true;
  tree n = PHI_ARG_DEF_FROM_EDGE (c->counter, loop_preheader_edge (c->loop));
  stepped s = made == c->increment ? NOT_YET : has_stepped (*c, block_of_use (use));
  if (s == ALREADY)
    n = int_const_binop (MINUS_EXPR, n, build_one_cst (TREE_TYPE (n)));
  c->uses.push_back ({ use, n });
  return s != EITHER;
}

/* Collects where a counter's value goes behind the loop; false: not to its sums only
   (to the same counter, say: the loop lies in one that counts on). */
static bool
follow_counter (counted_loop *c, tree value)
{
  imm_use_iterator it;
  use_operand_p use;
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return false;
  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);
      gphi *phi = dyn_cast<gphi *> (stmt);
      if (is_gimple_debug (stmt) || stmt == c->increment
          || (stmt == c->counter && SSA_NAME_DEF_STMT (value) == c->increment))
        continue;
      if (flow_bb_inside_loop_p (c->loop, gimple_bb (stmt)) || !(phi || is_cost (stmt)))
        return false;
      if (!add_use (c, value, use))
        return false;
      if (!phi)
        c->sums.push_back (stmt);
      else if (std::find (c->merges.begin (), c->merges.end (), phi) == c->merges.end ())
        {
          c->merges.push_back (phi);
          if (!follow_counter (c, gimple_phi_result (phi)))
            return false;
        }
    }
  return true;
}

/* Has the field no address that a call has to find out (of a library's, in many)? */
static bool
is_near (tree cost)
{
  tree record = get_base_address (cost);
  return record && VAR_P (record) && DECL_TLS_MODEL (record) >= TLS_MODEL_INITIAL_EXEC;
}

/* Is this what counts the iterations, for its sums only? */
static bool
is_counter (counted_loop *c, gphi *phi)
{
  tree value = gimple_phi_result (phi), next = PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (c->loop));
  if (!useless_type_conversion_p (long_unsigned_type_node, TREE_TYPE (value)) || TREE_CODE (next) != SSA_NAME
      || TREE_CODE (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (c->loop))) != INTEGER_CST)
    return false;
  gimple *increment = SSA_NAME_DEF_STMT (next);
  bool plain = is_gimple_assign (increment) && gimple_assign_rhs_code (increment) == PLUS_EXPR
               && gimple_assign_rhs1 (increment) == value && integer_onep (gimple_assign_rhs2 (increment));
  if (!plain && !(is_hidden_increment (increment) && cost_added (increment) == value))
    return false;
  c->counter = phi;
  c->increment = increment;
  c->uses.clear ();
  c->merges.clear ();
  c->sums.clear ();
  if (!follow_counter (c, value) || !follow_counter (c, next) || c->sums.empty ()
      || !is_near (cost_of (c->sums[0])))
    return false;
  for (gimple *sum : c->sums)
    if (!operand_equal_p (cost_of (sum), cost_of (c->sums[0])))
      return false;
  return true;
}

/* Finds the one thing in the loop that counts; false: there is none, or something
   that no copy may be made of.  insns: GCC's estimate of what the loop is without it. */
static bool
find_count (counted_loop *c, unsigned *insns)
{
  for (gphi_iterator phi = gsi_start_phis (c->loop->header); !gsi_end_p (phi) && !c->sums.size (); gsi_next (&phi))
    if (!is_counter (c, phi.phi ()))
      c->sums.clear ();
  if (c->sums.empty ())
    c->counter = NULL, c->increment = NULL;
  bool fits = true;
  basic_block *body = get_loop_body (c->loop);
  for (unsigned i = 0; i < c->loop->num_nodes && fits; i++)
    for (gimple_stmt_iterator g = gsi_start_nondebug_bb (body[i]); !gsi_end_p (g) && fits; gsi_next_nondebug (&g))
      {
        gimple *stmt = gsi_stmt (g);
        if (stmt == c->increment)
          continue;
        if (is_cost (stmt) && !c->counter && !c->addition && integer_onep (cost_added (stmt)))
          c->addition = stmt;
        else if (is_gimple_call (stmt) || gimple_code (stmt) == GIMPLE_ASM || stmt_could_throw_p (cfun, stmt))
          fits = false;
        *insns += estimate_num_insns (stmt, &eni_size_weights);
      }
  free (body);
  return fits && (c->counter || c->addition);
}

/* The traced versions are cold, and so is the way into the copies in which they go on. */
static bool
is_hot_original (class loop *l)
{
  return l->latch && optimize_loop_for_speed_p (l) && loop_preheader_edge (l)->src->count.nonzero_p ();
}

/* How many copies of the loop's body there shall be; 0: it stays as it is. */
static unsigned
copies_for (counted_loop *c)
{
  class loop *l = c->loop;
  unsigned insns = 0;
  if (l->inner || l->unroll || l->num_nodes > MOST_COPIES
      || !find_count (c, &insns) || is_of_all (cost_of (c->addition ? c->addition : c->sums[0]))
      || !can_duplicate_loop_p (l))
    return 0;
  basic_block counting = gimple_bb (c->counter ? c->increment : c->addition);
  if (!dominated_by_p (CDI_DOMINATORS, l->latch, counting))
    return 0;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (e->flags & EDGE_COMPLEX)
      return 0;
  unsigned copies = LENGTH / MAX (insns, 1);
  HOST_WIDE_INT expected = estimated_loop_iterations_int (l);
  if (dump_file)
    fprintf (dump_file, "loop %d: %u instructions\n", l->num, insns);
  if (copies < LEAST_COPIES || exits.length () > MOST_EXITS || (expected >= 0 && expected < copies))
    return 0;
  return MIN (copies, MOST_COPIES);
}

/* ---- 2. the count in memory */

/* Is what the merge has, but for what it merges of others of them, 0? */
static bool
is_zero (const counted_loop &c, gphi *merge)
{
  for (unsigned i = 0; i < gimple_phi_num_args (merge); i++)
    {
      tree value = gimple_phi_arg_def (merge, i);
      gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
      if (!integer_zerop (value) && std::find (c.merges.begin (), c.merges.end (), def) == c.merges.end ())
        return false;
    }
  return true;
}

/* The sums add 0. */
static void
remove_sums (counted_loop *c)
{
  for (gimple *sum : c->sums)
    remove_marker (sum);
  for (gphi *merge : c->merges)
    for (unsigned i = 0; i < gimple_phi_num_args (merge); i++)
      SET_PHI_ARG_DEF (merge, i, build_zero_cst (long_unsigned_type_node));
  for (gphi *merge : c->merges)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (merge);
      remove_phi_node (&gsi, true);
    }
}

/* The loop adds 1 where its counter made a step.  What is left to be added behind it
   is 0 mostly. */
static void
count_in_memory (counted_loop *c)
{
  gimple_seq seq = NULL;
  emit_cost_as (&seq, c->sums[0], build_one_cst (long_unsigned_type_node));
  c->addition = gimple_seq_first_stmt (seq);
  insert_before_stmt (c->increment, seq);
  bool nothing = true;
  for (const left_over &l : c->uses)
    {
      gimple *stmt = USE_STMT (l.use);
      SET_USE (l.use, l.n);
      update_stmt (stmt);
      nothing = nothing && integer_zerop (l.n);
    }
  for (gphi *merge : c->merges)
    nothing = nothing && is_zero (*c, merge);
  if (nothing)
    remove_sums (c);
  tree value = gimple_phi_result (c->counter);
  gimple_stmt_iterator gsi = gsi_for_stmt (c->counter);
  remove_phi_node (&gsi, false);
  remove_marker (c->increment);
  release_ssa_name (value);
}

/* ---- 3. and 4. */

/* Additions of the copies of the loop, in the order in which they run. */
static std::vector<gimple *>
additions_of (class loop *l, unsigned copies)
{
  std::vector<gimple *> list (copies);
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g); gsi_next (&g))
      if (is_cost (gsi_stmt (g)))
        list[(size_t) body[i]->aux] = gsi_stmt (g);
  free (body);
  return list;
}

static void
clear_numbers (class loop *l)
{
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    body[i]->aux = NULL;
  free (body);
}

/* Each exit adds what the last addition has not. */
static void
add_at_exits (class loop *l, const std::vector<gimple *> &additions)
{
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    {
      size_t copy = (size_t) e->src->aux;
      bool entered = dominated_by_p (CDI_DOMINATORS, e->src, gimple_bb (additions[copy]));
      size_t n = entered && copy + 1 == additions.size () ? 0 : copy + entered;
      gimple_seq seq = NULL;
      if (n)
        emit_cost_as (&seq, additions[0], build_int_cst (long_unsigned_type_node, n));
      if (n)
        gsi_insert_seq_on_edge (e, seq);
    }
}

static void
unroll (const counted_loop &c, unsigned copies)
{
  auto_sbitmap goes_on (copies);
  bitmap_clear (goes_on);
  initialize_original_copy_tables ();
  bool done = gimple_duplicate_loop_body_to_header_edge (c.loop, loop_latch_edge (c.loop), copies - 1, goes_on,
                                                         NULL, NULL, DLTHE_FLAG_UPDATE_FREQ | DLTHE_RECORD_COPY_NUMBER);
  free_original_copy_tables ();
  gcc_assert (done);
  std::vector<gimple *> additions = additions_of (c.loop, copies);
  add_at_exits (c.loop, additions);
  clear_numbers (c.loop);
  set_cost_added (additions[copies - 1], build_int_cst (long_unsigned_type_node, copies));
  for (unsigned i = 0; i + 1 < copies; i++)
    remove_marker (additions[i]);
  gsi_commit_edge_inserts ();
  free_numbers_of_iterations_estimates (c.loop);
  c.loop->any_upper_bound = c.loop->any_likely_upper_bound = c.loop->any_estimate = false;
}

/* Merges of one value, as they stand in copies. */
static void
remove_lone_phis (class loop *l)
{
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gphi_iterator phi = gsi_start_phis (body[i]); !gsi_end_p (phi);)
      {
        tree value = gimple_phi_result (phi.phi ());
        if (gimple_phi_num_args (phi.phi ()) != 1 || virtual_operand_p (value)
            || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
          {
            gsi_next (&phi);
            continue;
          }
        replace_uses_by (value, gimple_phi_arg_def (phi.phi (), 0));
        remove_phi_node (&phi, true);
      }
  free (body);
}

static void
rename_memory (void)
{
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
}

/* GCC follows the code of that loop from its begin to its end: where it stopped
   before, it left a copy of a register. */
static void
follow_through (class loop *l)
{
  int &length = global_options.x_param_max_cse_path_length;
  if (!own_path_length)
    own_path_length = length;
  length = MAX (length, (int) l->num_nodes);
}

void
forget_counters (void *, void *)
{
  if (own_path_length)
    global_options.x_param_max_cse_path_length = own_path_length;
  own_path_length = 0;
  noted = 0;
}

unsigned
unroll_counted_loops (function *fun)
{
  if (optimize < 2 || noted != DECL_UID (fun->decl))
    return 0;
  loop_optimizer_init (LOOPS_NORMAL);
  calculate_dominance_info (CDI_DOMINATORS);
  unsigned todo = 0;
  FOR_EACH_LOOP_NUMBER (fun, n)
    {
      counted_loop c = { get_loop (fun, n), NULL, NULL, NULL, {}, {}, {} };
      if (!c.loop || !is_hot_original (c.loop))
        continue;
      unsigned copies = copies_for (&c);
      if (!copies)
        {
          if (count_by_next_values (c.loop))
            todo = TODO_cleanup_cfg;
          continue;
        }
      if (c.counter)
        {
          count_in_memory (&c);
          rename_memory ();
        }
      unroll (c, copies);
      recompute_dominators ();
      rename_memory ();
      remove_lone_phis (c.loop);
      follow_through (c.loop);
      todo = TODO_cleanup_cfg;
    }
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
  return todo;
}
