/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirrors/mirror-list.h"

/* Numbers of declarations. */
static std::set<unsigned> wanted, made, needless;

void
want_mirror (tree fndecl)
{
  wanted.insert (DECL_UID (fndecl));
}

bool
wants_mirror (tree fndecl)
{
  return wanted.count (DECL_UID (fndecl)) != 0;
}

void
need_no_mirror (tree fndecl)
{
  needless.insert (DECL_UID (fndecl));
}

bool
needs_no_mirror (tree fndecl)
{
  return needless.count (DECL_UID (fndecl)) != 0;
}

void
note_mirror (tree fndecl)
{
  made.insert (DECL_UID (fndecl));
}

bool
has_mirror (tree fndecl)
{
  return made.count (DECL_UID (fndecl)) != 0;
}

std::string
mirror_name (tree fndecl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return std::string (*name == '*' ? name + 1 : name) + ".algoprof";
}
