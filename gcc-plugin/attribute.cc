/* SPDX-License-Identifier: GPL-3.0-or-later
 * The attribute: its check when it is parsed, its meaning later. */
#include "attribute.h"

bool
has_algoprof_attribute (tree fndecl, profile_what *what)
{
  tree attribute = lookup_attribute ("algoprof", DECL_ATTRIBUTES (fndecl));
  if (!attribute)
    return false;
  if (!what)
    return true;
  *what = WHAT_DEFAULT;
  if (tree args = TREE_VALUE (attribute))
    *what = !strcmp (TREE_STRING_POINTER (TREE_VALUE (args)), "loops") ? WHAT_LOOPS
            : WHAT_RECURSION;
  return true;
}

static tree
handle_attribute (tree *node, tree name, tree args, int, bool *no_add_attrs)
{
  bool ok = TREE_CODE (*node) == FUNCTION_DECL;
  if (!ok)
    warning (OPT_Wattributes, "%qE attribute ignored: it belongs to a function", name);
  else if (args)
    {
      tree arg = TREE_VALUE (args);
      ok = TREE_CODE (arg) == STRING_CST
           && (!strcmp (TREE_STRING_POINTER (arg), "loops")
               || !strcmp (TREE_STRING_POINTER (arg), "recursion"));
      if (!ok)
        warning (OPT_Wattributes, "%qE attribute ignored: its argument is %<\"loops\"%> or "
                 "%<\"recursion\"%>", name);
    }
  *no_add_attrs = !ok;
  return NULL_TREE;
}

static struct attribute_spec spec_of_attribute
  = { "algoprof", 0, 1, true, false, false, false, handle_attribute, NULL };

void
register_algoprof_attribute (void *, void *)
{
  register_attribute (&spec_of_attribute);
}
