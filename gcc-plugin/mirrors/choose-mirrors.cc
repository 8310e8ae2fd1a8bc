/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Late in IPA what will be inlined is inlined: the calls that are left in
 * marked loops, and in what they call, are the real ones.  Each function of
 * the unit that they reach gets a mirror (mirror.h), which runs only below sampled
 * instances.
 */
#include "mirrors/choose-mirrors.h"
#include "mark/loop-of-marker.h"
#include "mark/marker.h"
#include "mirrors/section-groups.h"
#include "mirrors/nothing-to-trace.h"
#include "libc/library-calls.h"
#include "mirrors/mirror-table.h"
#include "mirrors/mirror-list.h"
#include "mirrors/why-no-mirror.h"
#include "compat/roots.h"
#include "options.h"
#include "recursion/versions.h"
#include "site/site.h"

static tree
resolve_alias (tree fndecl)
{
  cgraph_node *n = cgraph_node::get (fndecl);
  return n ? n->ultimate_alias_target ()->decl : fndecl;
}

/* Functions that may be called from where their mirrors are not known, and the
   thunks of C++ that lead to them. */
static std::vector<mirror_row> entrances;

static void
keep_entrance (tree original, tree traced, bool thunk, const thunk_shape &shape)
{
  entrances.push_back ({ keep_tree (original), keep_tree (traced), thunk, shape });
}

static void
add_thunks (cgraph_node *n, cgraph_node *alias)
{
  for (cgraph_edge *e = alias->callers; e; e = e->next_caller)
    if (e->caller->thunk)
      if (thunk_info *t = thunk_info::get (e->caller))
        if (t->this_adjusting && !t->indirect_offset)
          keep_entrance (e->caller->decl, n->decl, true,
                         { t->fixed_offset, t->virtual_offset_p ? t->virtual_value : 0,
                           aggregate_value_p (DECL_RESULT (n->decl), n->decl) != 0 });
}

static void
add_entrance (cgraph_node *n)
{
  static std::set<unsigned> seen;        /* numbers of declarations */
  ipa_ref *ref;
  if (!seen.insert (DECL_UID (n->decl)).second)
    return;
  keep_entrance (n->decl, n->decl, false, {});
  add_thunks (n, n);
  FOR_EACH_ALIAS (n, ref)
    if (cgraph_node *alias = dyn_cast<cgraph_node *> (ref->referring))
      add_thunks (n, alias);
}

/* The version of FNDECL that may be called in its place, or NULL_TREE. */
static tree
traced_version_at (tree fndecl)
{
  return traced_version_of (resolve_alias (fndecl));
}

void
emit_mirror_table (void)
{
  std::vector<mirror_row> rows;
  for (mirror_row &r : entrances)
    {
      tree version = traced_version_at (r.traced);
      if (version)
        r.traced = version;
      if (TREE_ASM_WRITTEN (r.original)
          && (version ? TREE_ASM_WRITTEN (version) : has_mirror (r.traced) || needs_no_mirror (r.traced)))
        rows.push_back (r);
    }
  write_mirror_table (rows);
}

/* ---- which functions */

/* Did a function of the unit have a marker?  Link-time optimisation does not come by
   note_targets, and a partition of it cannot know what the others have: there
   is always one. */
static bool unit_has_target;

static bool
has_marker (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (marker_of (gsi_stmt (g), NULL) != MARK_NONE)
        return true;
  return false;
}

void
note_targets (void)
{
  cgraph_node *n;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (n)
    if (!unit_has_target && !n->alias && !n->thunk && !n->inlined_to)
      unit_has_target = has_marker (DECL_STRUCT_FUNCTION (n->decl));
}

/* Are functions to have mirrors for calls that are not seen here? */
static bool
mirrors_for_others (void)
{
  return options.callees == CALLEES_ALL || (options.callees == CALLEES_AUTO && (unit_has_target || (in_lto_p && !options.contexts)));
}

bool
may_have_mirrors (void)
{
  return unit_has_target || in_lto_p || mirrors_for_others ();
}

/* Can code that is not seen here call it: other units, or calls through its address? */
static bool
is_reached_unseen (cgraph_node *n)
{
  if (is_traced_version (n->decl) || traced_version_of (n->decl) || MAIN_NAME_P (DECL_NAME (n->decl)))
    return false;
  /* A COMDAT has a copy in each unit that calls it. */
  if (n->externally_visible && !DECL_COMDAT (n->decl))
    return true;
  /* Of a link-time build's other parts nothing is known but that they refer to it. */
  auto referred_to = [] (symtab_node *s) {
    ipa_ref *ref;
    if (s->used_from_other_partition)
      return true;
    for (unsigned i = 0; s->iterate_referring (i, ref); i++)
      if (ref->use == IPA_REF_ADDR)
        return true;
    return false;
  };
  ipa_ref *alias;
  bool taken = referred_to (n);
  FOR_EACH_ALIAS (n, alias)
    taken |= referred_to (alias->referring);
  return taken;
}

typedef std::vector<cgraph_node *> node_list;

static void
add_callee (tree fndecl, std::set<cgraph_node *> *seen, node_list *work)
{
  cgraph_node *n = fndecl ? cgraph_node::get (fndecl) : NULL;
  if (!n)
    return;
  n = n->ultimate_alias_target ();
  if (!n->inlined_to && n->has_gimple_body_p () && !is_traced_version (n->decl)
      && !traced_version_of (n->decl) && seen->insert (n).second)
    work->push_back (n);
}

/* Its mirror is looked for when it runs. */
static void
add_callee_by_address (tree fndecl, std::set<cgraph_node *> *seen, node_list *work)
{
  cgraph_node *n = cgraph_node::get (fndecl);
  add_callee (fndecl, seen, work);
  if (n && n->ultimate_alias_target ()->has_gimple_body_p ())
    add_entrance (n->ultimate_alias_target ());
}

static void
add_callees_of_block (basic_block bb, std::set<cgraph_node *> *seen, node_list *work)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    if (gcall *call = dyn_cast<gcall *> (gsi_stmt (g)))
      if (!gimple_call_internal_p (call))
        {
          add_callee (gimple_call_fndecl (call), seen, work);
          if (tree passed = called_back_by (call))
            add_callee_by_address (passed, seen, work);
        }
}

static void
add_callees_of_function (cgraph_node *n, std::set<cgraph_node *> *seen, node_list *work)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (n->decl))
    add_callees_of_block (bb, seen, work);
}

static void
add_callees_of_marked_loops (cgraph_node *n, std::set<cgraph_node *> *seen, node_list *work)
{
  function *fun = DECL_STRUCT_FUNCTION (n->decl);
  std::vector<marker> markers = list_markers (fun);
  if (markers.empty ())
    return;
  push_cfun (fun);
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  calculate_dominance_info (CDI_DOMINATORS);
  for (const marked_loop &l : find_marked_loops (markers))
    if (l.loop)
      {
        basic_block *body = get_loop_body (l.loop);
        for (unsigned i = 0; i < l.loop->num_nodes; i++)
          add_callees_of_block (body[i], seen, work);
        free (body);
      }
  loop_optimizer_finalize (fun, true);
  free_dominance_info (CDI_DOMINATORS);
  pop_cfun ();
}

static void
remark_no_mirrors (void)
{
  cgraph_node *n;
  if (options.verbose)
    FOR_EACH_DEFINED_FUNCTION (n)
      if (n->has_gimple_body_p () && !n->inlined_to && !n->alias && !n->thunk && is_reached_unseen (n))
        {
          inform (UNKNOWN_LOCATION, "algoprof: no target of another file is traced in this one: its functions have no "
                  "traced copies, which %<-fplugin-arg-algoprof-callees=all%> makes");
          return;
        }
}

/* Has it a body, with nothing in it that a mirror would record? */
static bool
is_harmless (cgraph_node *n)
{
  if (!n->has_gimple_body_p () || n->thunk)
    return false;
  n->get_body ();
  return has_nothing_to_trace (DECL_STRUCT_FUNCTION (n->decl));
}

static void
choose (cgraph_node *n)
{
  if (is_harmless (n))
    {
      need_no_mirror (n->decl);
      return;
    }
  if (const char *why = why_no_mirror (n))
    {
      if (options.verbose && n->has_gimple_body_p ())
        inform (DECL_SOURCE_LOCATION (n->decl), "algoprof: calls of %qD from profiled loops are "
                "not traced: %s", n->decl, why);
      return;
    }
  want_mirror (n->decl);
  if (DECL_COMDAT_GROUP (n->decl))
    take_out_of_group (n);
  /* Its mirror goes with its section group. */
  if (DECL_COMDAT_GROUP (n->decl))
    add_entrance (n);
}

void
choose_mirrors (void)
{
  /* To look at bodies here would already change the order in which GCC compiles them. */
  if (!may_have_mirrors ())
    {
      remark_no_mirrors ();
      return;
    }
  node_list functions, work;
  cgraph_node *n;
  FOR_EACH_DEFINED_FUNCTION (n)
    if (n->has_gimple_body_p () && !n->inlined_to && !n->alias && !n->thunk)
      functions.push_back (n);
  for (cgraph_node *f : functions)
    {
      f->get_body ();
      if (is_traced_version (f->decl))
        optimise_less (f->decl);
    }
  if (in_lto_p)
    note_targets ();
  std::set<cgraph_node *> seen;
  for (cgraph_node *f : functions)
    /* The traced versions of a recursion: */
    if (is_traced_version (f->decl) && calls_only_recursion (f->decl).empty ())
      add_callees_of_function (f, &seen, &work);
    else
      add_callees_of_marked_loops (f, &seen, &work);
  if (mirrors_for_others ())
    for (cgraph_node *f : functions)
      if (is_reached_unseen (f))
        {
          add_callee (f->decl, &seen, &work);
          add_entrance (f);
        }
  for (size_t i = 0; i < work.size (); i++)
    add_callees_of_function (work[i], &seen, &work);
  for (cgraph_node *f : work)
    choose (f);
}
