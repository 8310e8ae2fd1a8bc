/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Translates libc-models.def for the runtime, which interprets it (libc/steps.c): an argument's
 * number becomes the register that it lies in, and its type there.
 *
 *     ssize_t pread (int fd, void *p, size_t n, off_t at):     AX1:r     becomes    AX1p:rq
 *     double modf (double x, double *p):                       W1:=8     becomes    W0p:=8
 */
#include "libc/library-calls.h"
#include "arch/machine.h"
#include "options.h"
#include <algoprof/rt_abi.h>

/* Each compilation that traces a call makes it. */
typedef std::unordered_map<std::string_view, const char *> model_table;

#define MOST_MODELS 2048u       /* or some more: so much room at once */

/* names: apart by blanks. */
static void
add_models (model_table *table, const char *names, const char *steps)
{
  for (const char *s = names; *s;)
    {
      size_t n = strcspn (s, " ");
      bool is_new = table->emplace (std::string_view (s, n), steps).second;
      gcc_assert (is_new);
      s += n + strspn (s + n, " ");
    }
}

static const model_table &
models (void)
{
  static model_table table;
  if (table.empty ())
    {
      table.reserve (MOST_MODELS);
      static const char *const lines[][2] = {
#define MODEL(names, steps) { names, steps },
#include "libc/libc-models.def"
#undef MODEL
      };
      for (const auto &line : lines)
        add_models (&table, line[0], line[1]);
      for (size_t i = 0; machine_models[i][0]; i++)
        add_models (&table, machine_models[i][0], machine_models[i][1]);
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
  { "PRINTF", { ALGOPROF_M_PRINTF, "p" } }, { "VPRINTF", { ALGOPROF_M_VPRINTF, "pp" } },
  { "SCANF", { ALGOPROF_M_SCANF, "p" } }, { "XSCANF", { ALGOPROF_M_XSCANF, "p" } },
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

static std::string
name_of (tree fndecl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return name[0] == '*' ? name + 1 : name;
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

/* ---- libatomic's functions, whose names say what they do

     __atomic_exchange_16 (&x, v, order)              reads, then writes x
     __atomic_compare_exchange_16 (&x, &old, v, …)    reads x and old, then writes x: nobody
                                                      knows which
     __atomic_load (16, &x, &result, order)           any size */

static bool
contains (const std::string &name, const char *word)
{
  return name.find (word) != std::string::npos;
}

/* "": it touches nothing. */
static std::string
atomic_model (const std::string &name)
{
  if (contains (name, "fence") || contains (name, "lock_free") || contains (name, "feraise")
      || name == "__sync_synchronize")
    return "-";
  size_t underline = name.rfind ('_');
  bool fixed = ISDIGIT (name[underline + 1]), flag = name == "__atomic_test_and_set" || name == "__atomic_clear";
  bool sized = !fixed && !flag;         /* the first argument is the size */
  std::string size = sized ? "0" : "=" + (flag ? "1" : name.substr (underline + 1));
  bool load = contains (name, "atomic_load"), exchange = contains (name, "atomic_exchange");
  bool compare = contains (name, "atomic_compare_exchange");
  bool store = contains (name, "atomic_store") || contains (name, "lock_release") || contains (name, "atomic_clear");
  std::string steps;
  auto add = [&] (char what, unsigned n)
    { steps += std::string (steps.empty () ? "" : " ") + what + std::to_string (n) + ":" + size; };
  if (!store)
    add ('R', sized);
  /* What libatomic takes by reference: the new value, the old one. */
  if ((sized && !load) || compare)
    add ('R', sized + 1);
  if (sized && compare)
    add ('R', 3);
  if (!load)
    add ('W', sized);
  if (sized && (load || exchange))
    add ('W', load ? 2 : 3);
  if (compare)
    add ('W', sized + 1);
  return steps;
}

static std::string
model_of (tree fndecl)
{
  std::string name = name_of (fndecl);
  if (!is_library_function (fndecl))
    return "";
  if (!name.compare (0, 9, "__atomic_") || !name.compare (0, 7, "__sync_"))
    return atomic_model (name);
  const char *found = find_model (name);
  return found ? found : "";
}

/* ---- places: a register, and the type of what lies there, as in rt_abi.h; "": not to be had */

static std::string
type_letter (tree type)
{
  if (POINTER_TYPE_P (type))
    return "p";
  if (!INTEGRAL_TYPE_P (type))
    return "";
  switch (tree_to_uhwi (TYPE_SIZE_UNIT (type)))
    {
    case 1: return TYPE_UNSIGNED (type) ? "B" : "b";
    case 2: return TYPE_UNSIGNED (type) ? "H" : "h";
    case 4: return TYPE_UNSIGNED (type) ? "u" : "l";
    case 8: return "q";
    default: return "";
    }
}

/* Registers for whole numbers that a parameter takes up; -1: nobody looks behind such a one. */
static int
registers_of (tree type)
{
  if (POINTER_TYPE_P (type))
    return 1;
  if (INTEGRAL_TYPE_P (type))
    return tree_to_uhwi (TYPE_SIZE_UNIT (type)) > 8 ? 2 : 1;
  return SCALAR_FLOAT_TYPE_P (type) ? 0 : -1;
}

static std::vector<std::string>
places_of_arguments (tree fndecl)
{
  std::vector<std::string> places;
  tree list = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  unsigned next = registers_of_result (fndecl);
  if (!list)                            /* declared without parameters */
    for (; next < argument_registers (); next++)
      places.push_back (std::to_string (next) + "q");
  for (; list && !VOID_TYPE_P (TREE_VALUE (list)); list = TREE_CHAIN (list))
    {
      int taken = registers_of (TREE_VALUE (list));
      if (taken < 0)
        break;
      std::string type = type_letter (TREE_VALUE (list));
      places.push_back (next < argument_registers () && !type.empty () ? std::to_string (next) + type : "");
      next += taken;
    }
  return places;
}

/* A negative number means failure. */
static std::string
place_of_result (tree fndecl)
{
  tree type = TREE_TYPE (TREE_TYPE (fndecl));
  std::string letter = VOID_TYPE_P (type) || TREE_THIS_VOLATILE (fndecl) ? "" : type_letter (type);
  if (letter.empty ())
    return "";
  return "r" + (letter == "u" ? "l" : letter == "H" ? "h" : letter == "B" ? "b" : letter);
}

/* ---- steps */

struct translation
{
  const char *s;
  std::vector<std::string> arguments;
  std::string result;
  std::string out;
};

/* false: the call has no such operand.  pointer: it has to be one. */
static bool
take_operand (translation *t, bool pointer)
{
  bool deref = *t->s == '*';
  t->s += deref;
  t->out += deref ? "*" : "";
  if (*t->s == '=')
    {
      size_t n = 1 + strspn (t->s + 1, "0123456789");
      t->out += std::string (t->s, n);
      t->s += n;
      return !pointer;
    }
  std::string place;
  if (*t->s == 'r')
    place = t->result;
  else
    {
      gcc_assert (ISDIGIT (*t->s));
      unsigned n = *t->s - '0';
      if (n < t->arguments.size ())
        place = t->arguments[n];
    }
  t->s++;
  t->out += place;
  if (place.empty ())
    return false;
  /* A word of 64 bits that nothing is known of may be one. */
  bool is_pointer = place[1] == 'p', may_be = is_pointer || (place[1] == 'q' && place[0] != 'r');
  return may_be || (!deref && !pointer);
}

static bool
take_formula (translation *t)
{
  for (;; t->s++)
    {
      if (!take_operand (t, false))
        return false;
      if (!*t->s || !strchr ("*+-<>", *t->s))
        return true;
      t->out += *t->s;
    }
}

static bool
take_range (translation *t)
{
  t->out += *t->s++;
  if (*t->s == '?')
    t->out += *t->s++;
  if (!take_operand (t, true))
    return false;
  gcc_assert (*t->s == ':');
  t->out += *t->s++;
  if (!take_formula (t))
    return false;
  if (*t->s != '|')
    return true;
  t->out += *t->s++;
  return take_formula (t);
}

/* The model's name, up to the colon; its number with ALGOPROF_M_WIDE is written. */
static const char *
take_model (translation *t)
{
  bool wide = t->s[1] == 'w';
  t->out += *t->s;
  t->s += 1 + wide;
  size_t n = strcspn (t->s, ":");
  auto found = runtime_models.find (std::string (t->s, n));
  gcc_assert (found != runtime_models.end ());
  t->s += n + 1;
  t->out += std::to_string (found->second.op | (wide ? (int) ALGOPROF_M_WIDE : 0)) + ":";
  return found->second.operands;
}

static bool
take_operands (translation *t, const char *operands)
{
  for (const char *o = operands; *o; o++)
    {
      if (o != operands)
        {
          gcc_assert (*t->s == ',');
          t->out += *t->s++;
        }
      if (!(*o == 'p' ? take_operand (t, true) : take_formula (t)))
        return false;
    }
  return true;
}

/* The format, and the register of the first argument behind it. */
static bool
take_format (translation *t)
{
  if (!take_operands (t, take_model (t)))
    return false;
  gcc_assert (*t->s == ',');
  t->out += std::string (",") + t->s[1];
  return true;
}

static bool
take_step (translation *t)
{
  switch (*t->s)
    {
    case 'R': case 'W': case 'X':
      return take_range (t);
    case 'M':
      return take_operands (t, take_model (t));
    case 'F':
      return take_format (t);
    case 'C':
      t->out += *t->s++;
      return take_operand (t, true);
    default:
      gcc_unreachable ();
    }
}

static library_call
translate (tree fndecl, const char *steps)
{
  translation t = { steps, places_of_arguments (fndecl), place_of_result (fndecl), "" };
  library_call c = { LIBRARY_MODELLED, "", false };
  for (const char *s = steps; *s; s += strspn (s, " "))
    {
      bool behind = *s == 'A';
      t.s = s + behind;
      t.out = behind ? "A" : "";
      /* What scanf has written is known by its result. */
      if (take_step (&t) && !(behind && t.out[1] == 'F' && t.result.empty ()))
        {
          c.steps += (c.steps.empty () ? "" : " ") + t.out;
          c.behind |= behind;
        }
      else
        c.outcome = LIBRARY_UNKNOWN;
      s += strcspn (s, " ");
    }
  return c;
}

/* ---- what needs no model */

/* What the compiler's own tools call: coverage, sanitizers, in-house mode. */
static bool
is_tool_function (const std::string &name)
{
  for (const char *prefix : { "__gcov_", "__ubsan_", "__asan_", "__hwasan_", "__tsan_", "__sanitizer_", ALGOPROF_RT ("") })
    if (!name.compare (0, strlen (prefix), prefix))
      return true;
  return false;
}

/* Arithmetic that GCC calls a function for, which no source does. */
static bool
is_arithmetic (tree fndecl)
{
  return DECL_ARTIFICIAL (fndecl) && DECL_EXTERNAL (fndecl) && !DECL_CONTEXT (fndecl)
         && !TYPE_ARG_TYPES (TREE_TYPE (fndecl)) && !name_of (fndecl).compare (0, 2, "__");
}

/* GCC's functions without a model that take numbers only (sin) read no input. */
static bool
takes_numbers_only (tree fndecl)
{
  if (!fndecl_built_in_p (fndecl) || fndecl_built_in_p (fndecl, BUILT_IN_FRONTEND))
    return false;
  for (tree list = TYPE_ARG_TYPES (TREE_TYPE (fndecl)); list; list = TREE_CHAIN (list))
    if (POINTER_TYPE_P (TREE_VALUE (list)))
      return false;
  return true;
}

library_call
describe_library_call (tree fndecl)
{
  library_call silent = { LIBRARY_SILENT, "", false };
  std::string steps = model_of (fndecl);
  if (steps == "-")
    return silent;
  if (!steps.empty ())
    return translate (fndecl, steps.c_str ());
  if (takes_numbers_only (fndecl) || is_arithmetic (fndecl) || is_tool_function (name_of (fndecl)))
    return silent;
  return { LIBRARY_UNKNOWN, "", false };
}

tree
called_back_by (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  std::string steps = fndecl ? model_of (fndecl) : "";
  size_t c = steps[0] == 'C' ? 0 : steps.find (" C");
  if (c == std::string::npos)
    return NULL_TREE;
  unsigned n = steps[steps.find ('C', c) + 1] - '0';
  tree a = n < gimple_call_num_args (call) ? gimple_call_arg (call, n) : NULL_TREE;
  return a && TREE_CODE (a) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (a, 0)) == FUNCTION_DECL
         ? TREE_OPERAND (a, 0) : NULL_TREE;
}
