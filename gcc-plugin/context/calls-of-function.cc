/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/calls-of-function.h"
#include "context/callables.h"
#include "mark/call-graph.h"
#include "recursion/versions.h"
#include "arch/machine.h"
#include "libc/leaving-calls.h"
#include "options.h"
#include "site/runtime-calls.h"
#include <algoprof/context_abi.h>

/* Functions compiled before that call nothing, and begin no instance. */
static std::set<unsigned> need_no_record;

void
note_no_record (tree fndecl)
{
  need_no_record.insert (DECL_UID (fndecl));
}

/* ---- which functions */

bool
may_have_contexts (tree decl)
{
  static const char *const others[] = { "naked", "no_instrument_function", "interrupt", "no_caller_saved_registers" };
  for (const char *attribute : others)
    if (lookup_attribute (attribute, DECL_ATTRIBUTES (decl))
        || lookup_attribute (attribute, TYPE_ATTRIBUTES (TREE_TYPE (decl))))
      return false;
  return !is_resolver (decl);
}

tree
function_here (tree fndecl)
{
  cgraph_node *n = cgraph_node::get (fndecl);
  availability available;
  if (!n)
    return NULL_TREE;
  n = n->ultimate_alias_target (&available);
  tree d = n->decl;
  if (available < AVAIL_AVAILABLE || !n->definition || n->thunk || n->ifunc_resolver || DECL_EXTERNAL (d) || DECL_WEAK (d)
      || DECL_COMDAT (d) || DECL_ONE_ONLY (d) || n->in_other_partition || !may_have_contexts (d)
      || (DECL_STATIC_CHAIN (d) && decl_function_context (d)))
    return NULL_TREE;
  return d;
}

/* ---- which calls */

/* Allocators, which GCC has built in and calls nevertheless.  The program may have its own. */
static bool
is_allocator (tree fndecl)
{
  switch (DECL_FUNCTION_CODE (fndecl))
    {
    case BUILT_IN_MALLOC:
    case BUILT_IN_CALLOC:
    case BUILT_IN_REALLOC:
    case BUILT_IN_FREE:
      return true;
    default:
      return false;
    }
}

static bool
is_ignored (gcall *call, tree fndecl)
{
  static const char *const prefixes[] = { ALGOPROF_RT (""), "__cyg_profile_func", "__tsan_", "__asan_", "__ubsan_",
                                          "__sanitizer_" };
  if (gimple_call_flags (call) & ECF_RETURNS_TWICE)
    return true;
  if (fndecl_built_in_p (fndecl) && !(fndecl_built_in_p (fndecl, BUILT_IN_NORMAL) && is_allocator (fndecl)))
    return true;
  std::string symbol = symbol_of (fndecl);
  for (const char *prefix : prefixes)
    if (!symbol.compare (0, strlen (prefix), prefix))
      return true;
  return false;
}

/* At link time one place may have several numbers. */
static bool
is_same_place (location_t a, location_t b)
{
  expanded_location x = expand_location (a), y = expand_location (b);
  if (LOCATION_LOCUS (a) == b)
    return true;
  return in_lto_p && x.file && y.file && x.line == y.line && x.column == y.column && !strcmp (x.file, y.file);
}

bool
is_choice (gcall *call, tree fndecl)
{
  return has_versions (fndecl)
         && is_same_place (gimple_location (call), DECL_SOURCE_LOCATION (whole_of_version (fndecl)));
}

/* Does it call nothing of the program's?  The program's own that only read may well call others. */
static bool
is_library_leaf (gcall *call, tree fndecl)
{
  return (gimple_call_flags (call) & (ECF_CONST | ECF_PURE)) && DECL_EXTERNAL (fndecl) && DECL_IN_SYSTEM_HEADER (fndecl);
}

bool
comes_back (gcall *call)
{
  return !gimple_call_tail_p (call) && !gimple_call_noreturn_p (call);
}

/* May the way to the function put the cursor back?  That takes less code; to put it back here is faster, if the function
   has no contexts, as the system's.  Such a way has a word of the stack between the two: a function in assembly that frees
   what its caller took by alloca (libffi's ffi_call_unix64) must have none. */
static bool
is_kept (gcall *call, tree fndecl)
{
  if (cfun->calls_alloca)
    return false;
  bool system = DECL_IN_SYSTEM_HEADER (fndecl) && !optimize_function_for_size_p (cfun);
  return comes_back (call) && !system && has_register_arguments (call);
}

/* Is it the name of a function that is not known here: of another one's, or of one that the dynamic linker asks for?  That is
   called as through a pointer. */
static bool
is_chosen_later (tree fndecl)
{
  cgraph_node *n = cgraph_node::get (fndecl);
  return lookup_attribute ("weakref", DECL_ATTRIBUTES (fndecl)) || lookup_attribute ("ifunc", DECL_ATTRIBUTES (fndecl))
         || (n && n->ifunc_resolver);
}

static one_call
look_at_call (gcall *call, tree self)
{
  one_call c = { call, CALL_BY_CURSOR, NULL_TREE, 0 };
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || gimple_call_chain (call))
    return c;
  if (is_chosen_later (fndecl))
    return c;
  tree here = function_here (fndecl);
  c.callee = here ? here : fndecl;
  bool same = here && whole_of_version (here) == whole_of_version (self);
  if (same && is_choice (call, here))
    c.how = CALL_VERSION;
  else if (same && options.contexts != CONTEXTS_FULL)
    c.how = CALL_ITSELF;
  else if (here && need_no_record.count (DECL_UID (here)))
    c.how = CALL_COUNTED;
  else if (here)
    c.how = CALL_HERE;
  else if (is_ignored (call, fndecl))
    c.how = CALL_IGNORED;
  else if (is_library_leaf (call, fndecl))
    c.how = CALL_COUNTED;
  else
    c.how = is_kept (call, fndecl) ? CALL_KEPT : CALL_OUTSIDE;
  return c;
}

/* Does the loader call it, and others afterwards? */
static bool
is_of_loader (tree fndecl)
{
  return DECL_STATIC_CONSTRUCTOR (fndecl) || DECL_STATIC_DESTRUCTOR (fndecl);
}

static bool
begins_once (tree fndecl)
{
  return is_of_loader (fndecl) || MAIN_NAME_P (DECL_NAME (fndecl));
}

static bool
is_of_system (tree fndecl)
{
  return DECL_EXTERNAL (fndecl) && (DECL_IN_SYSTEM_HEADER (fndecl) || DECL_ARTIFICIAL (fndecl) || fndecl_built_in_p (fndecl));
}

static void
forgo_jump (gcall *call, tree self)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!gimple_call_must_tail_p (call) && (begins_once (self) || (fndecl && is_of_system (fndecl))))
    gimple_call_set_tail (call, false);
}

all_calls
look_at_calls (function *fun)
{
  all_calls all;
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_EACH_BB_FN (bb, fun)
    {
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
        {
          if (begins_instance (gsi_stmt (g)))
            all.begins.push_back (gsi_stmt (g));
          if (gimple_code (gsi_stmt (g)) == GIMPLE_RETURN && is_of_loader (fun->decl))
            all.returns.push_back (gsi_stmt (g));
          gcall *call = dyn_cast<gcall *> (gsi_stmt (g));
          if (!call || gimple_call_internal_p (call))
            continue;
          forgo_jump (call, fun->decl);
          if (gimple_call_flags (call) & ECF_RETURNS_TWICE)
            all.landings.push_back (call);
          if (leaving_of (call))
            all.leaving.push_back (call);
          one_call c = look_at_call (call, fun->decl);
          if (c.how != CALL_IGNORED)
            all.list.push_back (c);
          all.need_old |= (c.how == CALL_OUTSIDE || c.how == CALL_BY_CURSOR) && comes_back (call);
        }
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (e->flags & EDGE_EH)
          {
            all.pads.push_back (bb);
            break;
          }
    }
  all.need_old |= !all.returns.empty ();
  all.need_old &= !all.list.empty ();
  all.need_old |= !all.landings.empty () || !all.pads.empty ();
  return all;
}
