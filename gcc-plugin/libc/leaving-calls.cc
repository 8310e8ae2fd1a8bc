/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "libc/leaving-calls.h"

static bool
is_among (tree fndecl, std::initializer_list<const char *> names)
{
  const char *symbol = targetm.strip_name_encoding (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)));
  return std::any_of (names.begin (), names.end (), [&] (const char *name) { return !strcmp (symbol, name); });
}

enum leaving
leaving_of (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !TREE_PUBLIC (fndecl) || !DECL_EXTERNAL (fndecl))
    return LEAVING_NOT;
  if (is_among (fndecl, { "_exit", "_Exit", "quick_exit" }))
    return LEAVING_FOR_GOOD;
  if (is_among (fndecl, { "abort" }))
    return LEAVING_BY_ABORT;
  return is_among (fndecl, { "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "execveat", "fexecve" })
           ? LEAVING_FOR_PROGRAM
           : LEAVING_NOT;
}
