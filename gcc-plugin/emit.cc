/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building the asm statements. */
#include "emit.h"
#include <algoprof/rt_abi.h>

#define MOVE_STACK_DOWN "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\t"
#define MOVE_STACK_UP "\n\tlea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}"

void
add_operand (asm_operands *list, const char *constraint, tree value)
{
  tree c = build_string (strlen (constraint) + 1, constraint);
  vec_safe_push (*list, build_tree_list (build_tree_list (NULL_TREE, c), value));
}

gimple *
add_asm (gimple_seq *seq, const std::string &text, asm_operands in, asm_operands out,
         bool reads_memory)
{
  asm_operands clobbers = NULL;
  if (reads_memory)
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  gasm *g = gimple_build_asm_vec (ggc_strdup (text.c_str ()), in, out, clobbers, NULL);
  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  gimple_seq_add_stmt (seq, g);
  return g;
}

/* Through the global offset table, not the PLT: the dynamic linker's lazy
   binding would spoil %r11 at the first call.  A static link makes it direct. */
std::string
call_text (const char *name)
{
  std::string entry = std::string (ALGOPROF_RT ("")) + name + "@GOTPCREL";
  return MOVE_STACK_DOWN "call\t{*" + entry + "(%%rip)|[QWORD PTR " + entry + "[rip]]}"
         MOVE_STACK_UP;
}

tree
hot_field (tree hot, int n)
{
  return build4 (ARRAY_REF, long_long_integer_type_node, hot, size_int (n), NULL_TREE, NULL_TREE);
}

tree
emit_value (gimple_seq *seq, tree expression)
{
  gimple_seq before = NULL;
  tree value = force_gimple_operand (expression, &before, true, NULL_TREE);
  gimple_seq_add_seq (seq, before);
  return value;
}

gimple *
emit_call (gimple_seq *seq, const char *name, std::initializer_list<tree> arguments,
           bool reads_memory)
{
  static const char *const registers[] = { "D", "S", "d", "c" };
  asm_operands in = NULL;
  unsigned n = 0;
  for (tree a : arguments)
    add_operand (&in, registers[n++], emit_value (seq, a));
  return add_asm (seq, call_text (name), in, NULL, reads_memory);
}

tree
emit_lookup (gimple_seq *seq, tree function, const char *name)
{
  asm_operands in = NULL, out = NULL;
  tree result = make_ssa_name (TREE_TYPE (function));
  add_operand (&out, "=a", result);
  add_operand (&in, "D", emit_value (seq, function));
  add_operand (&in, "S", emit_value (seq, string_address (name)));
  SSA_NAME_DEF_STMT (result) = add_asm (seq, call_text ("lookup"), in, out, false);
  return result;
}

void
insert_before_stmt (gimple *stmt, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  if (seq)
    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

void
insert_behind_call (gcall *call, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  if (!seq)
    return;
  if (!stmt_ends_bb_p (call))
    gsi_insert_seq_after (&gsi, seq, GSI_SAME_STMT);
  else if (edge e = find_fallthru_edge (gimple_bb (call)->succs))
    gsi_insert_seq_on_edge_immediate (e, seq);
}

/* Inputs of begin and skip. */
static asm_operands
site_operands (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = NULL;
  add_operand (&in, "D", emit_value (seq, build_fold_addr_expr (site.descriptor)));
  add_operand (&in, "S", emit_value (seq, build_fold_addr_expr (site.hot)));
  return in;
}

void
emit_countdown (gimple_seq *seq, tree hot, tree below, int field)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=@ccs", below);
  add_operand (&out, "=m", hot_field (hot, field));
  add_operand (&in, "m", hot_field (hot, field));
  gimple *g = add_asm (seq, "sub{q}\t{$1, %1|%1, 1}", in, out, false);
  SSA_NAME_DEF_STMT (below) = g;
}

void
emit_begin (gimple_seq *seq, const site_decls &site, unsigned flags, tree token)
{
  asm_operands out = NULL, in = site_operands (seq, site);
  add_operand (&in, "d", build_int_cst (integer_type_node, flags));
  add_operand (&out, "=a", token);
  gimple *g = add_asm (seq, call_text ("begin"), in, out, false);
  SSA_NAME_DEF_STMT (token) = g;
}

tree
emit_countdown_and_begin (gimple_seq *seq, const site_decls &site, unsigned flags)
{
  asm_operands out = NULL, in = site_operands (seq, site);
  add_operand (&in, "d", build_int_cst (integer_type_node, flags));
  tree token = make_ssa_name (unsigned_type_node);
  add_operand (&out, "=&a", token);
  std::string text = "xor{l}\t%k0, %k0\n\tsub{q}\t{$1, (%2)|QWORD PTR [%2], 1}\n\tjns\t1f\n\t"
    + call_text ("begin") + "\n1:";
  gimple *g = add_asm (seq, text, in, out, true);
  SSA_NAME_DEF_STMT (token) = g;
  return token;
}

void
emit_empty_instance (gimple_seq *seq, const site_decls &site, unsigned flags)
{
  asm_operands out = NULL, in = NULL, clobbers = NULL;
  tree d = make_ssa_name (ptr_type_node), s = make_ssa_name (ptr_type_node);
  add_operand (&out, "=D", d);
  add_operand (&out, "=S", s);
  add_operand (&in, "0", emit_value (seq, build_fold_addr_expr (site.descriptor)));
  add_operand (&in, "1", emit_value (seq, build_fold_addr_expr (site.hot)));
  add_operand (&in, "d", build_int_cst (integer_type_node, flags));
  for (const char *c : { "rax", "memory" })
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (strlen (c) + 1, c)));
  std::string text = "sub{q}\t{$1, (%1)|QWORD PTR [%1], 1}\n\tjns\t1f\n\t"
    + call_text ("begin") + "\n\tmov{l}\t{%%eax, %%edi|edi, eax}\n\txor{l}\t%%esi, %%esi\n\t"
    + call_text ("end") + "\n1:";
  gasm *g = gimple_build_asm_vec (ggc_strdup (text.c_str ()), in, out, clobbers, NULL);
  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  gimple_seq_add_stmt (seq, g);
  SSA_NAME_DEF_STMT (d) = SSA_NAME_DEF_STMT (s) = g;
}

void
emit_poll (gimple_seq *seq, tree asked)
{
  static const char fuel[] = ALGOPROF_FUEL "@gottpoff";
  asm_operands out = NULL;
  add_operand (&out, "=a", asked);
  std::string text = std::string ("mov{q}\t{") + fuel + "(%%rip), %q0|%q0, QWORD PTR " + fuel
    + "[rip]}\n\tsub{q}\t{$1, %%fs:(%q0)|QWORD PTR fs:[%q0], 1}\n\tmov{l}\t{$0, %k0|%k0, 0}\n\t"
    "jns\t1f\n\t" + call_text ("poll") + "\n1:";
  gimple *g = add_asm (seq, text, NULL, out, false);
  SSA_NAME_DEF_STMT (asked) = g;
}

void
emit_countdown_and_skip (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = site_operands (seq, site);
  add_asm (seq, "sub{q}\t{$1, (%1)|QWORD PTR [%1], 1}\n\tjns\t1f\n\t" + call_text ("skip")
           + "\n1:", in, NULL, true);
}

void
emit_cost (gimple_seq *seq, tree hot, tree n, int field)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", hot_field (hot, field));
  add_operand (&in, "er", n);
  add_operand (&in, "m", hot_field (hot, field));
  add_asm (seq, "add{q}\t{%1, %0|%0, %1}", in, out, false);
}

void
emit_hidden_increment (gimple_seq *seq, tree n)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=r", n);
  add_operand (&in, "0", n);
  gasm *g = gimple_build_asm_vec ("add{q}\t{$1, %0|%0, 1}", in, out, NULL, NULL);
  gimple_asm_set_inline (g, true);
  gimple_seq_add_stmt (seq, g);
}
