/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building blocks that call a version. */
#include "recursion/version-calls.h"
#include "site/runtime-calls.h"
#include "mark/marker.h"

static basic_block
new_block (wrapper *w)
{
  w->last = create_empty_bb (w->last);
  if (current_loops)
    add_bb_to_loop (w->last, current_loops->tree_root);
  return w->last;
}

static tree
forwarded_argument (basic_block bb, tree parameter)
{
  if (is_gimple_reg (parameter))
    return get_or_create_ssa_default_def (cfun, parameter);
  if (!is_gimple_reg_type (TREE_TYPE (parameter)))
    return parameter;
  tree value = make_ssa_name (TREE_TYPE (parameter));
  append (bb, gimple_build_assign (value, parameter));
  return value;
}

/* What the call's result goes to; NULL_TREE: it has none. */
static tree
result_of_call (tree result)
{
  tree type = TREE_TYPE (TREE_TYPE (cfun->decl));
  if (VOID_TYPE_P (type))
    return NULL_TREE;
  if (DECL_BY_REFERENCE (result))
    {
      tree slot = get_or_create_ssa_default_def (cfun, result);
      return build2 (MEM_REF, TREE_TYPE (TREE_TYPE (result)), slot,
                     build_int_cst (TREE_TYPE (result), 0));
    }
  return is_gimple_reg_type (type) ? make_ssa_name (type) : result;
}

/* What is to be done when the call is over, however that comes. */
static void
append_epilogue (const wrapper &w, basic_block bb, tree token)
{
  if (token)
    append (bb, build_value_marker (MARK_END, w.r.text, {}, { token }));
  if (w.saved)
    append (bb, build_value_marker (MARK_OUTSIDE, w.r.text, {}, { w.saved }));
}

/* Catch what the call throws, for the epilogue, and throw on. */
static void
add_landing_pad (wrapper *w, gcall *call, tree token)
{
  eh_region region = gen_eh_region_cleanup (NULL);
  eh_landing_pad pad = gen_eh_landing_pad (region);
  tree label = create_artificial_label (UNKNOWN_LOCATION);
  EH_LANDING_PAD_NR (label) = pad->index;
  pad->post_landing_pad = label;
  basic_block bb = new_block (w);
  append (bb, gimple_build_label (label));
  append_epilogue (*w, bb, token);
  append (bb, gimple_build_resx (region->index));
  bb->count = profile_count::zero ();
  add_stmt_to_eh_lp (call, pad->index);
}

basic_block
calling_block (wrapper *w, cgraph_node *callee, tree token, bool epilogue)
{
  basic_block bb = new_block (w);
  auto_vec<tree> arguments;
  for (tree p = DECL_ARGUMENTS (cfun->decl); p; p = DECL_CHAIN (p))
    arguments.safe_push (forwarded_argument (bb, p));
  gcall *call = gimple_build_call_vec (callee->decl, arguments);
  tree declared = DECL_RESULT (cfun->decl), result = result_of_call (declared);
  gimple_call_set_lhs (call, result);
  if (result && aggregate_value_p (declared, cfun->decl)
      && (!is_gimple_reg_type (TREE_TYPE (declared)) || DECL_BY_REFERENCE (declared)))
    gimple_call_set_return_slot_opt (call, true);
  if (DECL_STATIC_CHAIN (cfun->decl))
    gimple_call_set_chain (call, get_or_create_ssa_default_def (cfun, cfun->static_chain_decl));
  gimple_set_location (call, DECL_SOURCE_LOCATION (cfun->decl));
  append (bb, call);
  epilogue = epilogue && (token || w->saved);
  basic_block end = bb;
  bool throws = epilogue && flag_exceptions && !TREE_NOTHROW (callee->decl);
  if (throws)
    {
      end = new_block (w);
      add_landing_pad (w, call, token);
      make_eh_edges (call);
      make_single_succ_edge (bb, end, EDGE_FALLTHRU);
    }
  if (epilogue)
    append_epilogue (*w, end, token);
  append (end, gimple_build_return (result && DECL_BY_REFERENCE (declared)
                                    ? get_or_create_ssa_default_def (cfun, declared) : result));
  make_single_succ_edge (end, EXIT_BLOCK_PTR_FOR_FN (cfun), 0);
  return bb;
}

/* if (value op other) goto yes; else goto no; */
static void
append_branch (basic_block bb, tree_code op, tree value, int other, basic_block yes,
               basic_block no, profile_probability likely)
{
  append (bb, gimple_build_cond (op, value, build_int_cst (TREE_TYPE (value), other), NULL_TREE,
                                 NULL_TREE));
  make_edge (bb, yes, EDGE_TRUE_VALUE)->probability = likely;
  make_edge (bb, no, EDGE_FALSE_VALUE)->probability = likely.invert ();
}

/* if (the countdown is over) goto yes; else goto no; */
static void
append_countdown (wrapper *w, basic_block bb, marker_kind kind, basic_block yes, basic_block no)
{
  tree below = make_ssa_name (integer_type_node);
  append (bb, build_value_marker (kind, w->r.text, { &below }, {}));
  append_branch (bb, NE_EXPR, below, 0, yes, no, profile_probability::very_unlikely ());
  no->count = bb->count;
  yes->count = profile_count::zero ();
}

/* if (token = BEGIN) the traced version; else goto no; */
static void
append_begin (wrapper *w, basic_block bb, marker_kind kind, basic_block no)
{
  tree token = make_ssa_name (unsigned_type_node);
  append (bb, build_value_marker (kind, w->r.text, { &token }, {}));
  basic_block traced = calling_block (w, w->v.traced, token, true);
  append_branch (bb, NE_EXPR, token, 0, traced, no, profile_probability::even ());
  traced->count = profile_count::zero ();
}

void
append_choice (wrapper *w, basic_block bb)
{
  basic_block plain = calling_block (w, w->v.inner, NULL_TREE, true), ask = new_block (w);
  append_countdown (w, bb, MARK_COUNTDOWN, ask, plain);
  append_begin (w, ask, MARK_BEGIN, plain);
}

void
append_watch (wrapper *w, basic_block bb, basic_block plain)
{
  append_countdown (w, bb, MARK_WATCH, calling_block (w, w->v.start, NULL_TREE, false), plain);
}

void
append_inner_choice (wrapper *w, basic_block bb)
{
  basic_block again = new_block (w), plain = calling_block (w, w->v.within, NULL_TREE, false);
  append (again, build_value_marker (MARK_UNWATCH, w->r.text, {}, {}));
  make_single_succ_edge (again, plain, EDGE_FALLTHRU);
  append_begin (w, bb, MARK_BEGIN_INNER, again);
}

/* A call inside an instance that is traced, or was until it outgrew the budget.  The
   traced version would ask by itself, but its frame may be larger. */
static basic_block
nested_traced_block (wrapper *w)
{
  profile_probability even = profile_probability::even ();
  tree asked = make_ssa_name (unsigned_type_node);
  basic_block poll = new_block (w);
  basic_block traced = calling_block (w, w->v.traced, NULL_TREE, false);
  basic_block within = calling_block (w, w->v.within, NULL_TREE, false);
  append (poll, build_value_marker (MARK_POLL, w->r.text, { &asked }, {}));
  append_branch (poll, NE_EXPR, asked, 0, within, traced, even);
  poll->count = traced->count = within->count = profile_count::zero ();
  return poll;
}

void
append_open_choice (wrapper *w, basic_block bb)
{
  tree state = make_ssa_name (integer_type_node);
  w->saved = make_ssa_name (long_unsigned_type_node);
  append (bb, build_value_marker (MARK_INSIDE, w->r.text, { &state, &w->saved }, {}));
  basic_block nested = new_block (w), outermost = new_block (w);
  outermost->count = nested->count = bb->count;
  append_branch (bb, EQ_EXPR, state, NESTING_NONE, outermost, nested,
                 profile_probability::even ());
  basic_block traced = nested_traced_block (w);
  basic_block plain = calling_block (w, w->v.inner, NULL_TREE, false);
  append_branch (nested, EQ_EXPR, state, NESTING_TRACED, traced, plain,
                 profile_probability::very_unlikely ());
  append_choice (w, outermost);
}
