/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building the asm statements. */
#include "arch/x86_64/emit.h"
#include <algoprof/rt_abi.h>

/* Over the red zone. */
#define MOVE_STACK_DOWN "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\t"

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

static std::string
move_stack_up (unsigned words)
{
  std::string by = std::to_string (128 + 8 * words);
  return "lea{q}\t{" + by + "(%%rsp), %%rsp|rsp, [rsp+" + by + "]}";
}

/* Through the global offset table, not the PLT: the dynamic linker's lazy
   binding would spoil %r11 at the first call.  A static link makes it direct. */
static std::string
call_alone (const char *name)
{
  std::string entry = std::string (ALGOPROF_RT ("")) + name + "@GOTPCREL";
  return "call\t{*" + entry + "(%%rip)|[QWORD PTR " + entry + "[rip]]}\n\t";
}

std::string
call_text (const char *name, const std::string &before, const std::string &behind)
{
  return MOVE_STACK_DOWN + before + call_alone (name) + behind + move_stack_up (0);
}

/* The call with these operands of the asm as arguments; its result goes to another,
   if that is not NULL. */
static std::string
pushing_text (const char *name, const std::vector<std::string> &arguments, const char *result)
{
  std::string text = MOVE_STACK_DOWN;
  for (size_t i = arguments.size (); i-- > 0;)
    text += "push{q}\t" + arguments[i] + "\n\t";
  text += call_alone (name);
  if (result)
    text += std::string ("pop{q}\t") + result + "\n\t";
  return text + move_stack_up (arguments.size () - (result != NULL));
}

/* As many operands as there are arguments, from number `first' on. */
static std::vector<std::string>
operands (unsigned first, unsigned count)
{
  std::vector<std::string> list;
  for (unsigned i = first; i < first + count; i++)
    list.push_back ("%q" + std::to_string (i));
  return list;
}

/* An operand for a word that is an argument: a register or a number. */
static void
add_argument (asm_operands *in, tree value)
{
  bool immediate = TREE_CODE (value) == INTEGER_CST && tree_fits_shwi_p (value)
                   && tree_to_shwi (value) == (int) tree_to_shwi (value);
  add_operand (in, immediate ? "e" : "r", value);
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
emit_call (gimple_seq *seq, const char *name, std::initializer_list<tree> arguments)
{
  asm_operands in = NULL;
  for (tree a : arguments)
    add_argument (&in, emit_value (seq, a));
  return add_asm (seq, pushing_text (name, operands (0, arguments.size ()), NULL), in, NULL, false);
}

void
append (basic_block bb, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);
}

void
insert_before_stmt (gimple *stmt, gimple_seq seq)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  if (seq)
    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

/* Inputs of begin and skip. */
static asm_operands
site_operands (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = NULL;
  add_operand (&in, "r", emit_value (seq, build_fold_addr_expr (site.descriptor)));
  add_operand (&in, "r", emit_value (seq, build_fold_addr_expr (site.hot)));
  return in;
}

static const char cost_text[] = "add{q}\t{%1, %0|%0, %1}";
static const char countdown_text[] = "sub{q}\t{$1, %1|%1, 1}";

void
emit_countdown (gimple_seq *seq, tree hot, tree below, int field)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=@ccs", below);
  add_operand (&out, "=m", hot_field (hot, field));
  add_operand (&in, "m", hot_field (hot, field));
  gimple *g = add_asm (seq, countdown_text, in, out, false);
  SSA_NAME_DEF_STMT (below) = g;
}

bool
is_countdown (gimple *stmt)
{
  gasm *g = dyn_cast<gasm *> (stmt);
  return g && !strcmp (gimple_asm_string (g), countdown_text) && gimple_asm_noutputs (g) == 2
         && gimple_asm_ninputs (g) == 1 && gimple_asm_volatile_p (g);
}

/* What tells one execution of a function from others: where it stands on the stack.  In functions that
   move the stack pointer it is the frame's (mirror.cc). */
const char frame_text[] = "push{q}\t{%%rsp|rsp}\n\t";

/* result: where that of begin goes. */
static std::string
begin_text (unsigned first, const char *result)
{
  std::string text = MOVE_STACK_DOWN;
  text += frame_text;
  for (unsigned i = first + 3; i-- > first;)
    text += "push{q}\t%q" + std::to_string (i) + "\n\t";
  return text + call_alone ("begin") + "pop{q}\t" + result + "\n\t" + move_stack_up (3);
}

/* The descriptor's address goes to a register here, that no other statement finds it in one: it says
   whose the sample is (site_name). */
static std::string
sample_text (void)
{
  std::string text = MOVE_STACK_DOWN;
  return text + frame_text + "push{q}\t%q2\n\tpush{q}\t%q1\n\tlea{q}\t{%3, %q0|%q0, %3}\n\tpush{q}\t%q0\n\t"
    + call_alone ("begin") + "cmp{l}\t{$0, (%%rsp)|DWORD PTR [rsp], 0}\n\t" + move_stack_up (4);
}

/* A text would be an instruction to GCC, which it copies no return behind: this is known by its operand. */
static const char close_text[] = "", close_constraint[] = "mmm";

void
emit_sample (gimple_seq *seq, const site_decls &site, unsigned flags)
{
  asm_operands out = NULL, in = NULL;
  tree address = make_ssa_name (long_unsigned_type_node);
  add_operand (&out, "=&r", address);
  add_operand (&in, "r", emit_value (seq, build_fold_addr_expr (site.hot)));
  add_argument (&in, build_int_cst (integer_type_node, flags | site.copy << ALGOPROF_B_COPY_SHIFT));
  add_operand (&in, "m", unshare_expr (site.named));
  SSA_NAME_DEF_STMT (address) = add_asm (seq, sample_text (), in, out, false);
}

bool
is_sample (const_rtx statement)
{
  return sample_text () == ASM_OPERANDS_TEMPLATE (statement);
}

void
emit_close (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = NULL;
  add_operand (&in, close_constraint, unshare_expr (site.named));
  add_asm (seq, close_text, in, NULL, false);
}

bool
is_close (gimple *stmt)
{
  gasm *g = dyn_cast<gasm *> (stmt);
  if (!g || strcmp (gimple_asm_string (g), close_text) || gimple_asm_ninputs (g) != 1)
    return false;
  tree constraint = TREE_VALUE (TREE_PURPOSE (gimple_asm_input_op (g, 0)));
  return !strcmp (TREE_STRING_POINTER (constraint), close_constraint);
}

bool
is_close (const_rtx statement)
{
  return !strcmp (ASM_OPERANDS_TEMPLATE (statement), close_text) && ASM_OPERANDS_INPUT_LENGTH (statement) == 1
         && !strcmp (ASM_OPERANDS_INPUT_CONSTRAINT (statement, 0), close_constraint);
}

bool
adds_cost (const_rtx statement)
{
  return !strcmp (ASM_OPERANDS_TEMPLATE (statement), cost_text);
}

bool
is_own (const_rtx statement)
{
  const char *text = ASM_OPERANDS_TEMPLATE (statement);
  return adds_cost (statement) || is_close (statement) || !strcmp (countdown_text, text)
         || strstr (text, ALGOPROF_RT ("")) || strstr (text, OWN_TEXT);
}

void
emit_begin (gimple_seq *seq, const site_decls &site, unsigned flags, tree token)
{
  asm_operands out = NULL, in = site_operands (seq, site);
  add_argument (&in, build_int_cst (integer_type_node, flags));
  add_operand (&out, "=r", token);
  gimple *g = add_asm (seq, begin_text (1, "%q0"), in, out, false);
  SSA_NAME_DEF_STMT (token) = g;
}

void
emit_empty_instance (gimple_seq *seq, const site_decls &site, unsigned flags)
{
  asm_operands out = NULL, in = site_operands (seq, site);
  add_argument (&in, build_int_cst (integer_type_node, flags));
  tree token = make_ssa_name (unsigned_type_node);
  add_operand (&out, "=&r", token);
  std::string text = "sub{q}\t{$1, (%2)|QWORD PTR [%2], 1}\n\tjns\t1f\n\t"
    + begin_text (1, "%q0") + "\n\t"
    + pushing_text ("end", { "%q0", "{$0|0}" }, NULL) + "\n1:";
  gimple *g = add_asm (seq, text, in, out, true);
  SSA_NAME_DEF_STMT (token) = g;
}

static const char fuel_address[] = ALGOPROF_FUEL "@gottpoff";

/* register = &fuel, off the thread's pointer. */
static std::string
find_fuel (const std::string &reg)
{
  return std::string ("mov{q}\t{") + fuel_address + "(%%rip), " + reg + "|" + reg + ", QWORD PTR " + fuel_address
         + "[rip]}\n\t";
}

/* The answer is in the flags, as that of the countdown is. */
void
emit_poll (gimple_seq *seq, tree asked)
{
  asm_operands out = NULL;
  std::string left = std::to_string (ALGOPROF_FUEL_LEFT / 2 >> 32);
  add_operand (&out, "=@ccs", asked);
  add_operand (&out, "=&r", make_ssa_name (long_unsigned_type_node));
  /* When traced code is to be left, which what calls it again and again need not ask twice, the
     fuel is far below 0. */
  std::string text = find_fuel ("%q1") + "sub{q}\t{$1, %%fs:(%q1)|QWORD PTR fs:[%q1], 1}\n\tjns\t1f\n\t"
    "cmp{l}\t{$" + left + ", %%fs:4(%q1)|DWORD PTR fs:[%q1+4], " + left + "}\n\tjs\t1f\n\t"
    + pushing_text ("poll", { "%q1" }, "%q1") + "\n\tneg{l}\t%k1\n1:";
  gimple *g = add_asm (seq, text, NULL, out, false);
  SSA_NAME_DEF_STMT (asked) = SSA_NAME_DEF_STMT (TREE_VALUE ((*out)[1])) = g;
}

void
emit_countdown_and_skip (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = site_operands (seq, site);
  add_asm (seq, "sub{q}\t{$1, (%1)|QWORD PTR [%1], 1}\n\tjns\t1f\n\t"
           + pushing_text ("skip", operands (0, 2), NULL) + "\n1:", in, NULL, true);
}

/* The descriptor says whose cost it is, when GCC has put the record's address into a register. */
static void
add_cost (gimple_seq *seq, tree cost, tree n, tree descriptor)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", unshare_expr (cost));
  add_operand (&in, "er", n);
  add_operand (&in, "m", unshare_expr (cost));
  add_operand (&in, "m", unshare_expr (descriptor));
  add_asm (seq, cost_text, in, out, false);
}

void
emit_cost (gimple_seq *seq, tree hot, tree n, int field)
{
  add_cost (seq, hot_field (hot, field), n, descriptor_of (hot));
}

void
emit_cost_in (gimple_seq *seq, const site_decls &site, tree n)
{
  add_cost (seq, hot_field (site.hot, 1), n, site.named);
}

void
emit_cost_as (gimple_seq *seq, gimple *other, tree n)
{
  add_cost (seq, cost_of (other), n, TREE_VALUE (gimple_asm_input_op (as_a<gasm *> (other), 2)));
}

bool
is_cost (gimple *stmt)
{
  gasm *g = dyn_cast<gasm *> (stmt);
  return g && !strcmp (gimple_asm_string (g), cost_text) && gimple_asm_noutputs (g) == 1
         && gimple_asm_ninputs (g) == 3 && gimple_asm_volatile_p (g);
}

tree
cost_of (gimple *stmt)
{
  return TREE_VALUE (gimple_asm_output_op (as_a<gasm *> (stmt), 0));
}

tree
cost_added (gimple *stmt)
{
  return TREE_VALUE (gimple_asm_input_op (as_a<gasm *> (stmt), 0));
}

tree
counted_by (gimple *stmt, tree *n)
{
  if (!is_cost (stmt))
    return NULL_TREE;
  tree field = cost_of (stmt);
  *n = cost_added (stmt);
  return TREE_CODE (field) == ARRAY_REF && integer_onep (TREE_OPERAND (field, 1)) ? TREE_OPERAND (field, 0)
         : NULL_TREE;
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
