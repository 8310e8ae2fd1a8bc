/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mark/why-refused.h"
#include "compat/unique-asm.h"
#include "mark/call-graph.h"
#include "mark/several-entries.h"
#include "mark/loop-of-marker.h"
#include "site/site.h"

/* ---- loops */

const char *
why_never_iterating (void)
{
  return "there is no loop here (it never iterates)";
}

const char *
why_no_loop (const std::string &text, const std::vector<marker> &all)
{
  const marker *body = NULL;
  bool entered = false;
  for (const marker &m : all)
    if (m.text == text)
      {
        entered |= m.kind == MARK_START;
        body = m.kind == MARK_BODY && !body ? &m : body;
      }
  /* A body that cannot be reached is a loop of no iterations. */
  if (entered || !body)
    return NULL;
  if (!is_entered_otherwise (text, all))
    return why_never_iterating ();
  if (!goes_round (*body, all))
    return "each iteration leaves the loop by a jump, and another jump comes back";
  return "the loop has more than one entry";
}

const char *
why_no_loop_in_it (bool coroutine)
{
  return coroutine ? "this is a coroutine, whose loops GCC moves where they cannot be profiled"
                   : "this function has no loop";
}

const char *
why_not_copied (function *fun)
{
  if (names_place (fun))
    return "this loop cannot be profiled: it names a place in an asm statement";
  if (fun->has_nonlocal_label)
    return "this loop cannot be profiled: nested functions jump into its function";
  return NULL;
}

const char *
why_not_sampled (class loop *l)
{
  for (basic_block bb : blocks_of (l))
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (computed_goto_p (gsi_stmt (g)))
        return "this loop cannot be profiled: it has a computed goto";
  return why_not_copied (cfun);
}

/* ---- recursions */

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

const char *
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

const char *
why_not_cloned (void)
{
  return "GCC cannot copy this function";
}

const char *
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
    return why_not_cloned ();
  if (names_place (DECL_STRUCT_FUNCTION (decl)))
    return "a function that names a place in an asm statement cannot be copied";
  return NULL;
}

/* ---- code that runs too early */

/* Functions that the C library calls, and a program may have its own of, while it sets a static program
   up: it makes thread-local storage by them. */
static bool
may_set_up_program (cgraph_node *n)
{
  static const char *const names[] = { "memcpy", "mempcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strnlen",
                                       "strcmp", "strncmp", "strchr", "strrchr" };
  if (flag_shlib || !TREE_PUBLIC (n->decl) || !DECL_NAME (n->decl))
    return false;
  for (const char *name : names)
    if (!strcmp (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (n->decl)), name))
      return true;
  return false;
}

static void
add_with_callees (cgraph_node *n, std::set<unsigned> *list)
{
  if (list->insert (DECL_UID (n->decl)).second)
    for (cgraph_edge *e = n->callees; e; e = e->next_callee)
      add_with_callees (e->callee->ultimate_alias_target (), list);
}

const char *
why_too_early (tree fndecl)
{
  static std::set<unsigned> choosers, helpers;  /* numbers of declarations */
  static bool known;
  cgraph_node *n;
  if (!known)
    FOR_EACH_FUNCTION (n)
      {
        if (n->ifunc_resolver && n->alias && n->analyzed)
          add_with_callees (n->ultimate_alias_target (), &choosers);
        if (n->definition && may_set_up_program (n))
          add_with_callees (n, &helpers);
      }
  known = true;
  if (choosers.count (DECL_UID (fndecl)))
    return "this code chooses functions for the dynamic linker (ifunc), before programs run";
  if (helpers.count (DECL_UID (fndecl)))
    return "the C library calls this code by a name of its own functions before a static program has thread-local storage";
  return NULL;
}
