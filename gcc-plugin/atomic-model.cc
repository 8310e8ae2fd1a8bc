/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     __atomic_exchange_4 (&x, v, order)             reads, then writes x
 *     __atomic_compare_exchange_4 (&x, &old, v, …)   reads x and old, then
 *                                                    writes x: nobody can tell
 *     __atomic_load (16, &x, &result, order)         libatomic's: any size
 */
#include "atomic-model.h"
#include "emit.h"
#include "trace.h"
#include <algoprof/rt_abi.h>

static void
record (gimple_seq *seq, tree address, tree size, unsigned write)
{
  emit_call (seq, "range", { address, size, build_int_cst (unsigned_type_node, write) });
}

static bool
contains (const std::string &name, const char *word)
{
  return name.find (word) != std::string::npos;
}

/* Bytes told by the name's end; 0: it does not tell. */
static int
size_of_name (const std::string &name)
{
  if (name == "__atomic_test_and_set" || name == "__atomic_clear")
    return 1;
  size_t underline = name.rfind ('_');
  return ISDIGIT (name[underline + 1]) ? atoi (name.c_str () + underline + 1) : 0;
}

static bool
is_profile_counter_at (tree address)
{
  if (TREE_CODE (address) == SSA_NAME && gimple_assign_single_p (SSA_NAME_DEF_STMT (address)))
    address = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (address));
  tree base = TREE_CODE (address) == ADDR_EXPR ? get_base_address (TREE_OPERAND (address, 0)) : NULL_TREE;
  return base && is_profile_counter (base);
}

libc_outcome
trace_atomic_call (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  std::string name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  if (name.compare (0, 9, "__atomic_") && name.compare (0, 7, "__sync_"))
    return LIBC_UNKNOWN;
  if (contains (name, "fence") || contains (name, "lock_free") || contains (name, "feraise")
      || name == "__sync_synchronize")
    return LIBC_SILENT;
  int number = size_of_name (name);
  bool sized = number == 0;     /* the first argument is the size */
  unsigned args = gimple_call_num_args (call);
  if (args < 1u + sized || !POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, sized))))
    return LIBC_UNKNOWN;
  tree size = sized ? gimple_call_arg (call, 0) : build_int_cst (size_type_node, number);
  tree object = gimple_call_arg (call, sized);
  if (is_profile_counter_at (object))
    return LIBC_SILENT;
  bool load = contains (name, "atomic_load"), exchange = contains (name, "atomic_exchange");
  bool compare = contains (name, "atomic_compare_exchange");
  bool store = contains (name, "atomic_store") || contains (name, "lock_release")
               || contains (name, "atomic_clear");
  gimple_seq seq = NULL;
  if (!store)
    record (&seq, object, size, 0);
  /* What libatomic takes by reference: the new value, the old one. */
  if ((sized && !load) || compare)
    record (&seq, gimple_call_arg (call, sized + 1), size, 0);
  if (sized && compare)
    record (&seq, gimple_call_arg (call, 3), size, 0);
  if (!load)
    record (&seq, object, size, ALGOPROF_WRITE);
  if (sized && (load || exchange))
    record (&seq, gimple_call_arg (call, load ? 2 : 3), size, ALGOPROF_WRITE);
  if (compare)
    record (&seq, gimple_call_arg (call, sized + 1), size, ALGOPROF_WRITE);
  insert_before_stmt (call, seq);
  return LIBC_MODELLED;
}

/* .ATOMIC_COMPARE_EXCHANGE (&object, expected, desired, size | weak, …),
   .ATOMIC_BIT_TEST_AND_SET (&object, mask, …), .ATOMIC_ADD_FETCH_CMP_0 (&object,
   operand, …): read and written. */
bool
trace_atomic_internal_call (gcall *call)
{
  if (strncmp (internal_fn_name (gimple_call_internal_fn (call)), "ATOMIC_", 7))
    return false;
  tree size;
  if (gimple_call_internal_p (call, IFN_ATOMIC_COMPARE_EXCHANGE))
    size = size_int (tree_to_shwi (gimple_call_arg (call, 3)) & 255);
  else
    size = TYPE_SIZE_UNIT (TREE_TYPE (gimple_call_arg (call, 1)));
  gimple_seq seq = NULL;
  record (&seq, gimple_call_arg (call, 0), size, 0);
  record (&seq, gimple_call_arg (call, 0), size, ALGOPROF_WRITE);
  insert_before_stmt (call, seq);
  return true;
}
