/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The runtime interprets steps (rt_abi.h) over arguments as they lie in registers: they are put into an array in
 * that order, first those of general registers, then those on the stack.  The first steps, as long as their operands
 * are plain arguments, are told without an interpreter:
 *
 *     memcpy (to, from, n)      read (frame, from, n); write (frame, to, n);
 *     strcmp (a, b)             model (frame, ALGOPROF_M_STRCMP, a, b, 0);
 *
 * An access costs a block for each 8 bytes. */
#include "inhouse/library.h"
#include "arch/machine.h"
#include "inhouse/count-blocks.h"
#include "inhouse/put-stamps.h"
#include "libc/leaving-calls.h"
#include "site/runtime-calls.h"
#include "site/site.h"
#include <algoprof/rt_abi.h>

struct words
{
  std::vector<tree> general, stack;     /* NULL_TREE: nobody looks at it */
};

static bool
is_word (tree type)
{
  return POINTER_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && tree_to_uhwi (TYPE_SIZE_UNIT (type)) <= 8);
}

static void
add_word (words *w, tree value)
{
  (w->general.size () < argument_registers () ? w->general : w->stack).push_back (value);
}

/* One that lies in memory, or in registers of its own. */
static void
add_other (words *w, tree type, unsigned *vectors)
{
  if (SCALAR_FLOAT_TYPE_P (type) && tree_to_uhwi (TYPE_SIZE_UNIT (type)) <= 8 && ++*vectors <= vector_argument_registers ())
    return;
  HOST_WIDE_INT bytes = COMPLETE_TYPE_P (type) ? int_size_in_bytes (type) : 0;
  bool wide = SCALAR_FLOAT_TYPE_P (type) && bytes > 8;
  if (wide && w->stack.size () % 2)
    w->stack.push_back (NULL_TREE);
  for (HOST_WIDE_INT i = 0; i < bytes; i += 8)
    w->stack.push_back (NULL_TREE);
}

static words
words_of (gcall *call)
{
  words w;
  unsigned vectors = 0;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree a = gimple_call_arg (call, i), type = TREE_TYPE (a);
      if (is_word (type))
        add_word (&w, a);
      else if (INTEGRAL_TYPE_P (type))
        {
          add_word (&w, NULL_TREE);
          add_word (&w, NULL_TREE);
        }
      else
        add_other (&w, type, &vectors);
    }
  return w;
}

unsigned
count_words (gcall *call)
{
  return argument_registers () + words_of (call).stack.size ();
}

tree
make_words (unsigned n)
{
  tree v = create_tmp_var (build_array_type_nelts (long_unsigned_type_node, n), "algoprof_words");
  TREE_ADDRESSABLE (v) = 1;
  SET_DECL_ALIGN (v, 128);
  DECL_USER_ALIGN (v) = 1;
  return v;
}

static tree
as_word (gimple_seq *seq, tree value)
{
  tree t = make_ssa_name (long_unsigned_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (t, NOP_EXPR, value));
  return t;
}

static void
store_words (gimple_seq *seq, const words &w, tree array)
{
  auto store = [&] (size_t at, tree value) {
    if (!value)
      return;
    tree word = as_word (seq, value);
    tree place = build2 (MEM_REF, runtime_type (long_unsigned_type_node), build_fold_addr_expr (array),
                         build_int_cst (ptr_type_node, 8 * at));
    gimple_seq_add_stmt (seq, gimple_build_assign (place, word));
  };
  for (size_t i = 0; i < w.general.size (); i++)
    store (i, w.general[i]);
  for (size_t i = 0; i < w.stack.size (); i++)
    store (argument_registers () + i, w.stack[i]);
}

/* ---- plain steps */

struct plain_step
{
  char kind;                    /* 'R': reads, 'W': writes a whole range; 'M': a model */
  unsigned op;                  /* of a model */
  std::vector<tree> operands;   /* of a range: its address and size */
};

#define MODEL_OPERANDS 3

/* Does a conversion of the argument to a word give what the interpreter makes of that type (rt_abi.h)? */
static bool
is_of_type (tree argument, char type)
{
  tree t = TREE_TYPE (argument);
  if (type == 'p' || type == 'q')
    return TYPE_PRECISION (t) == BITS_PER_WORD;
  return (type == 'l' || type == 'u') && INTEGRAL_TYPE_P (t) && TYPE_PRECISION (t) == 32
         && TYPE_UNSIGNED (t) == (type == 'u');
}

/* An operand that is an argument, or a number; NULL_TREE: it is neither. */
static tree
plain_operand (const char **s, const words &w)
{
  if (**s == '=')
    {
      char *end;
      unsigned long n = strtoul (*s + 1, &end, 10);
      *s = end;
      return build_int_cst (long_unsigned_type_node, n);
    }
  if (!ISDIGIT (**s))
    return NULL_TREE;
  unsigned n = **s - '0';
  char type = (*s)[1];
  *s += 2;
  return n < w.general.size () && w.general[n] && is_of_type (w.general[n], type) ? w.general[n] : NULL_TREE;
}

/* The step at *s, which is behind it then.  false: it is none. */
static bool
take_plain_step (const char **s, const words &w, plain_step *step)
{
  step->kind = *(*s)++;
  if (step->kind != 'R' && step->kind != 'W' && step->kind != 'M')
    return false;
  if (step->kind == 'M')
    {
      char *end;
      step->op = strtoul (*s, &end, 10);
      *s = end;
      if (*(*s)++ != ':')
        return false;
    }
  for (char between = step->kind == 'M' ? ',' : ':';;)
    {
      step->operands.push_back (plain_operand (s, w));
      if (!step->operands.back ())
        return false;
      if (**s != between)
        break;
      ++*s;
    }
  bool all = step->kind == 'M' ? step->operands.size () <= MODEL_OPERANDS : step->operands.size () == 2;
  return all && (!**s || **s == ' ');
}

/* Is it a format of printf, known here, whose directives are of numbers?  Their arguments are no accesses. */
static bool
is_format_of_numbers (const std::string &step, const words &w)
{
  char *end;
  if (step[0] != 'F' || strtoul (step.c_str () + 1, &end, 10) != ALGOPROF_M_PRINTF || *end != ':' || !ISDIGIT (end[1]))
    return false;
  unsigned n = end[1] - '0';
  const char *format = n < w.general.size () && w.general[n] ? c_getstr (w.general[n]) : NULL;
  return format && !strpbrk (format, "sSn*$");
}

/* A call's steps. */
struct divided_steps
{
  std::vector<plain_step> plain;
  std::string before, behind;   /* the runtime takes them after these: before the call, and behind it */
};

static divided_steps
divide (const std::string &steps, const words &w)
{
  divided_steps d;
  for (size_t at = 0, end; at < steps.size (); at = end + 1)
    {
      end = MIN (steps.find (' ', at), steps.size ());
      std::string step = steps.substr (at, end - at), &rest = step[0] == 'A' ? d.behind : d.before;
      const char *s = step.c_str ();
      plain_step plain = { };
      if (step[0] == 'C' || is_format_of_numbers (step, w))
        continue;               /* what is called back is profiled as any other */
      if (d.before.empty () && take_plain_step (&s, w, &plain))
        d.plain.push_back (plain);
      else
        rest += (rest.empty () ? "" : " ") + step;
    }
  return d;
}

static void
put_range (const activation &a, const char *name, tree address, tree size, gimple_seq *seq)
{
  tree word = long_unsigned_type_node, up = make_ssa_name (word), blocks = make_ssa_name (word);
  gimple_seq_add_stmt (seq, call_runtime (name, NULL_TREE, { put_running (seq, a), address, size }));
  gimple_seq_add_stmt (seq, gimple_build_assign (up, PLUS_EXPR, size, build_int_cst (word, 7)));
  gimple_seq_add_stmt (seq, gimple_build_assign (blocks, RSHIFT_EXPR, up, build_int_cst (integer_type_node, 3)));
  put_more_blocks (seq, a, blocks);
}

static void
put_model (const activation &a, const plain_step &step, gimple_seq *seq)
{
  std::vector<tree> arguments = { put_running (seq, a), build_int_cst (unsigned_type_node, step.op) };
  for (tree operand : step.operands)
    arguments.push_back (as_word (seq, operand));
  while (arguments.size () < 2 + MODEL_OPERANDS)
    arguments.push_back (build_int_cst (long_unsigned_type_node, 0));
  tree blocks = make_ssa_name (long_unsigned_type_node);
  gimple_seq_add_stmt (seq, call_runtime ("model", blocks, arguments));
  put_more_blocks (seq, a, blocks);
}

static void
put_plain_steps (const activation &a, const std::vector<plain_step> &list, gimple_seq *seq)
{
  for (const plain_step &step : list)
    if (step.kind == 'M')
      put_model (a, step, seq);
    else
      put_range (a, step.kind == 'W' ? "write" : "read", step.operands[0], as_word (seq, step.operands[1]), seq);
}

/* ---- */

/* The call's result as a word; 0 if it has none. */
static tree
take_result (gcall *call, gimple_seq *seq)
{
  tree type = TREE_TYPE (gimple_call_fntype (call)), lhs = gimple_call_lhs (call);
  if (!is_word (type))
    return build_int_cst (long_unsigned_type_node, 0);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    {
      tree value = make_ssa_name (lhs ? TREE_TYPE (lhs) : type, call);
      gimple_call_set_lhs (call, value);
      update_stmt (call);
      if (lhs)
        gimple_seq_add_stmt (seq, gimple_build_assign (lhs, value));
      lhs = value;
    }
  return as_word (seq, lhs);
}

/* What a string's length says is what was read. */
static bool
tell_length (const activation &a, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  gimple_seq seq = NULL;
  if (!fndecl || !fndecl_built_in_p (fndecl, BUILT_IN_STRLEN) || gimple_call_num_args (call) != 1)
    return false;
  tree length = take_result (call, &seq), size = make_ssa_name (long_unsigned_type_node);
  gimple_seq_add_stmt (&seq, gimple_build_assign (size, PLUS_EXPR, length, build_int_cst (long_unsigned_type_node, 1)));
  put_range (a, "read", gimple_call_arg (call, 0), size, &seq);
  insert_behind (call, seq);
  return true;
}

bool
tell_mapping (const activation &a, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  gimple_seq seq = NULL;
  if (!fndecl || !DECL_NAME (fndecl) || !TREE_PUBLIC (fndecl) || !DECL_EXTERNAL (fndecl))
    return false;
  std::string name = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  bool maps = (name == "mmap" || name == "mmap64") && gimple_call_num_args (call) == 6;
  if (!maps && !(name == "munmap" && gimple_call_num_args (call) == 2))
    return false;
  tree result = take_result (call, &seq);
  tree size = as_word (&seq, gimple_call_arg (call, 1));
  if (maps)
    gimple_seq_add_stmt (&seq, call_runtime ("mapped", NULL_TREE,
                                             { put_running (&seq, a), result, size, as_word (&seq, gimple_call_arg (call, 4)) }));
  else
    gimple_seq_add_stmt (&seq, call_runtime ("unmapped", NULL_TREE,
                                             { put_running (&seq, a), as_word (&seq, gimple_call_arg (call, 0)), size, result }));
  insert_behind (call, seq);
  return true;
}

void
tell_leaving (const activation &a, gcall *call)
{
  gimple_seq seq = NULL;
  unsigned how = leaving_of (call);
  if (!how)
    return;
  gimple_seq_add_stmt (&seq, call_runtime ("leaving", NULL_TREE,
                                           { put_running (&seq, a), build_int_cst (long_unsigned_type_node, how) }));
  insert_before_stmt (call, seq);
}

/* The runtime takes them, and gives their cost.  result: NULL_TREE before the call. */
static void
put_steps (const activation &a, const std::string &steps, tree array, tree result, gimple_seq *seq)
{
  tree text = build_string_literal (steps.size () + 1, steps.c_str ()), blocks = make_ssa_name (long_unsigned_type_node);
  std::vector<tree> arguments = { put_running (seq, a), text, build_fold_addr_expr (array) };
  if (result)
    arguments.push_back (result);
  gimple_seq_add_stmt (seq, call_runtime (result ? "returned" : "call", blocks, arguments));
  put_more_blocks (seq, a, blocks);
}

void
tell_library_call (const activation &a, gcall *call, const library_call &library, tree array)
{
  words w = words_of (call);
  gimple_seq before = NULL, behind = NULL;
  gimple_stmt_iterator g = gsi_for_stmt (call);
  if (tell_length (a, call))
    return;
  divided_steps steps = divide (library.steps, w);
  put_plain_steps (a, steps.plain, &before);
  if (gimple_call_noreturn_p (call))
    steps.behind.clear ();
  if (!steps.before.empty () || !steps.behind.empty ())
    store_words (&before, w, array);
  if (!steps.before.empty ())
    put_steps (a, steps.before, array, NULL_TREE, &before);
  gsi_insert_seq_before (&g, before, GSI_SAME_STMT);
  if (steps.behind.empty ())
    return;
  tree result = take_result (call, &behind);
  put_steps (a, steps.behind, array, result, &behind);
  insert_behind (call, behind);
}
