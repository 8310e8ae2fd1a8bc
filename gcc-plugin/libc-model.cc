/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Interprets libc-models.def: a step becomes records before or behind the call.
 *
 *     n = read (fd, p, 100);     becomes    n = read (fd, p, 100);
 *                                           s = n >= 0 ? n : 0;
 *                                           range (p, s, WRITE | EXTERNAL);
 */
#include "libc-model.h"
#include "atomic-model.h"
#include "callees.h"
#include "emit.h"
#include "trace.h"
#include <algoprof/rt_abi.h>

static const std::map<std::string, const char *> &
models (void)
{
  static std::map<std::string, const char *> table;
  if (table.empty ())
    {
      static const char *const lines[][2] = {
#define MODEL(names, steps) { names, steps },
#include "libc-models.def"
#undef MODEL
      };
      for (const auto &line : lines)
        for (const char *s = line[0]; *s;)
          {
            size_t n = strcspn (s, " ");
            bool is_new = table.insert ({ std::string (s, n), line[1] }).second;
            gcc_assert (is_new);
            s += n + strspn (s + n, " ");
          }
    }
  return table;
}

/* Operands: p, followed by the runtime; n, a number. */
struct runtime_model
{
  int op;
  const char *operands;
};

static const std::map<std::string, runtime_model> runtime_models = {
  { "STR", { ALGOPROF_M_STR, "p" } }, { "STRN", { ALGOPROF_M_STRN, "pn" } },
  { "STRCMP", { ALGOPROF_M_STRCMP, "pp" } }, { "STRNCMP", { ALGOPROF_M_STRNCMP, "ppn" } },
  { "MEMCMP", { ALGOPROF_M_MEMCMP, "ppn" } }, { "STRCPY", { ALGOPROF_M_STRCPY, "pp" } },
  { "STRNCPY", { ALGOPROF_M_STRNCPY, "ppn" } }, { "STRCAT", { ALGOPROF_M_STRCAT, "pp" } },
  { "STRNCAT", { ALGOPROF_M_STRNCAT, "ppn" } }, { "STRCHR", { ALGOPROF_M_STRCHR, "pn" } },
  { "MEMCHR", { ALGOPROF_M_MEMCHR, "pnn" } }, { "MEMRCHR", { ALGOPROF_M_MEMRCHR, "ppn" } },
  { "STRCASECMP", { ALGOPROF_M_STRCASECMP, "pp" } },
  { "STRNCASECMP", { ALGOPROF_M_STRNCASECMP, "ppn" } },
  { "STRSTR", { ALGOPROF_M_STRSTR, "ppp" } }, { "STRSPN", { ALGOPROF_M_STRSPN, "pp" } },
  { "STRCSPN", { ALGOPROF_M_STRCSPN, "pp" } }, { "STRSEP", { ALGOPROF_M_STRSEP, "pp" } },
  { "STRTOK", { ALGOPROF_M_STRTOK, "ppp" } }, { "STRTOKR", { ALGOPROF_M_STRTOKR, "ppp" } },
  { "STRTOL", { ALGOPROF_M_STRTOL, "pn" } }, { "STRTOD", { ALGOPROF_M_STRTOD, "p" } },
  { "WSTR", { ALGOPROF_M_WSTR, "p" } }, { "XSTR", { ALGOPROF_M_XSTR, "p" } },
  { "PRINTF", { ALGOPROF_M_PRINTF, "pp" } }, { "VPRINTF", { ALGOPROF_M_VPRINTF, "pp" } },
  { "SCANF", { ALGOPROF_M_SCANF, "ppn" } }, { "XSCANF", { ALGOPROF_M_XSCANF, "ppn" } },
  { "READV", { ALGOPROF_M_READV, "pnn" } }, { "WRITEV", { ALGOPROF_M_WRITEV, "pnn" } },
  { "RECVMSG", { ALGOPROF_M_RECVMSG, "pn" } }, { "SENDMSG", { ALGOPROF_M_SENDMSG, "pn" } },
  { "REALLOC", { ALGOPROF_M_REALLOC, "pnp" } }, { "QSORT", { ALGOPROF_M_QSORT, "pnn" } },
};

/* ---- names */

static bool
strip_prefix (std::string *s, const char *prefix)
{
  size_t n = strlen (prefix);
  if (s->size () <= n || s->compare (0, n, prefix))
    return false;
  s->erase (0, n);
  return true;
}

static bool
strip_suffix (std::string *s, const char *suffix)
{
  size_t n = strlen (suffix);
  if (s->size () <= n || s->compare (s->size () - n, n, suffix))
    return false;
  s->erase (s->size () - n);
  return true;
}

static const char *
find_model (std::string name)
{
  if (name[0] == '*')
    name.erase (0, 1);
  for (unsigned change = 0; change < 7; change++)
    {
      auto found = models ().find (name);
      if (found != models ().end ())
        return found->second;
      switch (change)
        {
        case 0: strip_prefix (&name, "__builtin_"); break;
        case 1: strip_prefix (&name, "__isoc99_"); break;
        case 2: strip_prefix (&name, "__isoc23_"); break;
        case 3:
          if (strip_suffix (&name, "_chk"))
            strip_prefix (&name, "__");
          break;
        case 4: strip_suffix (&name, "_unlocked"); break;
        case 5: strip_suffix (&name, "64"); break;
        }
    }
  return NULL;
}

/* The program may have a function of its own by a library function's name,
   whose arguments mean something else. */
static bool
is_library_function (tree fndecl)
{
  if (!DECL_EXTERNAL (fndecl)
      || (DECL_CONTEXT (fndecl) && TREE_CODE (DECL_CONTEXT (fndecl)) == RECORD_TYPE))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return fndecl_built_in_p (fndecl, BUILT_IN_NORMAL) || DECL_IN_SYSTEM_HEADER (fndecl)
         || DECL_IS_OPERATOR_NEW_P (fndecl) || DECL_IS_OPERATOR_DELETE_P (fndecl)
         || !strncmp (name, "__", 2) || !strncmp (name, "_ZSt", 4) || !strncmp (name, "_Unwind", 7);
}

static const char *
model_of (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  return fndecl && is_library_function (fndecl)
         ? find_model (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl))) : NULL;
}

/* ---- operands and counts */

/* The result as an SSA name, made if the call has none; NULL_TREE: it gives none. */
static tree
call_result (gcall *call)
{
  tree lhs = gimple_call_lhs (call), type = gimple_call_return_type (call);
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    return lhs;
  if (VOID_TYPE_P (type) || !is_gimple_reg_type (type) || gimple_call_noreturn_p (call))
    return NULL_TREE;
  tree result = make_ssa_name (type, call);
  gimple_call_set_lhs (call, result);
  if (lhs)
    {
      gimple_seq seq = NULL;
      gimple_seq_add_stmt (&seq, gimple_build_assign (lhs, result));
      insert_behind_call (call, seq);
    }
  update_stmt (call);
  return result;
}

/* A step's text, the call, and where its records go. */
struct step
{
  const char *s;
  gcall *call;
  gimple_seq *seq;
  tree result;                  /* used by the formula that was read last */
};

static tree
load_word (gimple_seq *seq, tree address, tree type)
{
  tree value = make_ssa_name (type);
  gimple_seq_add_stmt (seq, gimple_build_assign (value, build2 (MEM_REF, type, address,
                                                                build_int_cst (ptr_type_node, 0))));
  return value;
}

/* "2", "r", "=8", "*0"; NULL_TREE if the call has none. */
static tree
read_operand (step *p)
{
  bool deref = *p->s == '*';
  p->s += deref;
  tree a = NULL_TREE;
  if (*p->s == '=')
    {
      char *end;
      a = build_int_cst (size_type_node, strtoul (p->s + 1, &end, 10));
      p->s = end;
      return a;
    }
  if (*p->s == 'r')
    a = p->result = call_result (p->call);
  else
    {
      gcc_assert (ISDIGIT (*p->s));
      unsigned n = *p->s - '0';
      if (n < gimple_call_num_args (p->call))
        a = gimple_call_arg (p->call, n);
    }
  p->s++;
  if (!a || !is_gimple_reg_type (TREE_TYPE (a)) || (deref && !POINTER_TYPE_P (TREE_TYPE (a))))
    return NULL_TREE;
  return deref ? load_word (p->seq, a, ptr_type_node) : a;
}

/* A formula without its alternative, as size_t. */
static tree
read_formula (step *p)
{
  static const struct { char sign; tree_code code; } signs[] = {
    { '*', MULT_EXPR }, { '+', PLUS_EXPR }, { '-', MINUS_EXPR }, { '<', MIN_EXPR }, { '>', MAX_EXPR }
  };
  tree sum = NULL_TREE;
  for (tree_code code = NOP_EXPR;; p->s++)
    {
      tree a = read_operand (p);
      if (!a || (!INTEGRAL_TYPE_P (TREE_TYPE (a)) && !POINTER_TYPE_P (TREE_TYPE (a))))
        return NULL_TREE;
      a = fold_convert (size_type_node, a);
      sum = code == NOP_EXPR ? a : fold_build2 (code, size_type_node, sum, a);
      code = NOP_EXPR;
      for (const auto &sign : signs)
        if (*p->s == sign.sign)
          code = sign.code;
      if (code == NOP_EXPR)
        return emit_value (p->seq, sum);
    }
}

/* Is the call's result a success: not negative, not NULL? */
static tree
emit_success (gimple_seq *seq, tree result)
{
  tree type = TREE_TYPE (result);
  bool pointer = POINTER_TYPE_P (type);
  tree value = pointer ? result : emit_value (seq, fold_convert (signed_type_for (type), result));
  tree good = make_ssa_name (boolean_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (good, pointer ? NE_EXPR : GE_EXPR, value,
                                                 build_zero_cst (TREE_TYPE (value))));
  return good;
}

static tree
emit_choice (gimple_seq *seq, tree condition, tree yes, tree no)
{
  tree value = make_ssa_name (size_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (value, COND_EXPR, condition, yes, no));
  return value;
}

static tree
read_count (step *p)
{
  p->result = NULL_TREE;
  tree count = read_formula (p), result = p->result, otherwise = size_zero_node;
  if (*p->s == '|')
    {
      p->s++;
      otherwise = read_formula (p);
    }
  if (!count || !otherwise)
    return NULL_TREE;
  return result ? emit_choice (p->seq, emit_success (p->seq, result), count, otherwise) : count;
}

/* ---- steps: false if the trace misses something by one */

static bool
range_step (step *p)
{
  unsigned flags = *p->s == 'R' ? 0 : *p->s == 'W' ? ALGOPROF_WRITE
                   : ALGOPROF_WRITE | ALGOPROF_EXTERNAL;
  p->s++;
  bool optional = *p->s == '?';
  p->s += optional;
  tree address = read_operand (p);
  gcc_assert (*p->s == ':');
  p->s++;
  tree size = read_count (p);
  if (!address || !size || !POINTER_TYPE_P (TREE_TYPE (address)))
    return false;
  if (optional)
    size = emit_choice (p->seq, emit_success (p->seq, address), size, size_zero_node);
  emit_call (p->seq, "range", { address, size, build_int_cst (unsigned_type_node, flags) });
  return true;
}

/* The model's name, up to the colon, and its number with ALGOPROF_M_WIDE. */
static runtime_model
read_model (step *p)
{
  bool wide = *++p->s == 'w';
  p->s += wide;
  size_t n = strcspn (p->s, ":");
  auto found = runtime_models.find (std::string (p->s, n));
  gcc_assert (found != runtime_models.end ());
  p->s += n + 1;
  return { found->second.op | (wide ? (int) ALGOPROF_M_WIDE : 0), found->second.operands };
}

static void
emit_model (gimple_seq *seq, unsigned op, tree a, tree b, tree c)
{
  emit_call (seq, "model", { build_int_cst (unsigned_type_node, op), a, b, c }, true);
}

static bool
model_step (step *p)
{
  runtime_model m = read_model (p);
  tree args[3] = { size_zero_node, size_zero_node, size_zero_node };
  for (unsigned n = 0; n < strlen (m.operands); n++, p->s++)
    {
      gcc_assert (n == 0 || p->s[-1] == ',');
      tree a = m.operands[n] == 'p' ? read_operand (p) : read_formula (p);
      if (!a || POINTER_TYPE_P (TREE_TYPE (a)) != (m.operands[n] == 'p'))
        return false;
      args[n] = a;
    }
  emit_model (p->seq, m.op, args[0], args[1], args[2]);
  return true;
}

/* An argument of printf's that is a pointer goes to the runtime with its
   number, and the one before it, which may be its precision; one of scanf's
   with the result. */
static bool
format_step (step *p, bool after)
{
  runtime_model m = read_model (p);
  tree format = read_operand (p), third = after ? call_result (p->call) : NULL_TREE;
  unsigned first = *++p->s - '0';
  if (!format || !POINTER_TYPE_P (TREE_TYPE (format)) || (after && !third))
    return false;
  for (unsigned n = first; n < gimple_call_num_args (p->call); n++)
    {
      tree a = gimple_call_arg (p->call, n), c = third;
      if (!POINTER_TYPE_P (TREE_TYPE (a)))
        continue;
      if (!c && n > first)
        c = gimple_call_arg (p->call, n - 1);
      c = c && INTEGRAL_TYPE_P (TREE_TYPE (c))
          ? emit_value (p->seq, fold_convert (size_type_node, c)) : build_minus_one_cst (size_type_node);
      emit_model (p->seq, m.op | (n - first) << ALGOPROF_M_SHIFT, format, a, c);
    }
  return true;
}

static tree
called_back (gcall *call, unsigned n)
{
  tree a = n < gimple_call_num_args (call) ? gimple_call_arg (call, n) : NULL_TREE;
  return a && TREE_CODE (a) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (a, 0)) == FUNCTION_DECL
         ? TREE_OPERAND (a, 0) : NULL_TREE;
}

/* The clone, if the sample has not been left before the call: what is told of it may be too much. */
static tree
choose_called_back (gimple_seq *seq, tree original, tree clone)
{
  tree asked = make_ssa_name (unsigned_type_node), passed = make_ssa_name (TREE_TYPE (original));
  emit_poll (seq, asked);
  tree left = build2 (NE_EXPR, boolean_type_node, asked, build_zero_cst (unsigned_type_node));
  gimple_seq_add_stmt (seq, gimple_build_assign (passed, COND_EXPR, left, original,
                                                 build1 (ADDR_EXPR, TREE_TYPE (original), clone)));
  return passed;
}

/* Pass the instrumented clone of the function that will be called back. */
static bool
callback_step (gimple_seq *seq, gcall *call, unsigned n)
{
  tree fndecl = called_back (call, n), clone = fndecl ? traced_clone_of (fndecl) : NULL_TREE;
  if (n >= gimple_call_num_args (call) || integer_zerop (gimple_call_arg (call, n)))
    return true;
  tree passed = gimple_call_arg (call, n);
  passed = clone ? choose_called_back (seq, passed, clone)
           : emit_lookup (seq, passed, "(a function that is called back)");
  gimple_call_set_arg (call, n, passed);
  update_stmt (call);
  return true;
}

tree
libc_callback (gcall *call)
{
  const char *steps = model_of (call);
  const char *c = steps ? strchr (steps, 'C') : NULL;
  while (c && c > steps && c[-1] != ' ')
    c = strchr (c + 1, 'C');
  return c ? called_back (call, c[1] - '0') : NULL_TREE;
}

static bool
take_step (gcall *call, const char *s, gimple_seq *before, gimple_seq *after)
{
  bool behind = *s == 'A';
  step p = { s + behind, call, behind ? after : before, NULL_TREE };
  switch (*p.s)
    {
    case 'R': case 'W': case 'X':
      return range_step (&p);
    case 'M':
      return model_step (&p);
    case 'F':
      return format_step (&p, behind);
    case 'C':
      return callback_step (before, call, p.s[1] - '0');
    default:
      gcc_unreachable ();
    }
}

static libc_outcome
take_steps (gcall *call, const char *steps)
{
  gimple_seq before = NULL, after = NULL;
  bool complete = true;
  for (const char *s = steps; *s; s += strspn (s, " "))
    {
      complete &= take_step (call, s, &before, &after);
      s += strcspn (s, " ");
    }
  insert_before_stmt (call, before);
  insert_behind_call (call, after);
  return complete ? LIBC_MODELLED : LIBC_UNKNOWN;
}

/* GCC's functions without a model: what only exists inline (stack_save,
   unreachable) and what takes numbers only (sin) reads no input. */
static bool
is_silent_builtin (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl_built_in_p (fndecl) || fndecl_built_in_p (fndecl, BUILT_IN_FRONTEND))
    return false;
  if (fndecl_built_in_p (fndecl, BUILT_IN_NORMAL)
      && !strncmp (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)), "__builtin_", 10))
    return true;
  for (unsigned n = 0; n < gimple_call_num_args (call); n++)
    if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, n))))
      return false;
  return true;
}

libc_outcome
trace_libc_call (gcall *call)
{
  if (!gimple_call_fndecl (call))
    return LIBC_UNKNOWN;
  libc_outcome atomic = trace_atomic_call (call);
  if (atomic != LIBC_UNKNOWN)
    return atomic;
  const char *steps = model_of (call);
  if (!steps)
    return is_silent_builtin (call) ? LIBC_SILENT : LIBC_UNKNOWN;
  return strcmp (steps, "-") ? take_steps (call, steps) : LIBC_SILENT;
}
