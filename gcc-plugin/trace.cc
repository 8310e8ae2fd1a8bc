/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is memory: everything but SSA names, hard registers and scalar locals whose address is
 * never taken. */
#include "trace.h"
#include "emit.h"
#include "loops.h"
#include "marker.h"
#include "repeated.h"
#include "site.h"
#include <algoprof/rt_abi.h>

static bool
note_load (gimple *stmt, tree, tree ref, void *list)
{
  ((std::vector<mem_access> *) list)->push_back ({ stmt, ref, false });
  return false;
}

static bool
note_store (gimple *stmt, tree, tree ref, void *list)
{
  ((std::vector<mem_access> *) list)->push_back ({ stmt, ref, true });
  return false;
}

bool
is_profile_counter (tree base)
{
  return VAR_P (base) && DECL_NAME (base)
         && !strncmp (IDENTIFIER_POINTER (DECL_NAME (base)), "__gcov", 6);
}

bool
is_memory (tree base)
{
  if (TREE_CODE (base) == SSA_NAME || (CONSTANT_CLASS_P (base) && TREE_CODE (base) != STRING_CST))
    return false;
  if (!DECL_P (base))
    return true;
  if ((VAR_P (base) && DECL_HARD_REGISTER (base)) || is_profile_counter (base))
    return false;
  /* May be returned in registers, and then has no address. */
  if (TREE_CODE (base) == RESULT_DECL)
    return TREE_ADDRESSABLE (base) || DECL_BY_REFERENCE (base);
  return is_global_var (base) || TREE_ADDRESSABLE (base) || AGGREGATE_TYPE_P (TREE_TYPE (base))
         || DECL_BY_REFERENCE (base);
}

/* A static variable whose address nothing takes: taking it here would make the
   original loop assume that pointers may reach it. */
static bool
must_hide_address (tree base)
{
  return VAR_P (base) && is_global_var (base) && !TREE_ADDRESSABLE (base) && !TREE_PUBLIC (base)
         && !DECL_EXTERNAL (base) && !DECL_THREAD_LOCAL_P (base);
}

bool
has_plain_address (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == BIT_FIELD_REF || may_be_nonaddressable_p (ref)
        || (TREE_CODE (ref) == COMPONENT_REF && DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1))))
      return false;
  return TREE_CODE (ref) != WITH_SIZE_EXPR && !may_be_nonaddressable_p (ref);
}

tree
traced_address (gimple_seq *seq, tree address)
{
  tree object = TREE_CODE (address) == ADDR_EXPR ? TREE_OPERAND (address, 0) : NULL_TREE;
  if (!object || !must_hide_address (object))
    return address;
  tree p = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (p, get_address_holder (object)));
  return p;
}

/* Is it an access of something that could be input?  An object of an empty class
   (TYPE_EMPTY_P) has a byte, which no code touches. */
static bool
is_traced (const mem_access &a)
{
  tree ref = TREE_CODE (a.ref) == WITH_SIZE_EXPR ? TREE_OPERAND (a.ref, 0) : a.ref;
  tree base = get_base_address (ref), size = TYPE_SIZE (TREE_TYPE (ref));
  return !gimple_clobber_p (a.stmt) && base && is_memory (base) && !(size && integer_zerop (size))
         && !TYPE_EMPTY_P (TREE_TYPE (ref));
}

/* What blocks do, in their order. */
struct statements
{
  std::vector<mem_access> accesses;
  std::vector<gcall *> calls;
};

static void
note_statement (gimple *stmt, statements *list)
{
  std::vector<mem_access> &accesses = list->accesses;
  size_t first = accesses.size ();
  walk_stmt_load_store_ops (stmt, &accesses, note_load, note_store);
  accesses.erase (std::remove_if (accesses.begin () + first, accesses.end (),
                                  [] (const mem_access &a) { return !is_traced (a); }),
                  accesses.end ());
  std::stable_sort (accesses.begin () + first, accesses.end (),
                    [] (const mem_access &a, const mem_access &b) { return a.write < b.write; });
  if (gcall *call = dyn_cast<gcall *> (stmt))
    list->calls.push_back (call);
}

/* A call that is not traced, whatever it calls: of a callee that reads nothing but
   constants the clone tells which. */
static bool
is_silent (gcall *call)
{
  return gimple_call_internal_p (call)
         || (gimple_call_builtin_p (call) && (gimple_call_flags (call) & ECF_CONST));
}

bool
plan_ahead (class loop *l, basic_block body, whole_plan *plan, coverage *c)
{
  statements list;
  std::vector<basic_block> blocks = blocks_of (l);
  for (basic_block bb : blocks)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (!is_gimple_debug (gsi_stmt (g)))
        note_statement (gsi_stmt (g), &list);
  if (!std::all_of (list.calls.begin (), list.calls.end (), is_silent))
    return false;
  size_t all = list.accesses.size ();
  drop_repeated (blocks, &list.accesses);
  if (!plan_whole (l, body, list.accesses, plan))
    return false;
  c->accesses += all;
  return true;
}
