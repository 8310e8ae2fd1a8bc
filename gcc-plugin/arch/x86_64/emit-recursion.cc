/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building the asm statements of recursions. */
#include "arch/x86_64/emit-recursion.h"
#include "arch/x86_64/asm-statement.h"
#include "arch/x86_64/emit.h"
#include <algoprof/rt_abi.h>

/* Fields of struct algoprof_recursion, in words. */
enum { FIELD_INSIDE = 2, FIELD_CHAIN = 3 };

/* Farther apart: two stacks. */
#define STACK_SPAN "0x4000000"

void
emit_inside (gimple_seq *seq, tree hot, tree state, tree saved)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=&r", state);
  add_operand (&out, "=&r", saved);
  add_operand (&out, "=m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "m", hot_field (hot, FIELD_CHAIN));
  gimple *g = add_asm (seq,
    "mov{q}\t{%3, %1|%1, %3}\n\txor{l}\t%k0, %k0\n\ttest{q}\t%1, %1\n\tjz\t2f\n\t"
    "cmp{q}\t{%%rsp, %1|%1, rsp}\n\tjbe\t1f\n\t"
    /* an instance is above: 2 if it is traced, or was, else 1 */
    "mov{l}\t{$2, %k0|%k0, 2}\n\tcmp{q}\t{$1, %4|%4, 1}\n\tsbb{l}\t{$0, %k0|%k0, 0}\n\tjmp\t3f\n"
    /* what is kept is dead, or another stack's */
    "1:\tmov{q}\t{%%rsp, %q0|%q0, rsp}\n\tsub{q}\t{%1, %q0|%q0, %1}\n\t"
    "cmp{q}\t{$" STACK_SPAN ", %q0|%q0, " STACK_SPAN "}\n\tmov{l}\t{$0, %k0|%k0, 0}\n\tja\t2f\n\t"
    "xor{l}\t%k1, %k1\n"
    "2:\tmov{q}\t{%%rsp, %2|%2, rsp}\n3:" OWN_TEXT, in, out, false);
  SSA_NAME_DEF_STMT (state) = SSA_NAME_DEF_STMT (saved) = g;
}

void
emit_outside (gimple_seq *seq, tree hot, tree saved)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "er", saved);
  add_asm (seq, "mov{q}\t{%1, %0|%0, %1}" OWN_TEXT, in, out, false);
}

void
emit_forget_inside (gimple_seq *seq, tree hot)
{
  asm_operands out = NULL, in = NULL;
  tree scratch = make_ssa_name (long_unsigned_type_node);
  add_operand (&out, "=&r", scratch);
  add_operand (&out, "=m", hot_field (hot, FIELD_INSIDE));
  add_operand (&in, "m", hot_field (hot, FIELD_INSIDE));
  gimple *g = add_asm (seq,
    "mov{q}\t{%2, %0|%0, %2}\n\tsub{q}\t{%%rsp, %0|%0, rsp}\n\t"
    "add{q}\t{$" STACK_SPAN ", %0|%0, " STACK_SPAN "}\n\t"
    "cmp{q}\t{$" STACK_SPAN ", %0|%0, " STACK_SPAN "}\n\tja\t1f\n\t"
    "mov{q}\t{$0, %1|%1, 0}\n1:" OWN_TEXT, in, out, false);
  SSA_NAME_DEF_STMT (scratch) = g;
}

/* The call of an entry point, skipped unless an instance is traced. */
static std::string
guarded_call (const char *entry, const char *chain)
{
  static_assert (ALGOPROF_CHAIN_TRACED == 1, "");
  return std::string ("cmp{q}\t{$1, ") + chain + "|" + chain + ", 1}\n\tjne\t1f\n\t"
         + call_text (entry) + "\n1:";
}

/* base = entry (hot, base). */
static void
emit_opening (gimple_seq *seq, const char *entry, tree hot, tree base)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=a", base);
  add_operand (&in, "D", emit_value (seq, build_fold_addr_expr (hot)));
  add_operand (&in, "S", base);
  add_operand (&in, "0", base);
  add_operand (&in, "m", hot_field (hot, FIELD_CHAIN));
  add_asm (seq, guarded_call (entry, "%4"), in, out, false);
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
  add_operand (&in, "D", emit_value (seq, build_fold_addr_expr (hot)));
  add_operand (&in, "S", base);
  add_operand (&in, "m", hot_field (hot, FIELD_CHAIN));
  add_asm (seq, guarded_call (entry, "%2"), in, NULL, false);
}
