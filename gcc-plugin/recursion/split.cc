/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splits the functions that hold a CALL, at the end of GCC's small IPA passes.
 *
 *     closed: no call of the inner versions can come back but by those that are
 *     seen here.  Then F is
 *
 *         if (COUNTDOWN && (t = BEGIN))  r = F.algoprof (a), END (t)
 *         else                           r = F.recursion (a)          // a tail call
 *
 *     open: calls through pointers, other units or the dynamic linker may lead
 *     back to F while an instance of it runs.  That one's stack pointer is kept
 *     in the thread's record, and what is called below it is no instance:
 *
 *         if (INSIDE)                    // the stack pointer is below the one kept
 *           return its answer is TRACED ? (POLL ? F.within (a) : F.algoprof (a))
 *                                       : F.recursion (a)
 *         ... as above, and then OUTSIDE
 *
 * An exception passes END and OUTSIDE too; longjmp does not: so LANDED behind
 * each setjmp of the unit forgets a stack pointer whose frame is gone. */
#include "recursion/chain.h"
#include "mark/recursions.h"
#include "recursion/call-other-version.h"
#include "mark/loop-of-marker.h"
#include "mark/marker.h"
#include "mark/why-refused.h"
#include "options.h"
#include "compat/unique-asm.h"
#include "recursion/version-calls.h"
#include "recursion/versions.h"
#include "recursion/wrapper.h"
#include "mark/call-graph.h"
#include "site/target-warnings.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

/* Bodies that a mutual recursion may copy, besides the marked ones. */
static const size_t MOST_OTHERS = 16;

static bool
find_call_marker (cgraph_node *n, std::string *text)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (n->decl))
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (marker_of (gsi_stmt (g), text) == MARK_CALL)
        return true;
  return false;
}

/* ---- versions */

static bool
can_be_copied (cgraph_node *n)
{
  return tree_versionable_function_p (n->decl) && !stdarg_p (TREE_TYPE (n->decl))
         && !n->calls_comdat_local && !lookup_attribute ("noclone", DECL_ATTRIBUTES (n->decl))
         && !is_traced_version (n->decl) && !names_place (DECL_STRUCT_FUNCTION (n->decl));
}

static bool
make_versions (recursion *r, cgraph_node *n)
{
  versions v;
  allow_inlining (n->decl);
  v.inner = n->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "recursion");
  v.traced = n->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "algoprof");
  v.within = n->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "within");
  v.start = NULL;
  if (r->marked.count (n))
    v.start = n->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "start");
  if (!v.inner || !v.traced || !v.within || (!v.start && r->marked.count (n)))
    return false;
  for (cgraph_node *untraced : { v.inner, v.within, v.start })
    if (untraced)
      make_untraced_version (untraced, v.traced->decl);
  make_traced_version (n, v.traced, r->text);
  r->split[n] = v;
  return true;
}

/* ---- the versions' bodies */

/* Calls inside the version of one kind are of those of that kind. */
static void
redirect_calls (const recursion &r, const versions &v, cgraph_node *versions::*kind)
{
  cgraph_node *version = v.*kind;
  gimple *handover = NULL;
  push_cfun (DECL_STRUCT_FUNCTION (version->decl));
  if (version == v.traced)
    {
      gsi_insert_on_edge_immediate (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)),
                                    build_value_marker (MARK_TRACED, r.text, {}, {}));
      handover = hand_over (v.within);
    }
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
        gcall *call = dyn_cast<gcall *> (gsi_stmt (g));
        tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
        cgraph_node *callee = fndecl ? cgraph_node::get (fndecl) : NULL;
        callee = callee ? certain_callee (callee) : NULL;
        if (!callee || !r.split.count (callee))
          continue;
        const versions &to = r.split.at (callee);
        bool nothrow = gimple_call_nothrow_p (call) || TREE_NOTHROW (fndecl);
        gimple_call_set_fndecl (call, (to.*kind)->decl);
        gimple_call_set_nothrow (call, nothrow);
        update_stmt (call);
      }
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  cgraph_edge::rebuild_edges ();
  if (handover)
    keep_handover (version, handover);
  pop_cfun ();
}

/* ---- the wrapper, and the choice inside */

/* The function begins with a new block that leads nowhere yet. */
static basic_block
begin_choice (cgraph_node *n)
{
  push_cfun (DECL_STRUCT_FUNCTION (n->decl));
  if (!cfun->eh)
    init_eh_for_function ();
  return split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
}

static void
end_choice (void)
{
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  delete_unreachable_blocks ();
  maybe_remove_unreachable_handlers ();
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  cleanup_tree_cfg ();
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
}

static void
make_wrapper (const recursion &r, cgraph_node *n)
{
  basic_block first = begin_choice (n);
  wrapper w = { r, r.split.at (n), first, NULL_TREE };
  remove_edge (single_succ_edge (first));
  if (r.open)
    append_open_choice (&w, first);
  else
    append_choice (&w, first);
  end_choice ();
  tree attributes = DECL_ATTRIBUTES (n->decl);
  for (const char *added : { "no_icf", WRAPPER_MARK })
    attributes = tree_cons (get_identifier (added), NULL_TREE, attributes);
  DECL_ATTRIBUTES (n->decl) = attributes;
  /* Instances of an open recursion are distinguished by their frames. */
  if (r.open)
    DECL_UNINLINABLE (n->decl) = 1;
}

/* The frame of the version within is as large as the original's: all that needs more is
   in `start', which is called seldom. */
static void
make_inner_choice (const recursion &r, const versions &v)
{
  basic_block first = begin_choice (v.within);
  wrapper w = { r, v, first, NULL_TREE };
  basic_block plain = split_edge (single_succ_edge (first));
  remove_edge (single_succ_edge (first));
  append_watch (&w, first, plain);
  end_choice ();

  first = begin_choice (v.start);
  wrapper s = { r, v, first, NULL_TREE };
  remove_edge (single_succ_edge (first));
  append_inner_choice (&s, first);
  end_choice ();
  DECL_UNINLINABLE (v.start->decl) = 1;
  tree attributes = DECL_ATTRIBUTES (v.start->decl);
  for (const char *added : { "noclone", "cold", WRAPPER_MARK })
    attributes = tree_cons (get_identifier (added), NULL_TREE, attributes);
  DECL_ATTRIBUTES (v.start->decl) = attributes;
}

/* ---- which functions */

/* Is some function of the set marked as a target other than r? */
static bool
has_other_target (const recursion &r, const node_set &set, const std::vector<recursion> &all)
{
  for (const recursion &other : all)
    if (other.text != r.text)
      for (cgraph_node *n : other.marked)
        if (set.count (n))
          return true;
  return false;
}

/* Of a mutual recursion: which functions get versions beside the marked ones,
   and whether calls may come back to those by other ways. */
static node_set
plan (recursion *r, const std::vector<recursion> &all)
{
  node_set chosen = r->marked, whole = between (r->marked);
  if (whole.size () <= r->marked.size () + MOST_OTHERS && !has_other_target (*r, whole, all))
    for (cgraph_node *n : whole)
      if (can_be_copied (n))
        chosen.insert (n);
  r->open = chosen.size () < whole.size ();
  for (cgraph_node *n : r->marked)
    r->open |= !certain_callee (n) || may_come_back (n);
  return chosen;
}

static void
split (recursion *r, const std::vector<recursion> &all)
{
  node_set chosen = plan (r, all);
  for (cgraph_node *n : chosen)
    if (!make_versions (r, n))
      {
        report_refused (DECL_SOURCE_LOCATION (n->decl), why_not_cloned ());
        return;
      }
  for (const auto &s : r->split)
    {
      redirect_calls (*r, s.second, &versions::inner);
      redirect_calls (*r, s.second, &versions::traced);
      redirect_calls (*r, s.second, &versions::within);
    }
  for (cgraph_node *n : r->marked)
    {
      make_wrapper (*r, n);
      make_inner_choice (*r, r->split.at (n));
    }
  report_split (DECL_SOURCE_LOCATION ((*r->marked.begin ())->decl), r->text, r->open,
                chosen.size () - r->marked.size ());
}

static std::vector<recursion>
list_recursions (void)
{
  std::vector<recursion> all;
  cgraph_node *n;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (n)
    {
      std::string text;
      if (n->alias || n->thunk || n->inlined_to || !find_call_marker (n, &text))
        continue;
      uint64_t key = get_site_key (text);
      recursion *same = NULL;
      for (recursion &r : all)
        if (get_site_key (r.text) == key)
          same = &r;
      if (!same)
        {
          all.push_back ({ text, {}, {}, false });
          same = &all.back ();
        }
      same->marked.insert (n);
    }
  return all;
}

/* ---- setjmp */

static void
mark_landings (cgraph_node *n, const std::vector<std::string> &open)
{
  function *fun = DECL_STRUCT_FUNCTION (n->decl);
  std::vector<edge> behind = edges_behind_setjmp (fun);
  if (behind.empty ())
    return;
  push_cfun (fun);
  for (edge e : behind)
    for (const std::string &text : open)
      gsi_insert_on_edge (e, build_value_marker (MARK_LANDED, text, {}, {}));
  gsi_commit_edge_inserts ();
  pop_cfun ();
}

void
split_recursions (void)
{
  std::vector<recursion> all = list_recursions ();
  std::vector<std::string> open;
  for (recursion &r : all)
    {
      split (&r, all);
      if (r.open)
        open.push_back (r.text);
    }
  cgraph_node *n;
  if (!open.empty ())
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (n)
      if (!n->alias && !n->thunk && !n->inlined_to && DECL_STRUCT_FUNCTION (n->decl)->calls_setjmp)
        mark_landings (n, open);
}
