/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In-house mode in GIMPLE as it is expanded: inlining, clones and loops are what runs.
 *
 *     begin      frame = enter (&routine); late-begin.cc: what ends before that is brief (&routine, count)
 *     accesses   put-stamps.cc; counted-loops.cc
 *     calls      frame->cost = count; call; own stamp = frame->stamp
 *     loops      frame = open (frame, &its routine); count = 0; ... frame = close (frame, count); count = frame->cost
 *     end        leave (frame, count), or tail before a call that takes the frame's place
 *
 * The own stamp and the count are variables of the function, of which SSA form is made at the end.  Where control
 * may come back to a call a second time (setjmp, labels that nested functions jump to) they are in the frame, and so they are
 * in functions with loops that are profiled where an exception may leave one or jumps are computed. */
#include "inhouse/inhouse.h"
#include "arch/machine.h"
#include "inhouse/contents.h"
#include "inhouse/count-blocks.h"
#include "inhouse/counted-loops.h"
#include "inhouse/late-begin.h"
#include "inhouse/put-stamps.h"
#include "inhouse/second-returns.h"
#include "mark/call-graph.h"
#include "options.h"
#include "site/runtime-calls.h"

/* ---- calls */

static void
put_end (const activation &a, const block_counts &counts, gimple *stmt, int block, bool leaf)
{
  gimple_seq seq = NULL;
  put_leave (&seq, a.frame, put_count (&seq, a, counts, block), leaf);
  insert_before_stmt (stmt, seq);
}

static void
put_tail (const activation &a, const block_counts &counts, gimple *stmt, int block)
{
  gimple_seq seq = NULL;
  tree count = put_count (&seq, a, counts, block);
  gimple_seq_add_stmt (&seq, gimple_build_assign (frame_field (a.frame, FRAME_COST), count));
  put_tail_call (&seq, a.frame);
  insert_before_stmt (stmt, seq);
}

static gimple_seq
load_stamp (const activation &a)
{
  gimple_seq seq = NULL;
  if (a.stamp)
    gimple_seq_add_stmt (&seq, gimple_build_assign (a.stamp, frame_field (put_running (&seq, a), FRAME_STAMP)));
  return seq;
}

/* So that it is known where the activation ends with what it calls. */
static void
store_count (gimple_seq *seq, const activation &a, const block_counts &counts, int block)
{
  tree count = put_count (seq, a, counts, block);
  gimple_seq_add_stmt (seq, gimple_build_assign (frame_field (put_running (seq, a), FRAME_COST), count));
}

/* Does nobody know whether it begins with enter? */
static bool
may_be_opaque (gcall *call, const library_call &library)
{
  tree fndecl = gimple_call_fndecl (call);
  if (library.outcome != LIBRARY_UNKNOWN || gimple_call_noreturn_p (call) || gimple_call_flags (call) & ECF_RETURNS_TWICE)
    return false;
  return !fndecl || (!begins_with_enter (fndecl) && !fndecl_built_in_p (fndecl));
}

/* Around the call: what it leads to is named if it is not compiled so, and begins no activation. */
static void
put_opaque_check (const activation &a, gcall *call)
{
  tree stamp = make_ssa_name (stamp_type ());
  gimple_seq before = NULL, behind = NULL, cold = NULL;
  gimple_seq_add_stmt (&before, gimple_build_assign (callees_stamp (put_running (&before, a)), build_zero_cst (stamp_type ())));
  insert_before_stmt (call, before);
  gimple_seq_add_stmt (&behind, gimple_build_assign (stamp, callees_stamp (put_running (&behind, a))));
  gimple_seq_add_stmt (&behind, gimple_build_cond (EQ_EXPR, stamp, build_zero_cst (stamp_type ()), NULL_TREE, NULL_TREE));
  gimple_seq_add_stmt (&cold, call_runtime ("opaque", NULL_TREE, { put_running (&cold, a), callee_of (gimple_call_fndecl (call)) }));
  put_branch_behind (call, behind, cold);
}

static void
put_call (const activation &a, const block_counts &counts, gcall *call, int block, const library_call &library,
          tree words, std::vector<gcall *> *opaque)
{
  bool enters = may_enter (library);
  if (gimple_call_tail_p (call) && begins_with_enter (gimple_call_fndecl (call)))
    {
      put_tail (a, counts, call, block);
      return;
    }
  if (gimple_call_tail_p (call) && gimple_call_must_tail_p (call))
    {
      put_end (a, counts, call, block, false);  /* who is called may have no frame to end with */
      return;
    }
  gimple_call_set_tail (call, false);
  if (is_resume (call))
    {
      put_end (a, counts, call, block, false);
      return;
    }
  if (!tell_mapping (a, call) && !library.steps.empty ())
    tell_library_call (a, call, library, words);
  if (a.cost && (enters || gimple_call_noreturn_p (call) || !gimple_call_nothrow_p (call)))
    {
      gimple_seq seq = NULL;
      store_count (&seq, a, counts, block);
      insert_before_stmt (call, seq);
    }
  tell_leaving (a, call);
  if (gimple_call_flags (call) & ECF_RETURNS_TWICE)
    {
      gimple_seq seq = NULL;
      gimple_seq_add_stmt (&seq, call_runtime ("landed", NULL_TREE, { put_running (&seq, a) }));
      insert_behind (call, seq);
    }
  if (enters && a.stamp && !gimple_call_noreturn_p (call))
    insert_behind (call, load_stamp (a));
  if (may_be_opaque (call, library))
    opaque->push_back (call);
}

/* The result: calls of functions that may be compiled otherwise. */
static std::vector<gcall *>
put_calls (const activation &a, const block_counts &counts, const contents &c)
{
  std::vector<gcall *> opaque;
  std::map<gcall *, library_call> library;
  unsigned most = 0;
  for (gcall *call : c.calls)
    {
      library_call l = described (call);
      if (!l.steps.empty ())
        most = MAX (most, count_words (call));
      library[call] = l;
    }
  tree words = most ? make_words (most) : NULL_TREE;
  for (gcall *call : c.calls)
    put_call (a, counts, call, c.block.at (call), library[call], words, &opaque);
  return opaque;
}

/* ---- loops */

/* The loop runs from now on, or what is around it again. */
static void
run_with (const activation &a, gimple_seq *seq, tree frame)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (a.running, frame));
  gimple_seq_add_seq (seq, load_stamp (a));
}

static gimple_seq
put_open (const activation &a, const block_counts &counts, const marker &m, int block)
{
  gimple_seq seq = NULL;
  tree frame = make_ssa_name (ptr_type_node), routine = make_ssa_name (ptr_type_node);
  if (a.cost)
    store_count (&seq, a, counts, block);
  gimple_seq_add_stmt (&seq, gimple_build_assign (routine, routine_of_loop (m.text)));
  gimple_seq_add_stmt (&seq, call_runtime ("open", frame, { put_running (&seq, a), routine }));
  run_with (a, &seq, frame);
  put_count_from (&seq, a, counts, block, build_zero_cst (long_unsigned_type_node));
  gimple_seq_add_stmt (&seq, gimple_build_assign (marker_output (m.stmt, 0), frame));
  return seq;
}

static gimple_seq
put_close (const activation &a, const block_counts &counts, int block)
{
  gimple_seq seq = NULL;
  tree frame = make_ssa_name (ptr_type_node);
  tree count = put_count (&seq, a, counts, block);
  gimple_seq_add_stmt (&seq, call_runtime ("close", frame, { put_running (&seq, a), count }));
  run_with (a, &seq, frame);
  if (a.cost)
    {
      tree before = make_ssa_name (long_unsigned_type_node);
      gimple_seq_add_stmt (&seq, gimple_build_assign (before, frame_field (frame, FRAME_COST)));
      put_count_from (&seq, a, counts, block, before);
    }
  return seq;
}

static gimple_seq
put_at (const activation &a, tree frame)
{
  gimple_seq seq = NULL;
  gimple_seq_add_stmt (&seq, call_runtime ("landed", NULL_TREE, { frame }));
  run_with (a, &seq, frame);
  return seq;
}

/* A function without loops has the other markers for those that it might have been inlined into. */
static void
put_loops (const activation &a, const contents &c, block_counts *counts)
{
  for (const marker &m : c.loops)
    {
      gimple_seq seq = NULL;
      int block = c.block.at (m.stmt);
      if (m.kind == MARK_HERE)
        gimple_seq_add_stmt (&seq, gimple_build_assign (marker_output (m.stmt, 0), put_running (&seq, a)));
      else if (m.kind == MARK_OPEN)
        seq = put_open (a, *counts, m, block);
      else if (m.kind == MARK_CLOSE && a.running)
        seq = put_close (a, *counts, block);
      else if (m.kind == MARK_AT && a.running)
        {
          seq = put_at (a, marker_input (m.stmt, 0));
          counts->behind.insert ({ block, gimple_seq_last_stmt (seq) });
        }
      replace_value_marker (m.stmt, seq);
    }
}

/* ---- */

static void
put_landings (const activation &a, const contents &c, const block_counts &counts)
{
  for (basic_block bb : c.landings)
    {
      gimple_seq seq = NULL;
      if (counts.behind.count (bb->index))
        continue;
      gimple_seq_add_stmt (&seq, call_runtime ("landed", NULL_TREE, { put_running (&seq, a) }));
      gimple_seq_add_seq (&seq, load_stamp (a));
      gimple_stmt_iterator g = gsi_after_labels (bb);
      gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
    }
}

/* Where it begins: in a block of its own, before all others, or before what is in the late one. */
static void
put_begin (function *fun, const activation &a, const late_begin &late, tree routine)
{
  gimple_seq counter = NULL, seq = NULL;
  if (a.cost)
    gimple_seq_add_stmt (&counter, gimple_build_assign (a.cost, build_int_cst (long_unsigned_type_node, 0)));
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun)));
  gimple_stmt_iterator g = gsi_start_bb (first);
  gsi_insert_seq_after (&g, counter, GSI_NEW_STMT);
  if (late.never)
    {
      for (tree name : { a.frame, a.stamps, a.directory, a.mine })
        if (name)
          release_ssa_name (name);      /* nothing sets it, or uses it */
      return;
    }
  put_enter (&seq, a.frame, routine);
  gimple_seq_add_stmt (&seq, gimple_build_assign (a.stamps, frame_field (a.frame, FRAME_STAMPS)));
  if (a.running)
    gimple_seq_add_stmt (&seq, gimple_build_assign (a.running, a.frame));
  gimple_seq_add_seq (&seq, load_stamp (a));
  if (options.trms)
    {
      tree shared = make_ssa_name (ptr_type_node);
      gimple_seq_add_stmt (&seq, gimple_build_assign (shared, frame_field (a.frame, FRAME_SHARED)));
      gimple_seq_add_stmt (&seq, gimple_build_assign (a.directory, directory_of (shared)));
      gimple_seq_add_stmt (&seq, gimple_build_assign (a.mine, mine_of (shared)));
    }
  g = late.at ? gsi_after_labels (late.at) : gsi_last_bb (first);
  if (late.at)
    gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
  else
    gsi_insert_seq_after (&g, seq, GSI_NEW_STMT);
}

/* ---- ends */

static late_begin
begin_of (function *fun, const contents &c, const std::vector<use_group> &groups, const std::vector<counted_loop> &counted)
{
  std::set<basic_block> needs;
  for (const counted_loop &l : counted)
    needs.insert (l.entry->src);
  for (const use_group &g : groups)
    needs.insert (gimple_bb (g.first->stmt));
  for (gcall *call : c.calls)
    needs.insert (gimple_bb (call));
  return find_late_begin (fun, needs, c.returns);
}

static void
put_ends (const activation &a, const block_counts &counts, contents *c, const late_begin &late, tree routine)
{
  const std::vector<gimple *> &brief = late.brief_returns;
  bool leaf = is_leaf (*c);
  for (edge e : late.brief)
    {
      gimple_seq seq = NULL;
      put_brief (&seq, routine, put_count_on (&seq, a, counts, e));
      gsi_insert_seq_on_edge (e, seq);
    }
  for (edge e : late.begun)
    {
      gimple_seq seq = NULL;
      put_leave (&seq, a.frame, put_count_on (&seq, a, counts, e), leaf);
      gsi_insert_seq_on_edge (e, seq);
    }
  std::set<basic_block> ended;
  for (edge e : late.brief)
    ended.insert (e->dest);
  for (gimple *r : c->returns)
    if (std::find (brief.begin (), brief.end (), r) != brief.end ())
      {
        gimple_seq seq = NULL;
        put_brief (&seq, routine, put_count (&seq, a, counts, c->block[r]));
        insert_before_stmt (r, seq);
      }
    else if (!ended.count (gimple_bb (r)))
      put_end (a, counts, r, c->block[r], leaf);
}

unsigned
profile_function (function *fun)
{
  if (!is_profiled (fun->decl) || is_resolver (fun->decl))
    return 0;
  std::vector<gimple *> second_returns = find_second_returns (fun);
  loop_regions regions (fun);
  contents c;
  look_at (fun, regions, &c);
  abnormal_edges abnormal = find_abnormal_edges (fun);
  std::vector<counted_loop> counted;
  if (options.ranges && !regions.any () && !abnormal.any)
    counted = take_counted_loops (fun, &c.uses);
  std::vector<use_group> groups = join_neighbours (c.uses);
  find_leaders (&groups);
  find_reads_before (&groups);
  bool in_frame = abnormal.others || (regions.any () && (abnormal.any || !c.landings.empty ()));
  block_counts counts = place_counts (fun, in_frame || !options.ranges);
  activation a = { make_ssa_name (ptr_type_node), NULL_TREE, make_ssa_name (ptr_type_node), NULL_TREE, NULL_TREE, NULL_TREE,
                   NULL_TREE };
  if (options.trms)
    {
      a.directory = make_ssa_name (ptr_type_node);
      a.mine = make_ssa_name (unsigned_type_node);
    }
  if (regions.any ())
    {
      a.running = create_tmp_var (ptr_type_node, "algoprof_frame");
      TREE_ADDRESSABLE (a.running) = abnormal.any;
    }
  forgo_red_zone ();
  if (!in_frame)
    {
      a.stamp = create_tmp_reg (unsigned_type_node, "algoprof_stamp");
      a.cost = create_tmp_reg (long_unsigned_type_node, "algoprof_cost");
    }
  bool plain = !counts.each && !in_frame && !abnormal.any && c.loops.empty () && c.landings.empty ();
  late_begin late = plain ? begin_of (fun, c, groups, counted) : late_begin { NULL, false, {}, {}, {} };
  tree routine = routine_of (fun);
  put_ends (a, counts, &c, late, routine);
  std::vector<gcall *> opaque = put_calls (a, counts, c);
  put_loops (a, c, &counts);
  put_landings (a, c, counts);
  put_counts (fun, a, counts);
  put_checks (a, &groups);
  put_counted_loops (a, counted);
  for (gcall *call : opaque)
    put_opaque_check (a, call);
  gsi_commit_edge_inserts ();
  put_begin (fun, a, late, routine);
  clear_second_returns (second_returns);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa;
}
