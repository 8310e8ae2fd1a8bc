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
 *           return its answer is TRACED ? F.algoprof (a) : F.recursion (a)
 *         ... as above, and then OUTSIDE
 *
 * An exception passes END and OUTSIDE too; longjmp does not: so LANDED behind
 * each setjmp of the unit forgets a stack pointer whose frame is gone. */
#include "chain.h"
#include "recursion.h"
#include "callees.h"
#include "leave.h"
#include "loops.h"
#include "marker.h"
#include "options.h"
#include "recursion-graph.h"
#include "report.h"
#include "site.h"
#include <algoprof/rt_abi.h>

/* A name that no source can write; its argument is the site's text. */
static const char chain_mark[] = "algoprof chain";

/* Bodies that a mutual recursion may copy, besides the marked ones. */
static const size_t MOST_OTHERS = 16;

struct versions
{
  cgraph_node *inner, *traced;
};

/* One target: the marked function, or several of one place (instances of a
   template). */
struct recursion
{
  std::string text;
  node_set marked;
  std::map<cgraph_node *, versions, by_order> split;    /* marked ones, others between */
  bool open;
};

static std::map<tree, tree> traced_versions;

tree
traced_version_of (tree fndecl)
{
  auto found = traced_versions.find (fndecl);
  return found == traced_versions.end () ? NULL_TREE : found->second;
}

std::string
chain_of (tree fndecl)
{
  tree a = lookup_attribute (chain_mark, DECL_ATTRIBUTES (fndecl));
  return a ? TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (a))) : "";
}

std::string
calls_only_recursion (tree fndecl)
{
  site s;
  std::string text = chain_of (fndecl);
  return !text.empty () && site_from_text (text, &s) && (s.flags & ALGOPROF_S_CALLS_ONLY)
         ? s.function : "";
}

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
         && !is_traced_clone (n->decl);
}

static void
dress_inner (cgraph_node *n)
{
  tree attributes = copy_list (DECL_ATTRIBUTES (n->decl));
  for (const char *gone : { "constructor", "destructor", "alias", "algoprof" })
    attributes = remove_attribute (gone, attributes);
  DECL_ATTRIBUTES (n->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, attributes);
  DECL_STATIC_CONSTRUCTOR (n->decl) = DECL_STATIC_DESTRUCTOR (n->decl) = 0;
}

static void
dress_traced (cgraph_node *original, cgraph_node *n, const std::string &text)
{
  dress_clone (original, n);
  tree s = build_string (text.size () + 1, text.c_str ());
  TREE_TYPE (s) = build_array_type_nelts (char_type_node, text.size () + 1);
  tree attributes = DECL_ATTRIBUTES (n->decl);
  for (const char *added : { "no_icf", "noclone" })
    attributes = tree_cons (get_identifier (added), NULL_TREE, attributes);
  DECL_ATTRIBUTES (n->decl) = tree_cons (get_identifier (chain_mark),
                                         build_tree_list (NULL_TREE, s), attributes);
}

static bool
make_versions (recursion *r, cgraph_node *n)
{
  versions v;
  allow_inlining (n->decl);
  v.inner = n->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "recursion");
  v.traced = n->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "algoprof");
  if (!v.inner || !v.traced)
    return false;
  dress_inner (v.inner);
  dress_traced (n, v.traced, r->text);
  traced_versions[v.inner->decl] = v.traced->decl;
  r->split[n] = v;
  return true;
}

/* ---- blocks that call a version */

/* Makes of cfun, whose body has been copied, what is called from outside. */
struct wrapper
{
  const recursion &r;
  versions v;
  basic_block last;             /* the newest block, for the order of blocks */
  tree saved;                   /* of INSIDE, for OUTSIDE; NULL_TREE if closed */
};

static basic_block
new_block (wrapper *w)
{
  w->last = create_empty_bb (w->last);
  if (current_loops)
    add_bb_to_loop (w->last, current_loops->tree_root);
  return w->last;
}

static void
append (basic_block bb, gimple *g)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, g, GSI_NEW_STMT);
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

/* A block that calls a version and returns. */
static basic_block
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

/* The choice of an outermost instance, in `bb'. */
static void
append_choice (wrapper *w, basic_block bb)
{
  profile_probability seldom = profile_probability::very_unlikely ();
  basic_block plain = calling_block (w, w->v.inner, NULL_TREE, true);
  tree below = make_ssa_name (integer_type_node), token = make_ssa_name (unsigned_type_node);
  basic_block ask = new_block (w);
  append (bb, build_value_marker (MARK_COUNTDOWN, w->r.text, { &below }, {}));
  append_branch (bb, NE_EXPR, below, 0, ask, plain, seldom);
  append (ask, build_value_marker (MARK_BEGIN, w->r.text, { &token }, {}));
  basic_block traced = calling_block (w, w->v.traced, token, true);
  append_branch (ask, NE_EXPR, token, 0, traced, plain, profile_probability::even ());
  plain->count = bb->count;
  ask->count = traced->count = profile_count::zero ();
}

static void
append_open_choice (wrapper *w, basic_block bb)
{
  tree state = make_ssa_name (integer_type_node);
  w->saved = make_ssa_name (long_unsigned_type_node);
  append (bb, build_value_marker (MARK_INSIDE, w->r.text, { &state, &w->saved }, {}));
  basic_block nested = new_block (w), outermost = new_block (w);
  outermost->count = nested->count = bb->count;
  append_branch (bb, EQ_EXPR, state, NESTING_NONE, outermost, nested,
                 profile_probability::even ());
  basic_block traced = calling_block (w, w->v.traced, NULL_TREE, false);
  basic_block plain = calling_block (w, w->v.inner, NULL_TREE, false);
  append_branch (nested, EQ_EXPR, state, NESTING_TRACED, traced, plain,
                 profile_probability::very_unlikely ());
  append_choice (w, outermost);
}

/* ---- the versions' bodies */

/* The traced version begins with the choice to go on untraced.  Result: the call. */
static gimple *
add_handover (const recursion &r, const versions &v)
{
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  wrapper w = { r, v, first, NULL_TREE };
  basic_block call = calling_block (&w, w.v.inner, NULL_TREE, false);
  call->count = profile_count::zero ();
  append_handover (first, call);
  for (gimple_stmt_iterator g = gsi_start_bb (call);; gsi_next (&g))
    if (is_gimple_call (gsi_stmt (g)))
      return gsi_stmt (g);
}

/* Calls inside the versions stay inside. */
static void
redirect_calls (const recursion &r, const versions &v, bool traced)
{
  cgraph_node *version = traced ? v.traced : v.inner;
  gimple *handover = NULL;
  push_cfun (DECL_STRUCT_FUNCTION (version->decl));
  if (traced)
    {
      gsi_insert_on_edge_immediate (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)),
                                    build_value_marker (MARK_TRACED, r.text, {}, {}));
      handover = add_handover (r, v);
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
        gimple_call_set_fndecl (call, (traced ? to.traced : to.inner)->decl);
        gimple_call_set_nothrow (call, nothrow);
        update_stmt (call);
      }
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  cgraph_edge::rebuild_edges ();
  /* Its body would be taken for this version's. */
  if (handover)
    {
      cgraph_edge *e = version->get_edge (handover);
      e->call_stmt_cannot_inline_p = true;
      e->inline_failed = CIF_UNSPECIFIED;
    }
  pop_cfun ();
}

/* ---- the wrapper */

static void
make_wrapper (const recursion &r, cgraph_node *n)
{
  push_cfun (DECL_STRUCT_FUNCTION (n->decl));
  if (!cfun->eh)
    init_eh_for_function ();
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  edge old = single_succ_edge (first);
  wrapper w = { r, r.split.at (n), first, NULL_TREE };
  remove_edge (old);
  if (r.open)
    append_open_choice (&w, first);
  else
    append_choice (&w, first);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  delete_unreachable_blocks ();
  maybe_remove_unreachable_handlers ();
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  cleanup_tree_cfg ();
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
  tree attributes = DECL_ATTRIBUTES (n->decl);
  DECL_ATTRIBUTES (n->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, attributes);
  /* Frames tell instances of an open recursion apart. */
  if (r.open)
    DECL_UNINLINABLE (n->decl) = 1;
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
        report_refused (DECL_SOURCE_LOCATION (n->decl), "GCC cannot copy this function");
        return;
      }
  for (const auto &s : r->split)
    {
      redirect_calls (*r, s.second, false);
      redirect_calls (*r, s.second, true);
    }
  for (cgraph_node *n : r->marked)
    make_wrapper (*r, n);
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
