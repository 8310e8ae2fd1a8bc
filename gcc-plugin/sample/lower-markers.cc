/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before (at the start of the late pipeline: inlining and IPA are done, no
 * loop has been unrolled, vectorised or replaced yet):
 *
 *     ENTRY (T);
 *     for (init; cond; step) { BODY (T); body }
 *
 * After:
 *
 *     START                                            // asks whether it is sampled (copy/loop-countdowns.cc)
 *     for (init; cond; step) { n++; body }
 *     hot.cost += n;
 *     CLOSE                                            // nothing here, the sample's end in the mirror
 *
 * n is a register, for GCC to express by other induction variables.
 * Where control may leave the loop without an edge (a call that throws, jumps
 * or exits), hot.cost is added to at each entry of the body instead.
 */
#include "sample/lower-markers.h"
#include "recursion/chain.h"
#include "count/count.h"
#include "site/runtime-calls.h"
#include "recursion/call-other-version.h"
#include "mark/loop-of-marker.h"
#include "mark/marker.h"
#include "mark/why-refused.h"
#include "mirrors/mirror-list.h"
#include "copy/coverage.h"
#include "recursion/quiet-warnings.h"
#include "recursion/versions.h"
#include "site/target-warnings.h"
#include <algoprof/rt_abi.h>

/* Locals in the red zone exist only where no function is called.  A builtin may
   become inline code; if it does not, no traced code runs in its frame. */
static unsigned
begin_flags (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (is_gimple_call (gsi_stmt (g)) && !gimple_call_internal_p (gsi_stmt (g))
          && !gimple_call_builtin_p (gsi_stmt (g), BUILT_IN_NORMAL))
        return 0;
  return ALGOPROF_B_LEAF;
}

static void
remove_markers (const std::vector<gimple *> &list)
{
  for (gimple *g : list)
    remove_marker (g);
}

/* A copy of the loop that GCC found to run at most once: its iterations are
   counted where they are; it is traced only if there are none. */
static void
lower_gone (const marked_loop &l, const std::vector<marker> &all, unsigned flags)
{
  bool empty = never_iterates (l, all);
  if (!empty)
    report_gone (l.where, l.text);
  for (gimple *entry : l.entries)
    {
      gimple_seq seq = NULL;
      if (empty)
        emit_empty_instance (&seq, get_site_decls (l.text), flags);
      else
        emit_countdown_and_skip (&seq, get_site_decls (l.text));
      replace_marker (entry, seq);
    }
}

/* ---- the switch */

/* Where the loop is left, a sample of it ends. */
static void
close_at_exits (class loop *l, const site_decls &site)
{
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (!(e->flags & EDGE_ABNORMAL))
      {
        gimple_seq seq = NULL;
        emit_close (&seq, site);
        gsi_insert_seq_on_edge_immediate (e, seq);
      }
}

static void
sample_loop (const marked_loop &l, const std::vector<gimple *> &bodies, unsigned flags)
{
  site_decls site = get_copy_decls (l.text, cfun);
  count_plan plan = plan_count (l.loop, bodies);
  remove_markers (l.entries);
  gimple_seq start = NULL;
  emit_start (&start, site, flags);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l.loop), start);
  close_at_exits (l.loop, site);        /* first: what is counted there comes before it */
  count_loop (l.loop, loop_preheader_edge (l.loop), site, plan, bodies);
  want_mirror (cfun->decl);
}

static void
switch_loop (const marked_loop &l, unsigned flags)
{
  std::vector<gimple *> bodies = own_bodies (l.loop, l.text, list_markers (cfun));
  if (const char *why = why_not_sampled (l.loop))
    {
      report_refused (l.where, why, l.text);
      remove_markers (bodies);
      remove_markers (l.entries);
      return;
    }
  sample_loop (l, bodies, flags);
  note_sampled (l.where, l.text);
}

/* ---- loops with several entries */

/* The copies of a function that are inlined in one are told apart by this. */
static tree
inlined_as (gimple *stmt)
{
  for (tree block = gimple_block (stmt); block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      return block;
  return NULL_TREE;
}

static void
lower_entered (const marker &m, const site_decls &site, unsigned flags)
{
  gimple_seq seq = NULL;
  if (m.kind == MARK_START)
    emit_start (&seq, site, flags);
  else if (m.kind == MARK_BODY)
    emit_cost_in (&seq, site, build_one_cst (long_unsigned_type_node));
  else if (m.kind == MARK_LEFT)
    emit_close (&seq, site);
  replace_marker (m.stmt, seq);
}

/* Their places are marked (mark/several-entries.h).  They are counted at each iteration. */
static void
switch_entered_loops (unsigned flags)
{
  std::vector<marker> all = list_markers (cfun);
  std::set<std::string> texts;
  std::map<std::pair<std::string, tree>, site_decls> sites;
  const char *why = NULL;
  for (const marker &m : all)
    if (m.kind == MARK_START && texts.insert (m.text).second)
      {
        location_t where = gimple_location (m.stmt);
        why = why_not_copied (cfun);
        if (why)
          report_refused (where, why, m.text);
        else
          note_sampled (where, m.text);
      }
  for (const marker &m : all)
    if (why && texts.count (m.text))
      remove_marker (m.stmt);
    else if (texts.count (m.text))
      {
        std::pair<std::string, tree> key (m.text, inlined_as (m.stmt));
        if (!sites.count (key))
          sites[key] = get_copy_decls (m.text, cfun);
        lower_entered (m, sites[key], flags);
      }
    else if (m.kind == MARK_LEFT)
      remove_marker (m.stmt);
  if (!sites.empty ())
    want_mirror (cfun->decl);
}

static void
switch_all (unsigned flags)
{
  switch_entered_loops (flags);
  /* One by one: the flow graph's repair after each may renumber the others. */
  marked_loop next;
  while (find_next_loop (list_markers (cfun), &next))
    switch_loop (next, flags);
  std::vector<marker> left = list_markers (cfun);
  for (const marked_loop &l : find_marked_loops (left))
    lower_gone (l, left, flags);
  /* What is left counts iterations of loops that GCC has removed. */
  for (const marker &m : list_markers (cfun))
    {
      gimple_seq seq = NULL;
      if (m.kind == MARK_BODY)
        emit_cost (&seq, get_site_decls (m.text).hot, build_one_cst (long_unsigned_type_node));
      replace_marker (m.stmt, seq);
    }
}

/* A recursion's traced version reports its calls to the runtime.  Its loops are as in the original, and its accesses are
   recorded in its mirror, if at all. */
static void
trace_calls (function *fun, unsigned flags)
{
  report_landings (fun);
  follow_chain (fun);
  repair_ssa ();
  switch_all (flags);
}

/* What a call touches was looked up while its callee was pure; that may have
   ended (F.recursion counts its calls in memory). */
static void
refresh_calls (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (is_gimple_call (gsi_stmt (g)))
        update_stmt (gsi_stmt (g));
  if (need_ssa_update_p (fun))
    update_ssa (TODO_update_ssa);
}

unsigned
switch_marked_loops (function *fun)
{
  bool traced = is_traced_version (fun->decl);
  bool loops = !list_markers (fun).empty ();
  if (!traced && !loops && !has_recursion_markers (fun))
    return 0;
  unsigned flags = begin_flags (fun);
  refresh_calls (fun);
  if (!traced && !loops)
    {
      lower_polls (fun);
      lower_recursion_markers (fun, flags);
      mark_virtual_operands_for_renaming (cfun);
      return TODO_update_ssa | TODO_cleanup_cfg;
    }
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  calculate_dominance_info (CDI_DOMINATORS);
  rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  if (traced)
    {
      trace_calls (fun, flags);
      if (calls_only_recursion (fun->decl).empty ())
        want_mirror (fun->decl);
    }
  else
    switch_all (flags);
  lower_polls (fun);
  lower_recursion_markers (fun, flags);
  repair_ssa ();
  if (traced)
    quiet_warnings (fun);
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
  return TODO_update_ssa | TODO_cleanup_cfg | TODO_rebuild_alias;
}
