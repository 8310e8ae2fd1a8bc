/* SPDX-License-Identifier: GPL-3.0-or-later
 * Matching names of functions and files. */
#include "mark/spec-matches.h"

/* "operator()", "operator<"; not "operators". */
static bool
is_operator (const std::string &name)
{
  return name.compare (0, 8, "operator") == 0 && !ISIDNUM (name[8]);
}

/* As the C++ front end's LAMBDA_TYPE_P, which is not to be had in the C compiler. */
static bool
is_lambda_type (tree t)
{
  if (!t || TREE_CODE (t) != RECORD_TYPE)
    return false;
  tree name = TYPE_IDENTIFIER (TYPE_MAIN_VARIANT (t));
  return name && IDENTIFIER_ANON_P (name) && name->base.protected_flag;
}

/* Of all instances of a template the same. */
std::string
plain_name (tree fndecl)
{
  if (is_lambda_type (DECL_CONTEXT (fndecl)))
    return "lambda";
  std::string s = lang_hooks.decl_printable_name (fndecl, 0);
  if (!is_operator (s))
    return s.substr (0, s.find_first_of ("<("));
  /* Conversions have an internal name, without their type. */
  std::string name = DECL_NAME (fndecl) ? IDENTIFIER_POINTER (DECL_NAME (fndecl)) : "";
  return is_operator (name) ? name : s;
}

static std::string
qualified_name (tree fndecl, std::string s)
{
  for (tree c = DECL_CONTEXT (fndecl); c && TREE_CODE (c) != TRANSLATION_UNIT_DECL;
       c = TYPE_P (c) ? TYPE_CONTEXT (c) : DECL_CONTEXT (c))
    {
      tree name = is_lambda_type (c) ? NULL_TREE : TYPE_P (c) ? TYPE_IDENTIFIER (c) : DECL_NAME (c);
      if (name)
        s = std::string (IDENTIFIER_POINTER (name)) + "::" + s;
    }
  return s;
}

/* Is `spec' the whole name, or its end from a name's begin on? */
static bool
ends_in_name (const std::string &s, const std::string &spec)
{
  size_t n = s.size (), m = spec.size ();
  return n >= m && s.compare (n - m, m, spec) == 0
         && (n == m || (n - m >= 2 && s.compare (n - m - 2, 2, "::") == 0));
}

/* One instance of a template, one lambda, as reports name them. */
static bool
is_full_name (tree fndecl, const std::string &spec)
{
  return spec.find_first_of ("<(") != std::string::npos && ends_in_name (lang_hooks.decl_printable_name (fndecl, 1), spec);
}

bool
function_matches (tree fndecl, const std::string &spec)
{
  if (spec == "*")
    return !lookup_attribute ("no_instrument_function", DECL_ATTRIBUTES (fndecl));
  if (spec.compare (0, 2, "_Z") == 0 && !DECL_ABSTRACT_P (fndecl))
    return spec == IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return ends_in_name (qualified_name (fndecl, plain_name (fndecl)), spec) || is_full_name (fndecl, spec)
         || (is_lambda_type (DECL_CONTEXT (fndecl))
             && ends_in_name (qualified_name (fndecl, "operator()"), spec));
}

/* Trailing path components: "b/c.c" is "a/b/c.c" but not "ab/c.c". */
bool
file_matches (const char *file, const std::string &spec)
{
  size_t n = file ? strlen (file) : 0, m = spec.size ();
  return n >= m && !strcmp (file + n - m, spec.c_str ())
         && (n == m || file[n - m - 1] == '/' || spec[0] == '/');
}
