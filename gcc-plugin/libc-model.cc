/* SPDX-License-Identifier: GPL-3.0-or-later
 * Interprets libc-models.def, and knows GCC's atomic builtins. */
#include "libc-model.h"
#include "callees.h"
#include "emit.h"
#include "trace.h"
#include <algoprof/rt_abi.h>

static const std::map<std::string, const char *> &
models (void)
{
  static const std::map<std::string, const char *> table = {
#define MODEL(function, steps) { function, steps },
#include "libc-models.def"
#undef MODEL
  };
  return table;
}

static const std::map<std::string, int> runtime_models = {
  { "STR", ALGOPROF_M_STR }, { "STRN", ALGOPROF_M_STRN }, { "STRCMP", ALGOPROF_M_STRCMP },
  { "STRNCMP", ALGOPROF_M_STRNCMP }, { "MEMCMP", ALGOPROF_M_MEMCMP },
  { "STRCPY", ALGOPROF_M_STRCPY }, { "STRNCPY", ALGOPROF_M_STRNCPY },
  { "STRCAT", ALGOPROF_M_STRCAT }, { "STRNCAT", ALGOPROF_M_STRNCAT },
  { "STRCHR", ALGOPROF_M_STRCHR }, { "MEMCHR", ALGOPROF_M_MEMCHR },
  { "STRCASECMP", ALGOPROF_M_STRCASECMP }, { "STRNCASECMP", ALGOPROF_M_STRNCASECMP },
  { "STRSTR", ALGOPROF_M_STRSTR }, { "STRSPN", ALGOPROF_M_STRSPN },
  { "STRCSPN", ALGOPROF_M_STRCSPN },
};

/* The library's name of a function: of __builtin_memcpy and __memcpy_chk too. */
static std::string
library_name (tree fndecl)
{
  std::string s = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  if (s[0] == '*')
    s = s.substr (1);
  if (s.compare (0, 10, "__builtin_") == 0)
    s = s.substr (10);
  if (s.size () > 6 && s.compare (0, 2, "__") == 0 && s.compare (s.size () - 4, 4, "_chk") == 0)
    s = s.substr (2, s.size () - 6);
  return s;
}

static const char *
model_of (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || (DECL_CONTEXT (fndecl) && TREE_CODE (DECL_CONTEXT (fndecl)) == RECORD_TYPE))
    return NULL;
  auto found = models ().find (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)));
  if (found == models ().end ())
    found = models ().find (library_name (fndecl));
  return found == models ().end () ? NULL : found->second;
}

/* Steps insert here: before the call, or behind it. */
struct place
{
  gcall *call;
  gimple_seq before, after;
};

/* Argument n of the call, or its result; NULL_TREE if it has none. */
static tree
operand (gcall *call, char n)
{
  if (n == 'r')
    return gimple_call_lhs (call);
  unsigned i = n - '0';
  return i < gimple_call_num_args (call) ? gimple_call_arg (call, i) : NULL_TREE;
}

/* "2", "2*1", "=8", "r": a number of bytes; a negative result is none. */
static tree
byte_count (gimple_seq *seq, gcall *call, const char *s)
{
  if (s[0] == '=')
    return build_int_cst (size_type_node, atoi (s + 1));
  tree a = operand (call, s[0]);
  if (!a)
    return NULL_TREE;
  if (s[0] == 'r' && !TYPE_UNSIGNED (TREE_TYPE (a)))
    a = fold_build2 (MAX_EXPR, TREE_TYPE (a), a, build_int_cst (TREE_TYPE (a), 0));
  a = fold_convert (size_type_node, a);
  if (s[1] == '*')
    {
      tree b = operand (call, s[2]);
      if (!b)
        return NULL_TREE;
      a = fold_build2 (MULT_EXPR, size_type_node, a, fold_convert (size_type_node, b));
    }
  return emit_value (seq, a);
}

static bool
range_step (gimple_seq *seq, gcall *call, const char *s)
{
  unsigned flags = s[0] == 'R' ? 0 : s[0] == 'W' ? ALGOPROF_WRITE
                   : ALGOPROF_WRITE | ALGOPROF_EXTERNAL;
  tree address = operand (call, s[1]), size = byte_count (seq, call, s + 3);
  if (!address || !size || !POINTER_TYPE_P (TREE_TYPE (address)))
    return false;
  emit_call (seq, "range", { address, size, build_int_cst (unsigned_type_node, flags) });
  return true;
}

/* Are the operands that the runtime follows pointers? */
static bool
fits_model (int op, tree *args)
{
  bool second_is_number = op == ALGOPROF_M_STR || op == ALGOPROF_M_STRN
                          || op == ALGOPROF_M_STRCHR || op == ALGOPROF_M_MEMCHR;
  return POINTER_TYPE_P (TREE_TYPE (args[0]))
         && (second_is_number || POINTER_TYPE_P (TREE_TYPE (args[1])));
}

static bool
model_step (gimple_seq *seq, gcall *call, const std::string &s)
{
  size_t colon = s.find (':');
  auto op = runtime_models.find (s.substr (1, colon - 1));
  gcc_assert (op != runtime_models.end ());
  tree args[3];
  for (unsigned n = 0; n < 3; n++)
    {
      args[n] = size_zero_node;
      if (colon + 1 + 2 * n < s.size ())
        args[n] = operand (call, s[colon + 1 + 2 * n]);
      if (!args[n])
        return false;
      if (!POINTER_TYPE_P (TREE_TYPE (args[n])))
        args[n] = fold_convert (size_type_node, args[n]);
    }
  /* The program may have a function of its own by that name. */
  if (!fits_model (op->second, args))
    return false;
  emit_call (seq, "model", { build_int_cst (unsigned_type_node, op->second), args[0], args[1],
                             args[2] }, true);
  return true;
}

static tree
called_back (gcall *call, unsigned n)
{
  tree a = n < gimple_call_num_args (call) ? gimple_call_arg (call, n) : NULL_TREE;
  return a && TREE_CODE (a) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (a, 0)) == FUNCTION_DECL
         ? TREE_OPERAND (a, 0) : NULL_TREE;
}

/* Pass the instrumented clone of the function that will be called back. */
static bool
callback_step (gcall *call, unsigned n)
{
  tree fndecl = called_back (call, n), clone = fndecl ? traced_clone_of (fndecl) : NULL_TREE;
  if (!clone)
    return false;
  gimple_call_set_arg (call, n, build1 (ADDR_EXPR, TREE_TYPE (gimple_call_arg (call, n)), clone));
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

/* One step; false if the trace misses something by it. */
static bool
take_step (place *p, std::string s)
{
  gimple_seq *seq = &p->before;
  if (s[0] == 'A')
    {
      /* Without a result nothing can be said, or used. */
      if (!gimple_call_lhs (p->call) || stmt_ends_bb_p (p->call))
        return s.find ('X') == std::string::npos;
      seq = &p->after;
      s = s.substr (1);
    }
  switch (s[0])
    {
    case 'R': case 'W': case 'X':
      return range_step (seq, p->call, s.c_str ());
    case 'M':
      return model_step (seq, p->call, s);
    case 'C':
      return callback_step (p->call, s[1] - '0');
    default:
      gcc_unreachable ();
    }
}

/* ---- atomics: __atomic_load_4, __sync_fetch_and_add_8 … */

static bool
trace_atomic (gcall *call, const std::string &name)
{
  size_t underline = name.rfind ('_');
  int size = underline == std::string::npos ? 0 : atoi (name.c_str () + underline + 1);
  tree address = operand (call, '0');
  if (size <= 0 || !address || !POINTER_TYPE_P (TREE_TYPE (address)))
    return false;
  bool load = name.find ("atomic_load") != std::string::npos;
  bool store = name.find ("atomic_store") != std::string::npos
               || name.find ("lock_release") != std::string::npos;
  gimple_seq seq = NULL;
  auto record = [&] (tree where, unsigned write) {
    emit_call (&seq, "access", { where, build_int_cst (long_unsigned_type_node, size | write) });
  };
  if (!store)
    record (address, 0);
  if (!load)
    record (address, ALGOPROF_WRITE);
  if (name.find ("atomic_compare_exchange") != std::string::npos)
    record (operand (call, '1'), 0);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  return true;
}

libc_outcome
trace_libc_call (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl)
    return LIBC_UNKNOWN;
  std::string name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  if (name.compare (0, 9, "__atomic_") == 0 || name.compare (0, 7, "__sync_") == 0)
    {
      if (name.find ("fence") != std::string::npos || name == "__sync_synchronize")
        return LIBC_SILENT;
      return trace_atomic (call, name) ? LIBC_MODELLED : LIBC_UNKNOWN;
    }
  const char *steps = model_of (call);
  if (!steps)
    /* What only exists inline (stack_save, unreachable, va_start) reads no input. */
    return fndecl_built_in_p (fndecl, BUILT_IN_NORMAL) && name.compare (0, 10, "__builtin_") == 0
           ? LIBC_SILENT : LIBC_UNKNOWN;
  if (!strcmp (steps, "-"))
    return LIBC_SILENT;
  place p = { call, NULL, NULL };
  bool complete = true;
  for (const char *s = steps; *s;)
    {
      size_t n = strcspn (s, " ");
      complete &= take_step (&p, std::string (s, n));
      s += n + strspn (s + n, " ");
    }
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  if (p.before)
    gsi_insert_seq_before (&gsi, p.before, GSI_SAME_STMT);
  if (p.after)
    gsi_insert_seq_after (&gsi, p.after, GSI_SAME_STMT);
  return complete ? LIBC_MODELLED : LIBC_UNKNOWN;
}
