/* SPDX-License-Identifier: GPL-3.0-or-later
 * The attribute: its check when it is parsed, its meaning later. */
#include "mark/attribute.h"
#include "mark/clauses.h"

/* One argument; false: it is none of those that exist. */
static bool
read_argument (tree arg, profile_what *what, unsigned *limit)
{
  if (TREE_CODE (arg) != STRING_CST)
    return false;
  std::string text = TREE_STRING_POINTER (arg);
  if (text == "loops" || text == "recursion")
    {
      bool first = *what == WHAT_DEFAULT;
      *what = text == "loops" ? WHAT_LOOPS : WHAT_RECURSION;
      return first;
    }
  return *limit == 0 && text.size () > 7 && text.compare (0, 6, "limit(") == 0
         && text.back () == ')' && parse_limit (text.substr (6, text.size () - 7), limit);
}

static bool
read_arguments (tree args, profile_what *what, unsigned *limit)
{
  *what = WHAT_DEFAULT;
  *limit = 0;
  for (; args; args = TREE_CHAIN (args))
    if (!read_argument (TREE_VALUE (args), what, limit))
      return false;
  return true;
}

bool
has_algoprof_attribute (tree fndecl)
{
  return lookup_attribute ("algoprof", DECL_ATTRIBUTES (fndecl)) != NULL_TREE;
}

bool
has_algoprof_attribute (tree fndecl, profile_what *what, unsigned *limit)
{
  tree attribute = lookup_attribute ("algoprof", DECL_ATTRIBUTES (fndecl));
  if (!attribute)
    return false;
  read_arguments (TREE_VALUE (attribute), what, limit);
  return true;
}

static tree
handle_attribute (tree *node, tree name, tree args, int, bool *no_add_attrs)
{
  profile_what what;
  unsigned limit;
  bool ok = TREE_CODE (*node) == FUNCTION_DECL;
  if (!ok)
    warning (OPT_Wattributes, "%qE attribute ignored: it belongs to a function", name);
  else if (!read_arguments (args, &what, &limit))
    {
      ok = false;
      warning (OPT_Wattributes, "%qE attribute ignored: its argument is %<\"loops\"%> or "
               "%<\"recursion\"%>, and %<\"limit(CLASS)\"%> with one of %s", name,
               limit_names ().c_str ());
    }
  *no_add_attrs = !ok;
  return NULL_TREE;
}

static struct attribute_spec spec_of_attribute
  = { "algoprof", 0, 2, true, false, false, false, handle_attribute, NULL };

void
register_algoprof_attribute (void *, void *)
{
  register_attribute (&spec_of_attribute);
}
