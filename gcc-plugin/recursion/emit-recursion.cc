/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building the asm statements of recursions. */
#include "recursion/emit-recursion.h"
#include "site/runtime-calls.h"
#include <algoprof/rt_abi.h>

/* Fields of struct algoprof_recursion, in words. */
enum { FIELD_INSIDE = 2, FIELD_CHAIN = 3 };

void
emit_inside (gimple_seq *seq, tree hot, tree state, tree saved)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=&r", state);
  add_operand (&out, "=&r", saved);
  add_operand (&out, "=m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "m", hot_field (hot, FIELD_CHAIN));
  gimple *g = add_asm (seq, nesting_code (), in, out, false);
  SSA_NAME_DEF_STMT (state) = SSA_NAME_DEF_STMT (saved) = g;
}

void
emit_outside (gimple_seq *seq, tree hot, tree saved)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, value_constraint, saved);
  add_asm (seq, store_code (), in, out, false);
}

void
emit_forget_inside (gimple_seq *seq, tree hot)
{
  asm_operands out = NULL, in = NULL;
  tree scratch = make_ssa_name (long_unsigned_type_node);
  add_operand (&out, "=&r", scratch);
  add_operand (&out, "=m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "m", hot_field (hot, FIELD_INSIDE));
  gimple *g = add_asm (seq, forget_nesting_code (), in, out, false);
  SSA_NAME_DEF_STMT (scratch) = g;
}

/* The call of an entry point, skipped unless an instance is traced.  chain: the operand that says so. */
static asm_code
guarded_call (const char *entry, unsigned chain)
{
  return if_equal (chain, ALGOPROF_CHAIN_TRACED, call_with_registers (entry));
}

/* base = entry (hot, base). */
static void
emit_opening (gimple_seq *seq, const char *entry, tree hot, tree base)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, result_constraint, base);
  add_operand (&in, first_constraint, emit_value (seq, build_fold_addr_expr (hot)));
  add_operand (&in, second_constraint, base);
  add_operand (&in, "0", base);
  add_operand (&in, "m", hot_field (hot, FIELD_CHAIN));
  add_asm (seq, guarded_call (entry, 4), in, out, false);
}

void
emit_enter (gimple_seq *seq, tree hot, tree base)
{
  emit_opening (seq, "enter", hot, base);
}

void
emit_join (gimple_seq *seq, tree hot, tree base)
{
  emit_opening (seq, "join", hot, base);
}

void
emit_leave (gimple_seq *seq, const char *entry, tree hot, tree base)
{
  asm_operands in = NULL;
  add_operand (&in, first_constraint, emit_value (seq, build_fold_addr_expr (hot)));
  add_operand (&in, second_constraint, base);
  add_operand (&in, "m", hot_field (hot, FIELD_CHAIN));
  add_asm (seq, guarded_call (entry, 2), in, NULL, false);
}
