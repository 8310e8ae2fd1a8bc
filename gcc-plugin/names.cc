/* SPDX-License-Identifier: GPL-3.0-or-later
 * Matching names of functions and files. */
#include "names.h"

/* "operator()", "operator<"; not "operators". */
static bool
is_operator (const std::string &name)
{
  return name.compare (0, 8, "operator") == 0 && !ISIDNUM (name[8]);
}

std::string
plain_name (tree fndecl)
{
  std::string s = lang_hooks.decl_printable_name (fndecl, 0);
  if (s.find ("lambda") != std::string::npos)
    return "lambda";
  if (is_operator (s))
    return s;
  s = s.substr (0, s.find ('<'));
  return s.substr (0, s.find ('('));
}

static std::string
qualified_name (tree fndecl)
{
  std::string s = plain_name (fndecl);
  for (tree c = DECL_CONTEXT (fndecl); c && TREE_CODE (c) != TRANSLATION_UNIT_DECL;
       c = TYPE_P (c) ? TYPE_CONTEXT (c) : DECL_CONTEXT (c))
    {
      tree name = TYPE_P (c) ? TYPE_IDENTIFIER (c) : DECL_NAME (c);
      if (name)
        s = std::string (IDENTIFIER_POINTER (name)) + "::" + s;
    }
  return s;
}

bool
function_matches (tree fndecl, const std::string &spec)
{
  if (spec == "*")
    return true;
  if (spec.compare (0, 2, "_Z") == 0 && !DECL_ABSTRACT_P (fndecl))
    return spec == IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  std::string s = qualified_name (fndecl);
  size_t n = s.size (), m = spec.size ();
  return n >= m && s.compare (n - m, m, spec) == 0
         && (n == m || (n - m >= 2 && s.compare (n - m - 2, 2, "::") == 0));
}

/* Trailing path components: "b/c.c" is "a/b/c.c" but not "ab/c.c". */
bool
file_matches (const char *file, const std::string &spec)
{
  size_t n = file ? strlen (file) : 0, m = spec.size ();
  return n >= m && !strcmp (file + n - m, spec.c_str ())
         && (n == m || file[n - m - 1] == '/' || spec[0] == '/');
}
