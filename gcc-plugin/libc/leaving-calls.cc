/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "libc/leaving-calls.h"
#include <algoprof/inhouse_abi.h>

static bool
is_among (tree fndecl, std::initializer_list<const char *> names)
{
  const char *symbol = targetm.strip_name_encoding (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)));
  return std::any_of (names.begin (), names.end (), [&] (const char *name) { return !strcmp (symbol, name); });
}

unsigned
leaving_of (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !TREE_PUBLIC (fndecl) || !DECL_EXTERNAL (fndecl))
    return 0;
  if (is_among (fndecl, { "_exit", "_Exit", "quick_exit" }))
    return ALGOPROF_LEAVING_PROCESS;
  if (is_among (fndecl, { "abort" }))
    return ALGOPROF_LEAVING_ABORT;
  return is_among (fndecl, { "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "execveat", "fexecve" })
           ? ALGOPROF_LEAVING_PROGRAM
           : 0;
}
