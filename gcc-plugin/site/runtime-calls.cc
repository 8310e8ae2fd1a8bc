/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building the asm statements. */
#include "site/runtime-calls.h"
#include <algoprof/rt_abi.h>

asm_code
call_with_registers (const char *name)
{
  asm_code c = lower_stack (red_zone_size ()) + call_entry (name);
  return c + raise_stack (c.depth ());
}

/* The call with these operands of the asm as arguments; its result goes to another,
   if that is not "". */
static asm_code
call_with_words (const char *name, const std::vector<std::string> &arguments, const std::string &result = "")
{
  asm_code c = lower_stack (red_zone_size ());
  for (size_t i = arguments.size (); i-- > 0;)
    c += push_word (arguments[i]);
  c += call_entry (name);
  if (!result.empty ())
    c += pop_word (result);
  return c + raise_stack (c.depth ());
}

/* As many operands as there are arguments, from number `first' on. */
static std::vector<std::string>
operands (unsigned first, unsigned count)
{
  std::vector<std::string> list;
  for (unsigned i = first; i < first + count; i++)
    list.push_back (word_operand (i));
  return list;
}

/* An operand for a word that is an argument: a register or a number. */
static void
add_argument (asm_operands *in, tree value)
{
  bool immediate = TREE_CODE (value) == INTEGER_CST && tree_fits_shwi_p (value)
                   && tree_to_shwi (value) == (int) tree_to_shwi (value);
  add_operand (in, immediate ? number_constraint : "r", value);
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
  return add_asm (seq, call_with_words (name, operands (0, arguments.size ())), in, NULL, false);
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

static bool
has_code (gasm *g, const asm_code &code)
{
  return code.text () == gimple_asm_string (g);
}

void
emit_countdown (gimple_seq *seq, tree hot, tree below, int field)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, below_constraint, below);
  add_operand (&out, "=m", hot_field (hot, field));
  add_operand (&in, "m", hot_field (hot, field));
  gimple *g = add_asm (seq, countdown_code (), in, out, false);
  SSA_NAME_DEF_STMT (below) = g;
}

bool
is_countdown (gimple *stmt)
{
  gasm *g = dyn_cast<gasm *> (stmt);
  return g && gimple_asm_noutputs (g) == 2 && gimple_asm_ninputs (g) == 1 && gimple_asm_volatile_p (g)
         && has_code (g, countdown_code ());
}

/* A text would be an instruction to GCC, which it copies no return behind: starts and closes are known by how they
   name the descriptor. */
static const char no_text[] = "", descriptor_constraint[] = "mmm";

void
emit_start (gimple_seq *seq, const site_decls &site, unsigned flags)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", hot_field (site.hot, 0));
  add_operand (&in, "m", hot_field (site.hot, 0));
  add_argument (&in, build_int_cst (integer_type_node, flags | site.copy << ALGOPROF_B_COPY_SHIFT));
  add_operand (&in, descriptor_constraint, unshare_expr (site.named));
  add_asm (seq, asm_code (), in, out, false);
}

/* Is that the constraint of operand n, and no text there? */
static bool
names_descriptor (gasm *g, unsigned n)
{
  if (strcmp (gimple_asm_string (g), no_text) || gimple_asm_ninputs (g) <= n)
    return false;
  tree constraint = TREE_VALUE (TREE_PURPOSE (gimple_asm_input_op (g, n)));
  return !strcmp (TREE_STRING_POINTER (constraint), descriptor_constraint);
}

static bool
names_descriptor (const_rtx statement, int n)
{
  return !strcmp (ASM_OPERANDS_TEMPLATE (statement), no_text) && ASM_OPERANDS_INPUT_LENGTH (statement) > n
         && !strcmp (ASM_OPERANDS_INPUT_CONSTRAINT (statement, n), descriptor_constraint);
}

static bool
is_start (gasm *g)
{
  return names_descriptor (g, 2);
}

bool
is_start (const_rtx statement)
{
  return names_descriptor (statement, 2);
}

start_operands
operands_of_start (const_rtx start)
{
  bool has_record = ASM_OPERANDS_INPUT_LENGTH (start) == 4;
  return { ASM_OPERANDS_INPUT (start, 0), XEXP (ASM_OPERANDS_INPUT (start, 2), 0),
           has_record ? ASM_OPERANDS_INPUT (start, 3) : NULL_RTX, INTVAL (ASM_OPERANDS_INPUT (start, 1)) };
}

void
emit_close (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = NULL;
  add_operand (&in, descriptor_constraint, unshare_expr (site.named));
  add_asm (seq, no_text, in, NULL, false);
}

bool
is_close (gimple *stmt)
{
  gasm *g = dyn_cast<gasm *> (stmt);
  return g && names_descriptor (g, 0);
}

bool
is_close (const_rtx statement)
{
  return names_descriptor (statement, 0);
}

bool
adds_cost (const_rtx statement)
{
  return ASM_OPERANDS_INPUT_LENGTH (statement) == 3 && !strcmp (ASM_OPERANDS_OUTPUT_CONSTRAINT (statement), "=m")
         && add_code ().text () == ASM_OPERANDS_TEMPLATE (statement);
}

bool
is_own (const_rtx statement)
{
  return is_close (statement) || is_start (statement) || is_added_asm (ASM_OPERANDS_TEMPLATE (statement));
}

std::string
site_name (const_rtx address)
{
  if (GET_CODE (address) == SYMBOL_REF)
    return XSTR (address, 0);
  if (GET_CODE (address) == CONST && GET_CODE (XEXP (address, 0)) == PLUS
      && GET_CODE (XEXP (XEXP (address, 0), 0)) == SYMBOL_REF && CONST_INT_P (XEXP (XEXP (address, 0), 1)))
    return std::string (XSTR (XEXP (XEXP (address, 0), 0), 0)) + "+" + std::to_string (INTVAL (XEXP (XEXP (address, 0), 1)));
  return "";
}

/* begin with operands 1 to 3; its result goes to operand 0.  has_record: operand 4 is the function's record
   (context_abi.h). */
static asm_code
begin_code (bool has_record = false)
{
  std::vector<std::string> words = operands (1, 3);
  words.push_back (register_name (STACK_POINTER_REGNUM));
  if (has_record)
    words.push_back (word_operand (4));
  return call_with_words ("begin", words, word_operand (0));
}

void
emit_begin (gimple_seq *seq, const site_decls &site, unsigned flags, tree token)
{
  asm_operands out = NULL, in = site_operands (seq, site);
  add_argument (&in, build_int_cst (integer_type_node, flags));
  add_operand (&out, "=r", token);
  gimple *g = add_asm (seq, begin_code (), in, out, false);
  SSA_NAME_DEF_STMT (token) = g;
}

/* The number of the flags' operand among the inputs of a statement that begins an instance; -1: of another one. */
static int
flags_input (gimple *stmt)
{
  gasm *g = dyn_cast<gasm *> (stmt);
  if (!g || gimple_asm_noutputs (g) != 1 || gimple_asm_ninputs (g) != 3 || gimple_asm_nclobbers (g))
    return -1;
  return is_start (g) ? 1 : has_code (g, begin_code ()) ? 2 : -1;
}

bool
begins_instance (gimple *stmt)
{
  return flags_input (stmt) >= 0;
}

/* A statement's operands are as many as it was made with: another one takes its place. */
void
tell_record (gimple *stmt, tree record)
{
  gasm *g = as_a<gasm *> (stmt);
  int flags = flags_input (stmt);
  asm_operands in = NULL, out = NULL;
  auto constraint = [] (tree operand) { return TREE_STRING_POINTER (TREE_VALUE (TREE_PURPOSE (operand))); };
  for (int i = 0; i < 3; i++)
    {
      tree operand = gimple_asm_input_op (g, i), value = TREE_VALUE (operand);
      if (i == flags)
        value = build_int_cst (TREE_TYPE (value), TREE_INT_CST_LOW (value) | ALGOPROF_B_RECORD);
      add_operand (&in, constraint (operand), value);
    }
  add_operand (&in, "r", record);
  tree result = TREE_VALUE (gimple_asm_output_op (g, 0));
  add_operand (&out, constraint (gimple_asm_output_op (g, 0)), result);
  gimple_seq seq = NULL;
  gimple *made = add_asm (&seq, is_start (g) ? asm_code () : begin_code (true), in, out, false);
  gimple_set_location (made, gimple_location (stmt));
  insert_before_stmt (stmt, seq);
  unlink_stmt_vdef (stmt);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gsi_remove (&gsi, true);
  if (TREE_CODE (result) == SSA_NAME)
    SSA_NAME_DEF_STMT (result) = made;
}

void
emit_empty_instance (gimple_seq *seq, const site_decls &site, unsigned flags)
{
  asm_operands out = NULL, in = site_operands (seq, site);
  add_argument (&in, build_int_cst (integer_type_node, flags));
  tree token = make_ssa_name (unsigned_type_node);
  add_operand (&out, "=&r", token);
  asm_code instance = begin_code () + call_with_words ("end", { word_operand (0), number_operand (0) });
  gimple *g = add_asm (seq, count_down_and ("%2", instance), in, out, true);
  SSA_NAME_DEF_STMT (token) = g;
}

/* The answer is in the flags, as that of the countdown is. */
void
emit_poll (gimple_seq *seq, tree asked)
{
  asm_operands out = NULL;
  add_operand (&out, below_constraint, asked);
  add_operand (&out, "=&r", make_ssa_name (long_unsigned_type_node));
  gimple *g = add_asm (seq, poll_code (word_operand (1), 1, red_zone_size ()), NULL, out, false);
  SSA_NAME_DEF_STMT (asked) = SSA_NAME_DEF_STMT (TREE_VALUE ((*out)[1])) = g;
}

void
emit_countdown_and_skip (gimple_seq *seq, const site_decls &site)
{
  asm_operands in = site_operands (seq, site);
  add_asm (seq, count_down_and ("%1", call_with_words ("skip", operands (0, 2))), in, NULL, true);
}

/* The descriptor says whose cost it is, when GCC has put the record's address into a register. */
static void
add_cost (gimple_seq *seq, tree cost, tree n, tree descriptor)
{
  asm_operands out = NULL, in = NULL;
  add_operand (&out, "=m", unshare_expr (cost));
  add_operand (&in, value_constraint, n);
  add_operand (&in, "m", unshare_expr (cost));
  add_operand (&in, "m", unshare_expr (descriptor));
  add_asm (seq, add_code (), in, out, false);
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
  return g && gimple_asm_noutputs (g) == 1 && gimple_asm_ninputs (g) == 3 && gimple_asm_volatile_p (g)
         && *gimple_asm_string (g) && has_code (g, add_code ());
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
  gasm *g = gimple_build_asm_vec (make_template (increment_code ()), in, out, NULL, NULL);
  gimple_asm_set_inline (g, true);
  gimple_seq_add_stmt (seq, g);
}

bool
is_hidden_increment (const_rtx statement)
{
  return !MEM_VOLATILE_P (statement) && GET_MODE (statement) == word_mode
         && !strcmp (ASM_OPERANDS_OUTPUT_CONSTRAINT (statement), "=r")
         && increment_code ().text () == ASM_OPERANDS_TEMPLATE (statement);
}
