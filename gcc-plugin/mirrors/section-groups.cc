/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirrors/section-groups.h"

/* Numbers of declarations. */
static std::set<unsigned> taken_out;

void
take_out_of_group (cgraph_node *n)
{
  std::vector<symtab_node *> members = { n };
  for (symtab_node *m = n->same_comdat_group; m && m != n; m = m->same_comdat_group)
    members.push_back (m);
  for (symtab_node *m : members)
    if (!is_a<cgraph_node *> (m) || (TREE_PUBLIC (m->decl) && !DECL_WEAK (m->decl)))
      return;
  n->dissolve_same_comdat_group_list ();
  for (symtab_node *m : members)
    {
      m->set_comdat_group (NULL_TREE);
      taken_out.insert (DECL_UID (m->decl));
      if (m->alias || DECL_SECTION_NAME (m->decl))
        continue;
      targetm.asm_out.unique_section (m->decl, 0);      /* it had its own */
      m->implicit_section = true;
    }
}

bool
is_out_of_group (tree fndecl)
{
  return taken_out.count (DECL_UID (fndecl)) != 0;
}
