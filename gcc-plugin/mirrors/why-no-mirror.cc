/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirrors/why-no-mirror.h"
#include "compat/unique-asm.h"

static bool
is_naked (tree fndecl)
{
  return lookup_attribute ("naked", DECL_ATTRIBUTES (fndecl)) != NULL_TREE;
}

const char *
why_no_mirror (cgraph_node *n)
{
  if (!n->has_gimple_body_p () || n->thunk)
    return "its body is not here";
  if (lookup_attribute ("noclone", DECL_ATTRIBUTES (n->decl)))
    return "it is marked noclone";
  if (is_naked (n->decl))
    return "it is naked";
  n->get_body ();
  if (DECL_STRUCT_FUNCTION (n->decl)->has_nonlocal_label)
    return "GCC cannot copy it";
  if (names_place (DECL_STRUCT_FUNCTION (n->decl)))
    return "it names a place in an asm statement";
  return NULL;
}

const char *
why_not_mirrored (function *fun)
{
  if (fun->has_nonlocal_label)
    return "nested functions jump into it";
  if (is_naked (fun->decl))
    return "it is naked";
  return NULL;
}
