/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "site/function-name.h"

#define NAME_MARK "algoprof name"       /* an attribute with the name */

static void
keep_name (tree fndecl)
{
  const char *name = lang_hooks.decl_printable_name (fndecl, 1);
  tree last = DECL_NAME (fndecl);
  if (!name || !last || !strcmp (name, IDENTIFIER_POINTER (last)))
    return;
  tree value = build_tree_list (NULL_TREE, get_identifier (name));
  DECL_ATTRIBUTES (fndecl) = tree_cons (get_identifier (NAME_MARK), value, DECL_ATTRIBUTES (fndecl));
}

void
keep_function_names (void)
{
  cgraph_node *n;
  if (!flag_generate_lto)
    return;
  FOR_EACH_FUNCTION (n)
    keep_name (n->decl);
}

tree
origin_of (tree fndecl)
{
  while (DECL_ABSTRACT_ORIGIN (fndecl) && DECL_ABSTRACT_ORIGIN (fndecl) != fndecl)
    fndecl = DECL_ABSTRACT_ORIGIN (fndecl);
  return fndecl;
}

std::string
function_name (tree fndecl)
{
  fndecl = origin_of (fndecl);
  if (tree kept = lookup_attribute (NAME_MARK, DECL_ATTRIBUTES (fndecl)))
    return IDENTIFIER_POINTER (TREE_VALUE (TREE_VALUE (kept)));
  const char *name = in_lto_p ? gimple_decl_printable_name (fndecl, 1) : lang_hooks.decl_printable_name (fndecl, 1);
  return name ? name : targetm.strip_name_encoding (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl)));
}
