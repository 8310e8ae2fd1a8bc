/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     x = p->a;      becomes      access (&p->a, 4);
 *                                 x = p->a;
 *     *q = x;                     access (q, 4 | WRITE);
 *                                 *q = x;
 *
 * A statement's reads come before its writes.  What is memory: everything but
 * SSA names, hard registers and scalar locals whose address is never taken.
 * The address is computed, the object never touched, so that volatile objects
 * are safe.
 */
#include "trace.h"
#include "callees.h"
#include "emit.h"
#include "libc-model.h"
#include "marker.h"
#include "site.h"
#include <algoprof/rt_abi.h>

struct mem_access
{
  gimple *stmt;
  tree ref;
  bool write;
};

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

static bool
is_memory (tree base)
{
  if (TREE_CODE (base) == SSA_NAME || (CONSTANT_CLASS_P (base) && TREE_CODE (base) != STRING_CST))
    return false;
  if (!DECL_P (base))
    return true;
  if (VAR_P (base) && DECL_HARD_REGISTER (base))
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

/* `ref' with its base replaced by *holder, or NULL_TREE. */
static tree
through_holder (gimple_seq *seq, tree ref, tree base)
{
  ref = unshare_expr (ref);
  tree *inner = &ref;
  while (handled_component_p (*inner))
    inner = &TREE_OPERAND (*inner, 0);
  bool plain = *inner == base;
  if (!plain && (TREE_CODE (*inner) != MEM_REF
                 || TREE_CODE (TREE_OPERAND (*inner, 0)) != ADDR_EXPR
                 || TREE_OPERAND (TREE_OPERAND (*inner, 0), 0) != base))
    return NULL_TREE;
  tree p = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (p, get_address_holder (base)));
  if (plain)
    *inner = build2 (MEM_REF, TREE_TYPE (base), p, build_int_cst (ptr_type_node, 0));
  else
    TREE_OPERAND (*inner, 0) = p;
  return ref;
}

/* Address and size in bytes of a bit-field: the bytes that hold its bits. */
static tree
bitfield_address (tree ref, HOST_WIDE_INT *size)
{
  poly_int64 bitsize, bitpos, outer_size, outer_pos;
  tree offset, outer_offset;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile = 0;
  get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode, &is_unsigned, &reverse,
                       &is_volatile);
  tree outer = TREE_OPERAND (ref, 0);
  while (handled_component_p (outer) && may_be_nonaddressable_p (outer))
    outer = TREE_OPERAND (outer, 0);
  if (may_be_nonaddressable_p (outer))
    return NULL_TREE;
  get_inner_reference (outer, &outer_size, &outer_pos, &outer_offset, &mode, &is_unsigned,
                       &reverse, &is_volatile);
  if (offset != outer_offset
      && !(offset && outer_offset && operand_equal_p (offset, outer_offset)))
    return NULL_TREE;
  HOST_WIDE_INT first = (bitpos - outer_pos).to_constant (), bits = bitsize.to_constant ();
  if (first < 0 || bits <= 0)
    return NULL_TREE;
  *size = (first % 8 + bits + 7) / 8;
  return fold_build_pointer_plus_hwi (build_fold_addr_expr (unshare_expr (outer)), first / 8);
}

/* The address of an access and its size; NULL_TREE if it has none to be had. */
static tree
access_address (gimple_seq *seq, tree ref, tree base, HOST_WIDE_INT *size)
{
  if (TREE_CODE (ref) == WITH_SIZE_EXPR)
    return NULL_TREE;
  *size = int_size_in_bytes (TREE_TYPE (ref));
  if (must_hide_address (base))
    ref = through_holder (seq, ref, base);
  if (!ref)
    return NULL_TREE;
  if ((TREE_CODE (ref) == COMPONENT_REF && DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1)))
      || TREE_CODE (ref) == BIT_FIELD_REF)
    return bitfield_address (ref, size);
  while (handled_component_p (ref) && may_be_nonaddressable_p (ref))
    ref = TREE_OPERAND (ref, 0);
  if (may_be_nonaddressable_p (ref))
    return NULL_TREE;
  return build_fold_addr_expr (unshare_expr (ref));
}

static void
trace_access (const mem_access &a, coverage *c)
{
  if (gimple_clobber_p (a.stmt))
    return;
  tree ref = TREE_CODE (a.ref) == WITH_SIZE_EXPR ? TREE_OPERAND (a.ref, 0) : a.ref;
  tree base = get_base_address (ref);
  if (!base || !is_memory (base) || integer_zerop (TYPE_SIZE (TREE_TYPE (ref))
                                                   ? TYPE_SIZE (TREE_TYPE (ref))
                                                   : integer_one_node))
    return;
  gimple_seq seq = NULL;
  HOST_WIDE_INT size = 0;
  tree address = access_address (&seq, a.ref, base, &size);
  if (!address || size <= 0)
    {
      seq = NULL;
      c->hidden++;
      emit_call (&seq, "opaque", { string_address ("(an access that cannot be recorded)") });
    }
  else if (size <= (HOST_WIDE_INT) ALGOPROF_MAX_ACCESS)
    emit_call (&seq, "access",
               { address, build_int_cst (long_unsigned_type_node,
                                         size | (a.write ? ALGOPROF_WRITE : 0)) });
  else
    emit_call (&seq, "range",
               { address, build_int_cst (long_unsigned_type_node, size),
                 build_int_cst (unsigned_type_node, a.write ? ALGOPROF_WRITE : 0) });
  c->accesses++;
  gimple_stmt_iterator gsi = gsi_for_stmt (a.stmt);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

void
trace_opaque (gimple *call, const char *name)
{
  gimple_seq seq = NULL;
  emit_call (&seq, "opaque", { string_address (name) });
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

/* A call that is neither modelled nor instrumented. */
static void
trace_unknown_call (gcall *call, coverage *c)
{
  tree fndecl = gimple_call_fndecl (call);
  if (gimple_call_flags (call) & ECF_CONST)
    return;                     /* reads no memory */
  c->opaque++;
  trace_opaque (call, fndecl ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl))
                : "(a call through a pointer)");
}

/* .ATOMIC_COMPARE_EXCHANGE (&object, expected, desired, size | weak, …),
   .ATOMIC_BIT_TEST_AND_SET (&object, mask, …), .ATOMIC_ADD_FETCH_CMP_0 (&object,
   operand, …): read and written. */
static void
trace_atomic_function (gcall *call)
{
  bool exchange = gimple_call_internal_p (call, IFN_ATOMIC_COMPARE_EXCHANGE);
  HOST_WIDE_INT size = exchange ? tree_to_shwi (gimple_call_arg (call, 3)) & 255
                       : int_size_in_bytes (TREE_TYPE (gimple_call_arg (call, 1)));
  gimple_seq seq = NULL;
  for (unsigned write : { 0u, ALGOPROF_WRITE })
    emit_call (&seq, "access", { gimple_call_arg (call, 0),
                                 build_int_cst (long_unsigned_type_node, size | write) });
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

/* GCC's own functions: the atomic ones, and marks of sanitizers and loops
   apart, those that touch memory are opaque. */
static void
trace_internal_call (gcall *call, coverage *c)
{
  const char *name = internal_fn_name (gimple_call_internal_fn (call));
  if (!gimple_vuse (call) || marker_of (call, NULL) != MARK_NONE)
    return;
  for (const char *prefix : { "ASAN", "HWASAN", "UBSAN", "TSAN", "GOMP", "GOACC", "UNIQUE",
                              "ANNOTATE", "LOOP", "FALLTHROUGH" })
    if (!strncmp (name, prefix, strlen (prefix)))
      return;
  if (!strncmp (name, "ATOMIC_", 7))
    {
      trace_atomic_function (call);
      c->accesses++;
      return;
    }
  c->opaque++;
  trace_opaque (call, name);
}

static void
trace_call (gcall *call, coverage *c)
{
  if (gimple_call_internal_p (call))
    {
      trace_internal_call (call, c);
      return;
    }
  if (redirect_to_clone (call))
    c->clones++;
  else
    switch (trace_libc_call (call))
      {
      case LIBC_MODELLED:
        c->ranges++;
        break;
      case LIBC_SILENT:
        break;
      case LIBC_UNKNOWN:
        trace_unknown_call (call, c);
      }
}

void
trace_blocks (const std::vector<basic_block> &blocks, coverage *c)
{
  std::vector<mem_access> accesses;
  std::vector<gcall *> calls;
  for (basic_block bb : blocks)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
        gimple *stmt = gsi_stmt (g);
        if (is_gimple_debug (stmt))
          continue;
        size_t first = accesses.size ();
        walk_stmt_load_store_ops (stmt, &accesses, note_load, note_store);
        std::stable_sort (accesses.begin () + first, accesses.end (),
                          [] (const mem_access &a, const mem_access &b) { return a.write < b.write; });
        if (gcall *call = dyn_cast<gcall *> (stmt))
          calls.push_back (call);
      }
  for (const mem_access &a : accesses)
    trace_access (a, c);
  for (gcall *call : calls)
    trace_call (call, c);
}
