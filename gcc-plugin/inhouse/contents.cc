/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inhouse/contents.h"
#include "inhouse/inhouse.h"
#include "inhouse/told-before.h"
#include "mark/call-graph.h"
#include "options.h"
#include "recursion/wrapper.h"

/* What chooses between the versions of a recursion is no activation of its own. */
bool
is_profiled (tree decl)
{
  return !lookup_attribute (WRAPPER_MARK, DECL_ATTRIBUTES (decl))
         && !lookup_attribute ("naked", DECL_ATTRIBUTES (decl))
         && !lookup_attribute ("no_instrument_function", DECL_ATTRIBUTES (decl));
}

bool
begins_with_enter (tree fndecl)
{
  cgraph_node *n = fndecl ? cgraph_node::get (fndecl) : NULL;
  if (!n)
    return false;
  availability available;
  n = n->function_symbol (&available);
  /* What is not to be looked into counts as interposable, even a static function. */
  bool known = available > AVAIL_INTERPOSABLE
               || (lookup_attribute ("noipa", DECL_ATTRIBUTES (n->decl)) && decl_binds_to_current_def_p (n->decl));
  return known && n->definition && !n->thunk && is_profiled (n->decl)
         && !DECL_EXTERNAL (n->decl);
}

/* Does control come only as the statement's jump says?  That changes no variable, as calls that come back twice may. */
static bool
is_computed_jump (edge e)
{
  gimple_stmt_iterator g = gsi_last_bb (e->src);
  return !(e->flags & EDGE_EH) && !gsi_end_p (g) && gimple_code (gsi_stmt (g)) == GIMPLE_GOTO;
}

abnormal_edges
find_abnormal_edges (function *fun)
{
  abnormal_edges found = { false, false };
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_EACH_BB_FN (bb, fun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (e->flags & EDGE_ABNORMAL)
        {
          found.any = true;
          found.others |= !is_computed_jump (e);
        }
  return found;
}

void
look_at (function *fun, const loop_regions &regions, contents *c)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  c->uses = find_uses (fun, regions, &c->origins);
  if (options.ranges)
    drop_told (fun, regions, &c->uses);
  c->loops = list_inhouse_markers (fun);
  for (const marker &m : c->loops)
    c->block[m.stmt] = gimple_bb (m.stmt)->index;
  FOR_EACH_BB_FN (bb, fun)
    {
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
        {
          gimple *s = gsi_stmt (g);
          if (is_gimple_call (s) && !gimple_call_internal_p (s))
            c->calls.push_back (as_a<gcall *> (s));
          else if (gimple_code (s) == GIMPLE_RETURN)
            c->returns.push_back (s);
          else
            continue;
          c->block[s] = bb->index;
        }
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (e->flags & EDGE_EH)
          {
            c->landings.push_back (bb);
            break;
          }
    }
}

/* ---- calls */

bool
is_resume (gcall *call)
{
  return gimple_call_builtin_p (call, BUILT_IN_UNWIND_RESUME) || gimple_call_builtin_p (call, BUILT_IN_CXA_END_CLEANUP);
}

bool
may_enter (const library_call &library)
{
  return library.outcome == LIBRARY_UNKNOWN || library.steps[0] == 'C' || library.steps.find (" C") != std::string::npos;
}

library_call
described (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  return fndecl ? describe_library_call (fndecl) : library_call { LIBRARY_UNKNOWN, "", false };
}

bool
is_leaf (const contents &c)
{
  return c.loops.empty () && std::none_of (c.calls.begin (), c.calls.end (), [] (gcall *call) {
    return is_resume (call) || may_enter (described (call));
  });
}
