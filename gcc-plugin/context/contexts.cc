/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contexts in GIMPLE as it is expanded: inlining, clones and tail calls are what runs.
 *
 * A function has its record where a nested function of C would have the static chain.
 *
 *     callee                                 what the call becomes
 *     calls nothing, compiled before         slot++; f.code ()
 *     itself, unless each level counts       f.self (record)
 *     another version of a recursion         f.version.code (record)     // the same call goes on in it
 *     of this unit                           f.context (slot)
 *     may be another unit's, or foreign      f.context.kept (slot)
 *     the same, arguments on the stack       f.context (slot); cursor = old
 *     a pointer                              cursor = slot; (*p) (); cursor = old
 *
 * `old' is the cursor where the function began.  It is put back where control lands, too.  A call that ends the function
 * puts nothing back, as it is a jump: it stays one, as the stack must not grow by it, but for functions of the system, which call
 * nothing at their end, and for those that begin once: constructors and destructors, which put it back when they return, and main. */
#include "context/contexts.h"
#include "context/calls-of-function.h"
#include "context/entries.h"
#include "compat/roots.h"
#include "recursion/versions.h"
#include "arch/machine.h"
#include "options.h"
#include "site/runtime-calls.h"
#include "site/site.h"
#include <algoprof/context_abi.h>

/* ---- statements */

static tree
cursor (void)
{
  static tree decl;
  if (decl)
    return decl;
  decl = keep_tree (build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (ALGOPROF_CONTEXT ("cursor")),
                                runtime_type (ptr_type_node)));
  TREE_PUBLIC (decl) = DECL_EXTERNAL (decl) = DECL_ARTIFICIAL (decl) = DECL_IGNORED_P (decl) = 1;
  TREE_USED (decl) = TREE_ADDRESSABLE (decl) = 1;
  set_decl_tls_model (decl, TLS_MODEL_INITIAL_EXEC);
  varpool_node::get_create (decl);
  return decl;
}

/* The static chain, which points to a record as GCC's debugging information expects. */
static tree
make_record (function *fun)
{
  static tree type;
  if (!type)
    {
      tree record = make_node (RECORD_TYPE);
      tree field = build_decl (UNKNOWN_LOCATION, FIELD_DECL, get_identifier ("algoprof_slot"), ptr_type_node);
      DECL_CONTEXT (field) = record;
      TYPE_FIELDS (record) = field;
      layout_type (record);
      type = keep_tree (build_pointer_type (record));
    }
  tree d = build_decl (DECL_SOURCE_LOCATION (fun->decl), PARM_DECL, get_identifier ("CHAIN.algoprof"), type);
  DECL_CONTEXT (d) = fun->decl;
  DECL_ARG_TYPE (d) = type;
  DECL_ARTIFICIAL (d) = DECL_IGNORED_P (d) = TREE_USED (d) = TREE_READONLY (d) = 1;
  fun->static_chain_decl = d;
  DECL_STATIC_CHAIN (fun->decl) = 1;
  return get_or_create_ssa_default_def (fun, d);
}

static tree
slot_address (gimple_seq *seq, tree record, unsigned slot)
{
  tree address = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (address, POINTER_PLUS_EXPR, record, size_int (8 * slot)));
  return address;
}

static void
emit_count (gimple_seq *seq, tree record, unsigned slot)
{
  tree type = runtime_type (long_unsigned_type_node);
  auto word = [&] () { return build2 (MEM_REF, type, record, build_int_cst (ptr_type_node, 8 * slot)); };
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", word ());
  add_operand (&in, "m", word ());
  add_asm (seq, increment_code (), in, out, false);
}

static void
put_behind (gcall *call, gimple *g)
{
  if (!stmt_ends_bb_p (call))
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (call);
      gsi_insert_after (&gsi, g, GSI_SAME_STMT);
      return;
    }
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (call)->succs)
    if (e->flags & EDGE_FALLTHRU)
      gsi_insert_on_edge (e, g);
}

static void
restore_behind (gcall *call, tree old)
{
  if (comes_back (call))
    put_behind (call, gimple_build_assign (cursor (), old));
}

static void
restore_before (const std::vector<gimple *> &returns, tree old)
{
  for (gimple *r : returns)
    {
      gimple_stmt_iterator g = gsi_for_stmt (r);
      gsi_insert_before (&g, gimple_build_assign (cursor (), old), GSI_SAME_STMT);
    }
}

/* Before the call: the runtime writes what was counted. */
static void
tell_leaving (gcall *call)
{
  static tree decl;
  if (!decl)
    {
      decl = keep_tree (build_fn_decl (ALGOPROF_CONTEXT ("leaving"), build_function_type_list (void_type_node, NULL_TREE)));
      TREE_NOTHROW (decl) = 1;
      DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
    }
  gimple_seq seq = NULL;
  gimple_seq_add_stmt (&seq, gimple_build_call (decl, 0));
  insert_before_stmt (call, seq);
}

static void
change_call (const one_call &c, tree record, tree old)
{
  gimple_seq seq = NULL;
  tree chain = NULL_TREE, entry = NULL_TREE;
  switch (c.how)
    {
    case CALL_COUNTED:
      emit_count (&seq, record, c.slot);
      if (function_here (c.callee) == c.callee)
        entry = entry_of_code (c.callee, false);
      break;
    case CALL_VERSION:
      entry = entry_of_code (c.callee, true);
      chain = record;
      break;
    case CALL_ITSELF:
      entry = entry_with_record (c.callee);
      chain = record;
      break;
    case CALL_HERE:
      entry = entry_with_slot (c.callee);
      chain = slot_address (&seq, record, c.slot);
      break;
    case CALL_KEPT:
    case CALL_OUTSIDE:
      entry = entry_outside (c.callee, c.how == CALL_KEPT);
      chain = slot_address (&seq, record, c.slot);
      break;
    default:
      gimple_seq_add_stmt (&seq, gimple_build_assign (cursor (), slot_address (&seq, record, c.slot)));
    }
  for (gimple_stmt_iterator g = gsi_start (seq); !gsi_end_p (g); gsi_next (&g))
    gimple_set_location (gsi_stmt (g), gimple_location (c.call));
  insert_before_stmt (c.call, seq);
  if (entry)
    gimple_call_set_fndecl (c.call, entry);
  if (chain)
    gimple_call_set_chain (c.call, chain);
  if (c.how == CALL_OUTSIDE || c.how == CALL_BY_CURSOR)
    restore_behind (c.call, old);
  update_stmt (c.call);
}

/* ---- */

static unsigned
kind_of (call_how how)
{
  return how == CALL_COUNTED ? ALGOPROF_CALL_COUNT : how == CALL_BY_CURSOR ? ALGOPROF_CALL_CURSOR : ALGOPROF_CALL_DIRECT;
}

static void
describe_calls (all_calls *all, callable *self)
{
  slot_choice slots (self);
  for (one_call &c : all->list)
    {
      if (c.how == CALL_ITSELF || c.how == CALL_VERSION)
        continue;
      callable::call d = describe_call (c.call, self, c.callee && is_choice (c.call, c.callee));
      d.kind = kind_of (c.how);
      d.outside = c.how == CALL_KEPT || c.how == CALL_OUTSIDE;
      if (c.callee)
        d.target = DECL_UID (whole_of_version (c.callee));
      if (c.how == CALL_COUNTED)
        d.callee = function_here (c.callee) == c.callee ? callable_of (c.callee) : callable_outside (c.callee);
      c.slot = slots.choose (d, c.callee);
    }
}

static tree
save_cursor (function *fun)
{
  tree old = make_ssa_name (ptr_type_node);
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun)));
  gimple_stmt_iterator g = gsi_start_bb (first);
  gsi_insert_after (&g, gimple_build_assign (old, cursor ()), GSI_NEW_STMT);
  return old;
}

static bool
is_possible (void)
{
  static bool told;
  const char *why = why_no_contexts ();
  if (why && !told)
    {
      warning (OPT_Wpragmas, "algoprof: %<-fplugin-arg-algoprof-contexts%> has no effect: %s", why);
      told = true;
    }
  return !why;
}

unsigned
give_contexts (function *fun)
{
  /* A nested function of C has a static chain of its own. */
  if (!is_possible () || !may_have_contexts (fun->decl) || fun->static_chain_decl)
    return 0;
  all_calls all = look_at_calls (fun);
  bool seen = !cgraph_node::get (fun->decl)->local;
  bool needs_record = !all.list.empty () || !all.begins.empty ();
  note_entry (fun->decl, seen, !needs_record);
  note_context_function ();
  if (!needs_record)
    note_no_record (fun->decl);
  for (gcall *call : all.leaving)
    tell_leaving (call);
  if (!needs_record && !all.need_old)
    {
      if (all.leaving.empty ())
        return 0;
      mark_virtual_operands_for_renaming (fun);
      return TODO_update_ssa_only_virtuals;
    }
  describe_calls (&all, callable_of (fun->decl));
  tree record = needs_record ? make_record (fun) : NULL_TREE;
  tree old = all.need_old ? save_cursor (fun) : NULL_TREE;
  for (gimple *call : all.landings)
    restore_behind (as_a<gcall *> (call), old);
  for (const one_call &c : all.list)
    change_call (c, record, old);
  if (old)
    restore_before (all.returns, old);
  for (gimple *begin : all.begins)
    tell_record (begin, record);
  for (basic_block bb : all.pads)
    {
      gimple_stmt_iterator g = gsi_after_labels (bb);
      gsi_insert_before (&g, gimple_build_assign (cursor (), old), GSI_SAME_STMT);
    }
  gsi_commit_edge_inserts ();
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}

void
put_context_entries (function *)
{
  put_entry ();
}

void
write_contexts (void)
{
  if (!has_callables ())
    return;
  write_entries ();
  write_callables ();
}
