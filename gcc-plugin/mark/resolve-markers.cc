/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs right after SSA form is built, when each loop is still the source's.
 */
#include "mark/resolve-markers.h"
#include "arch/machine.h"
#include "mark/several-entries.h"
#include "mark/loop-of-marker.h"
#include "mark/inhouse-loops.h"
#include "mark/marker.h"
#include "mark/choose-targets.h"
#include "mark/recursions.h"
#include "mark/why-refused.h"
#include "site/target-warnings.h"

/* Put ENTRY into the preheader and BODY at the header's start. */
static void
insert_entry (class loop *l, location_t where, const std::string &text)
{
  gsi_insert_on_edge_immediate (loop_preheader_edge (l), build_marker (where, MARK_ENTRY, text));
}

static void
insert_body (basic_block header, location_t where, const std::string &text)
{
  gimple_stmt_iterator g = gsi_after_labels (header);
  gsi_insert_before (&g, build_marker (where, MARK_BODY, text), GSI_SAME_STMT);
}

/* A BODY from a label or an OpenMP loop: its loop is the one around it, or one that is entered elsewhere, too. */
static void
adopt_orphan (const marker &m)
{
  location_t where = gimple_location (m.stmt);
  class loop *l = gimple_bb (m.stmt)->loop_father;
  bool apart = goes_round (m, {});
  if (apart || loop_outer (l))
    {
      gimple_stmt_iterator g = gsi_for_stmt (m.stmt);
      gsi_insert_before (&g, build_marker (where, MARK_BODY, m.text), GSI_SAME_STMT);
      if (!apart)
        insert_entry (l, where, m.text);
    }
  else
    report_refused (where, why_never_iterating (), m.text);
  remove_marker (m.stmt);
}

/* Several statements of one loop: has it a BODY that is its own? */
static bool
has_own_marker (class loop *l, const std::vector<marker> &all)
{
  for (const marker &m : all)
    if (m.kind == MARK_BODY && gimple_bb (m.stmt)->loop_father == l)
      return true;
  return false;
}

/* GCC takes a loop that is gone on with in several places for as many, one in the other, if it seems
   to be so by its variables: where a last part of its body has a loop of its own, for one.  The
   innermost has the BODY then, and ENTRY is before them all; of a loop in another one it is
   inside. */
static bool
is_part_of_marked (class loop *l, const std::vector<marker> &all)
{
  std::set<std::string> bodies, entries;
  for (const marker &m : all)
    if (m.kind == MARK_BODY || m.kind == MARK_ENTRY)
      if (flow_bb_inside_loop_p (l, gimple_bb (m.stmt)))
        (m.kind == MARK_BODY ? bodies : entries).insert (m.text);
  return std::any_of (bodies.begin (), bodies.end (), [&] (const std::string &t) { return !entries.count (t); });
}

static void
mark_other_loops (function *fun)
{
  std::vector<marker> all = list_markers (fun);
  std::vector<class loop *> others;
  FOR_EACH_LOOP_NUMBER (fun, n)
    {
      class loop *l = get_loop (fun, n);
      if (l && l->header && loop_outer (l) && !has_own_marker (l, all) && !is_part_of_marked (l, all))
        others.push_back (l);
    }
  unsigned number = 0;
  for (class loop *l : others)
    {
      location_t where = loop_location (l);
      std::string text = site_of_other_loop (fun->decl, where, ++number);
      insert_entry (l, where, text);
      insert_body (l->header, where, text);
    }
}

/* Refuse marks that have no loop, and bodies that can be reached another way. */
static void
refuse_unusable (function *fun)
{
  std::vector<marker> all = list_markers (fun);
  std::set<gimple *> refused;
  std::set<std::string> with_loop;
  for (const marked_loop &l : find_marked_loops (all))
    if (l.loop)
      with_loop.insert (l.text);
  for (const marker &m : all)
    {
      const char *why = with_loop.count (m.text) ? NULL : why_no_loop (m.text, all);
      if (!why)
        continue;
      if (is_entered_otherwise (m.text, all) || !is_marked_by_function (m.text))
        report_refused (gimple_location (m.stmt), why, m.text);
      refused.insert (m.stmt);
    }
  for (gimple *g : refused)
    remove_marker (g);
}

static void
refuse_all (function *fun, const char *why)
{
  for (const marker &m : list_markers (fun))
    {
      report_refused (gimple_location (m.stmt), why, m.text);
      remove_marker (m.stmt);
    }
  const wanted_recursion *w = find_wanted_recursion (fun->decl);
  if (w && w->reason != RECURSION_OF_ALL)
    report_refused (DECL_SOURCE_LOCATION (fun->decl), why);
}

/* Functions whose loops are asked for.  Of a template some instances may have loops.  What a
   coroutine's name stands for only makes its frame: its loops are in a function of GCC's own,
   of which plugins are told from GCC 15 on; they are entered where it was suspended. */
static std::set<location_t> without_loop, with_loop, coroutines;

void
report_functions_without_loop (void)
{
  for (location_t where : without_loop)
    if (!with_loop.count (where))
      report_refused (where, why_no_loop_in_it (coroutines.count (where)));
}

void
resolve_markers (function *fun)
{
  convert_tree_markers (fun);
  const char *why = why_registers_missing ();
  if (!why)
    why = why_too_early (fun->decl);
  if (why)
    {
      drop_inhouse_marks (fun);
      refuse_all (fun, why);
      return;
    }
  resolve_recursion (fun);
  open_inhouse_loops (fun);
  bool whole = wants_all_loops (fun->decl) && !(asks_for_loops (fun->decl) && fun->coroutine_component);
  std::vector<marker> markers = list_markers (fun);
  if (asks_for_loops (fun->decl) && !only_delegates (cgraph_node::get (fun->decl)))
    {
      bool none = fun->coroutine_component || (markers.empty () && number_of_loops (fun) <= 1);
      (none ? without_loop : with_loop).insert (DECL_SOURCE_LOCATION (fun->decl));
      if (fun->coroutine_component)
        coroutines.insert (DECL_SOURCE_LOCATION (fun->decl));
    }
  if ((!whole && markers.empty ()) || !loops_for_fn (fun))
    return;
  loop_optimizer_init (LOOPS_NORMAL);
  calculate_dominance_info (CDI_DOMINATORS);
  for (const marker &m : markers)
    if (m.kind == MARK_ORPHAN_BODY)
      adopt_orphan (m);
  if (whole)
    mark_other_loops (fun);
  mark_entered_loops (fun);
  refuse_unusable (fun);
  loop_optimizer_finalize (fun, true);
  free_dominance_info (CDI_DOMINATORS);
}
