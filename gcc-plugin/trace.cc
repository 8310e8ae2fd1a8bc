/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     x = p->a;      becomes      access (&p->a, 4);
 *                                 x = p->a;
 *     *q = x;                     access (q, 4 | WRITE);
 *                                 *q = x;
 *
 *     *p = f (*q);               access (q, 40);
 *                                *p = f (*q);
 *                                access (p, 40 | WRITE);
 *
 * A statement's reads come before its writes, a call's result is written after
 * what the callee did.  What is memory: everything but SSA names, hard
 * registers and scalar locals whose address is never taken.  The address is
 * computed, the object never touched, so that volatile objects are safe.
 */
#include "trace.h"
#include "atomic-model.h"
#include "branches.h"
#include "callees.h"
#include "emit.h"
#include "emit-access.h"
#include "libc-model.h"
#include "loops.h"
#include "marker.h"
#include "recursion.h"
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

/* The address of an access and its size, -1 if that is no constant; NULL_TREE
   if it has none to be had. */
static tree
access_address (gimple_seq *seq, tree ref, tree base, HOST_WIDE_INT *size)
{
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

static bool
has_entry_of_its_own (unsigned HOST_WIDE_INT size)
{
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

static void
tell_access (gimple_seq *seq, tree address, tree size, bool write)
{
  unsigned flag = write ? ALGOPROF_WRITE : 0;
  if (TREE_CODE (size) == INTEGER_CST && has_entry_of_its_own (tree_to_uhwi (size)))
    emit_access (seq, ((write ? "write" : "read") + std::to_string (tree_to_uhwi (size))).c_str (), address);
  else if (TREE_CODE (size) == INTEGER_CST && tree_to_uhwi (size) <= ALGOPROF_MAX_ACCESS)
    emit_access (seq, "access", address, build_int_cst (long_unsigned_type_node, tree_to_uhwi (size) | flag));
  else
    emit_call (seq, "range", { address, size, build_int_cst (unsigned_type_node, flag) });
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

static void
trace_access (const mem_access &a, coverage *c)
{
  tree ref = a.ref, size = NULL_TREE;
  if (TREE_CODE (ref) == WITH_SIZE_EXPR)
    {
      size = TREE_OPERAND (ref, 1);
      ref = TREE_OPERAND (ref, 0);
    }
  tree base = get_base_address (ref);
  gimple_seq seq = NULL;
  HOST_WIDE_INT bytes = 0;
  tree address = access_address (&seq, ref, base, &bytes);
  if (bytes > 0)
    size = size_int (bytes);
  if (address && size)
    tell_access (&seq, address, size, a.write);
  else
    {
      seq = NULL;
      c->hidden++;
      emit_call (&seq, "opaque", { string_address ("(an access that cannot be recorded)") });
    }
  c->accesses++;
  if (a.write && is_gimple_call (a.stmt))
    insert_behind_call (as_a<gcall *> (a.stmt), seq);
  else
    insert_before_stmt (a.stmt, seq);
}

void
trace_opaque (gimple *stmt, const char *name)
{
  gimple_seq seq = NULL;
  emit_call (&seq, "opaque", { string_address (name) });
  insert_before_stmt (stmt, seq);
}

/* What the compiler's own tools call: coverage and sanitizers. */
static bool
is_tool_function (const char *name)
{
  for (const char *prefix : { "__gcov_", "__ubsan_", "__asan_", "__tsan_", "__sanitizer_" })
    if (!strncmp (name, prefix, strlen (prefix)))
      return true;
  return false;
}

/* A call that may find a clone only when it runs: through a pointer, or of a
   function that is elsewhere or may be replaced. */
static bool
trace_unseen_call (gcall *call, const char *name)
{
  tree fndecl = gimple_call_fndecl (call), called = gimple_call_fn (call);
  cgraph_node *n = fndecl ? cgraph_node::get (fndecl) : NULL;
  if (!called || (gimple_call_flags (call) & (ECF_RETURNS_TWICE | ECF_NORETURN))
      || (fndecl && fndecl_built_in_p (fndecl))
      || (n && n->definition && n->get_availability () > AVAIL_INTERPOSABLE))
    return false;
  if (TREE_CODE (called) == OBJ_TYPE_REF)
    called = OBJ_TYPE_REF_EXPR (called);
  gimple_seq seq = NULL;
  tree type = gimple_call_fntype (call);
  bool nothrow = gimple_call_nothrow_p (call) || (fndecl && TREE_NOTHROW (fndecl));
  tree found = emit_lookup (&seq, called, name);
  insert_before_stmt (call, seq);
  gimple_call_set_fn (call, found);
  gimple_call_set_fntype (call, type);
  gimple_call_set_nothrow (call, nothrow);
  update_stmt (call);
  return true;
}

/* A call that is neither modelled nor certain to be instrumented. */
static void
trace_unknown_call (gcall *call, coverage *c)
{
  tree fndecl = gimple_call_fndecl (call);
  const char *name = fndecl ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl))
                     : "(a call through a pointer)";
  if ((gimple_call_flags (call) & ECF_CONST) || is_tool_function (name))
    return;
  if (trace_unseen_call (call, name))
    {
      c->looked_up++;
      return;
    }
  c->opaque++;
  trace_opaque (call, name);
}

/* va_arg in a variadic callee: its list lies in its frame, and so do the
   arguments, or in its caller's, which wrote them for this call. */
static bool
is_own_va_arg (gcall *call)
{
  if (gimple_call_internal_fn (call) != IFN_VA_ARG || !is_traced_clone (cfun->decl)
      || !stdarg_p (TREE_TYPE (cfun->decl)) || TREE_CODE (gimple_call_arg (call, 0)) != ADDR_EXPR)
    return false;
  tree list = get_base_address (TREE_OPERAND (gimple_call_arg (call, 0), 0));
  return list && VAR_P (list) && auto_var_in_fn_p (list, cfun->decl);
}

/* GCC's own functions: the atomic ones, and marks of sanitizers and loops
   apart, those that touch memory are opaque. */
static void
trace_internal_call (gcall *call, coverage *c)
{
  const char *name = internal_fn_name (gimple_call_internal_fn (call));
  if (!gimple_vuse (call) || marker_of (call, NULL) != MARK_NONE || is_own_va_arg (call))
    return;
  for (const char *prefix : { "ASAN", "HWASAN", "UBSAN", "TSAN", "GOMP", "GOACC", "UNIQUE",
                              "ANNOTATE", "LOOP", "FALLTHROUGH" })
    if (!strncmp (name, prefix, strlen (prefix)))
      return;
  if (trace_atomic_internal_call (call))
    c->accesses++;
  else
    {
      c->opaque++;
      trace_opaque (call, name);
    }
}

/* Inline assembly that says it may touch any memory, and is not empty (a
   barrier for the compiler only). */
static void
trace_asm (gasm *g, coverage *c)
{
  const char *text = gimple_asm_string (g);
  if (marker_of (g, NULL) != MARK_NONE || !gimple_asm_clobbers_memory_p (g)
      || !text[strspn (text, " \t\n;")])
    return;
  c->opaque++;
  trace_opaque (g, "(inline assembly that clobbers memory)");
}

/* Parameters in memory were written by the call, where the caller's trace does
   not see it: it may have kept room for them in its frame. */
static void
trace_parameters (void)
{
  gimple_seq seq = NULL;
  for (tree parm = DECL_ARGUMENTS (cfun->decl); parm; parm = DECL_CHAIN (parm))
    if (!DECL_BY_REFERENCE (parm) && is_memory (parm) && int_size_in_bytes (TREE_TYPE (parm)) > 0)
      {
        TREE_ADDRESSABLE (parm) = 1;
        tell_access (&seq, build_fold_addr_expr (parm), TYPE_SIZE_UNIT (TREE_TYPE (parm)), true);
      }
  if (seq)
    gsi_insert_seq_on_edge_immediate (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)), seq);
}

/* The name of the recursion that is called, if its traced versions tell no
   accesses, else "". */
static std::string
called_calls_only (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  tree version = fndecl ? traced_version_of (fndecl) : NULL_TREE;
  return fndecl ? calls_only_recursion (version ? version : fndecl) : "";
}

static void
trace_call (gcall *call, coverage *c)
{
  if (gimple_call_internal_p (call))
    {
      trace_internal_call (call, c);
      return;
    }
  std::string untold = called_calls_only (call);
  if (!untold.empty ())
    {
      c->opaque++;
      trace_opaque (call, untold.c_str ());
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

/* What is traced in blocks, in their order. */
struct traced_statements
{
  std::vector<mem_access> accesses;
  std::vector<gcall *> calls;
  std::vector<gasm *> asms;
};

static void
note_statement (gimple *stmt, traced_statements *list)
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
  else if (gasm *g = dyn_cast<gasm *> (stmt))
    list->asms.push_back (g);
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
  traced_statements list;
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

range_plan
trace_blocks (const std::vector<basic_block> &blocks, const statement_set &statements, coverage *c)
{
  traced_statements list;
  basic_block first_block = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  bool whole_function = false;
  for (basic_block bb : blocks)
    {
      whole_function |= bb == first_block;
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
        if (!is_gimple_debug (gsi_stmt (g)) && statements.count (gsi_stmt (g)))
          note_statement (gsi_stmt (g), &list);
    }
  c->accesses += drop_repeated (blocks, &list.accesses);
  range_plan plan = plan_ranges (blocks, list.accesses);
  c->accesses += plan.covered.size ();
  list.accesses.erase (std::remove_if (list.accesses.begin (), list.accesses.end (),
                                       [&] (const mem_access &a) { return plan.covered.count ({ a.stmt, a.ref }); }),
                       list.accesses.end ());
  c->accesses += join_branches (blocks, &list.accesses);
  for (const mem_access &a : list.accesses)
    trace_access (a, c);
  for (gcall *call : list.calls)
    trace_call (call, c);
  for (gasm *g : list.asms)
    trace_asm (g, c);
  if (whole_function)
    trace_parameters ();
  return plan;
}
