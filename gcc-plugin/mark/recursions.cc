/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions are recursions, and what hinders splitting one. */
#include "mark/recursions.h"
#include "mark/marker.h"
#include "mark/choose-targets.h"
#include "options.h"
#include "compat/unique-asm.h"
#include "mark/call-graph.h"
#include "site/target-warnings.h"
#include "site/site.h"

/* Functions of components that `*' has taken a function of: numbers of declarations. */
static std::set<unsigned> taken_components;

/* Why the function cannot be split, or NULL. */
static const char *
why_not_split (cgraph_node *n)
{
  tree decl = n->decl;
  if (stdarg_p (TREE_TYPE (decl)))
    return "a function with a variable number of arguments cannot be split";
  if (lookup_attribute ("always_inline", DECL_ATTRIBUTES (decl)))
    return "an always_inline function cannot be split";
  for (const char *fixed : { "noclone", "noipa", "naked", "ifunc", "target_clones" })
    if (lookup_attribute (fixed, DECL_ATTRIBUTES (decl)))
      return "its attributes forbid copies of it";
  if (!tree_versionable_function_p (decl))
    return "GCC cannot copy this function";
  if (names_place (DECL_STRUCT_FUNCTION (decl)))
    return "a function that names a place in an asm statement cannot be copied";
  return NULL;
}

/* Does a function's name as GCC knows constructors and destructors begin so?
   They are "__ct " and "__dt " of the common one, "__dt_del " of the deleting. */
static bool
has_internal_name (tree decl, const char *begin)
{
  return DECL_NAME (decl) && !strncmp (IDENTIFIER_POINTER (DECL_NAME (decl)), begin, strlen (begin));
}

/* Of a C++ destructor, the deleting one calls the complete one; and with
   -fdeclone-ctor-dtor complete and base ones call the common one.  All have the
   attributes, and one of them the body. */
bool
only_delegates (cgraph_node *n)
{
  tree decl = n->decl;
  if (!DECL_CXX_DESTRUCTOR_P (decl) && !DECL_CXX_CONSTRUCTOR_P (decl))
    return false;
  if (has_internal_name (decl, "__dt_del "))
    return true;
  if (has_internal_name (decl, "__ct ") || has_internal_name (decl, "__dt "))
    return false;
  for (cgraph_edge *e = n->callees; e; e = e->next_callee)
    if (DECL_CONTEXT (e->callee->decl) == DECL_CONTEXT (decl)
        && DECL_SOURCE_LOCATION (e->callee->decl) == DECL_SOURCE_LOCATION (decl)
        && (has_internal_name (e->callee->decl, "__ct ") || has_internal_name (e->callee->decl, "__dt ")))
      return true;
  return false;
}

/* The marked function goes as a recursion: its loops, if they were meant
   otherwise, do not. */
static void
take_as_recursion (function *fun, const wanted_recursion &w)
{
  if (w.reason == RECURSION_OR_LOOPS)
    {
      std::set<std::string> loops = give_up_loops (fun->decl);
      std::vector<gimple *> gone;
      std::string text;
      basic_block bb;
      FOR_EACH_BB_FN (bb, fun)
        for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
          if (is_loop_marker (marker_of (gsi_stmt (g), &text)) && loops.count (text))
            gone.push_back (gsi_stmt (g));
      for (gimple *g : gone)
        remove_marker (g);
    }
  gsi_insert_on_edge_immediate (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun)),
                                build_marker (DECL_SOURCE_LOCATION (fun->decl), MARK_CALL, w.text));
  keep_from_inlining (fun->decl);
}

/* Instances of a template that call one another, f<3> f<2> and so on, are one
   recursion: they have one place.  Is n one of them? */
static bool
is_instance_in_chain (cgraph_node *n, const wanted_recursion &w)
{
  uint64_t key = get_site_key (w.text);
  node_set others;
  cgraph_node *m;
  FOR_EACH_FUNCTION (m)
    if (m != n)
      {
        const wanted_recursion *other = find_wanted_recursion (m->decl);
        if (other && get_site_key (other->text) == key)
          others.insert (m);
      }
  return !others.empty () && calls_one_of (n, others);
}

/* Why the function is no recursion, or NULL; "" is better not said. */
static const char *
why_no_recursion (function *fun, cgraph_node *n, const wanted_recursion &w)
{
  if (w.reason == RECURSION_OF_ALL)
    return "";
  if (is_instance_in_chain (n, w))
    return NULL;
  if (w.reason == RECURSION_OR_LOOPS && number_of_loops (fun) > 1)
    return "";
  if (may_come_back (n))
    return NULL;
  return w.reason == RECURSION_ASKED_FOR
         ? "this function does not call itself, directly or through others"
         : "this function has no loop and does not call itself";
}

void
resolve_recursion (function *fun)
{
  const wanted_recursion *w = find_wanted_recursion (fun->decl);
  cgraph_node *n = cgraph_node::get (fun->decl);
  if (!w || !n || only_delegates (n) || (w->reason == RECURSION_OF_ALL && taken_components.count (DECL_UID (fun->decl))))
    return;
  node_set component = component_of (n);
  location_t where = DECL_SOURCE_LOCATION (fun->decl);
  if (component.empty ())
    if (const char *why = why_no_recursion (fun, n, *w))
      {
        if (*why)
          report_refused (where, why);
        return;
      }
  if (const char *why = why_not_split (n))
    {
      if (w->reason != RECURSION_OF_ALL || options.verbose)
        report_refused (where, why);
      return;
    }
  if (w->reason == RECURSION_OF_ALL)
    for (cgraph_node *m : component)
      taken_components.insert (DECL_UID (m->decl));
  take_as_recursion (fun, *w);
}
