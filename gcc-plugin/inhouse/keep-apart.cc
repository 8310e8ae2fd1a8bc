/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inhouse/keep-apart.h"
#include "inhouse/inhouse.h"
#include "mark/call-graph.h"

/* Must it be inlined, or is its code in another file, where nobody profiles it? */
static bool
is_to_be_inlined (tree fndecl)
{
  return lookup_attribute ("always_inline", DECL_ATTRIBUTES (fndecl)) || DECL_EXTERNAL (fndecl) || !is_profiled (fndecl);
}

static bool
has_loop (function *fun)
{
  return loops_for_fn (fun) && number_of_loops (fun) > 1;
}

void
keep_apart (function *fun)
{
  DECL_ATTRIBUTES (fun->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, DECL_ATTRIBUTES (fun->decl));
  if (optimize && !is_to_be_inlined (fun->decl) && (has_loop (fun) || is_recursive (cgraph_node::get (fun->decl))))
    DECL_UNINLINABLE (fun->decl) = 1;
}
