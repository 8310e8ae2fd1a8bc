/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     { int i; original; clone }   becomes   { int i; original; { clone } }
 *
 * The names of the outer scope stay visible in the inner one.
 */
#include "debug-scope.h"

/* A scope that declares nothing would not reach the debugger: it has a constant
   that tells where one is.  No code uses it. */
static tree
new_scope (tree around)
{
  tree mark = build_decl (DECL_SOURCE_LOCATION (current_function_decl), VAR_DECL,
                          get_identifier ("algoprof_traced"),
                          build_qualified_type (integer_type_node, TYPE_QUAL_CONST));
  DECL_CONTEXT (mark) = current_function_decl;
  DECL_ARTIFICIAL (mark) = 1;
  DECL_INITIAL (mark) = integer_one_node;
  TREE_READONLY (mark) = 1;
  tree scope = make_node (BLOCK);
  BLOCK_VARS (scope) = mark;
  BLOCK_SUPERCONTEXT (scope) = around;
  BLOCK_CHAIN (scope) = BLOCK_SUBBLOCKS (around);
  BLOCK_SUBBLOCKS (around) = scope;
  TREE_USED (scope) = 1;
  return scope;
}

class scope_map
{
public:
  location_t moved (location_t where)
  {
    tree block = LOCATION_BLOCK (where);
    return block ? set_block (where, inner (block)) : where;
  }

private:
  std::map<tree, tree> inner_scopes;

  tree inner (tree block)
  {
    tree &scope = inner_scopes[block];
    if (!scope)
      scope = new_scope (block);
    return scope;
  }
};

void
give_own_scopes (const std::vector<basic_block> &blocks)
{
  if (debug_info_level < DINFO_LEVEL_NORMAL)
    return;
  scope_map scopes;
  for (basic_block bb : blocks)
    {
      for (gphi_iterator phi = gsi_start_phis (bb); !gsi_end_p (phi); gsi_next (&phi))
        for (unsigned n = 0; n < gimple_phi_num_args (phi.phi ()); n++)
          if (flow_bb_inside_loop_p (bb->loop_father, EDGE_PRED (bb, n)->src))
            gimple_phi_arg_set_location (phi.phi (), n,
                                         scopes.moved (gimple_phi_arg_location (phi.phi (), n)));
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
        if (!gimple_debug_inline_entry_p (gsi_stmt (g)))        /* names its scope */
          gimple_set_location (gsi_stmt (g), scopes.moved (gimple_location (gsi_stmt (g))));
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
        e->goto_locus = scopes.moved (e->goto_locus);
    }
}
