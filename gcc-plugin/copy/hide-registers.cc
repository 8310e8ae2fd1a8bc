/* SPDX-License-Identifier: GPL-3.0-or-later
 * What GCC knows of callees (-fipa-ra, and how the stack is aligned where they are called). */
#include "copy/hide-registers.h"
#include "recursion/versions.h"

static tree to_hide;

void
hide_registers (function *fun)
{
  to_hide = traced_version_of (fun->decl) ? fun->decl : NULL_TREE;
}

void
finish_hiding (void *, void *)
{
  cgraph_node *n = to_hide ? cgraph_node::get (to_hide) : NULL;
  if (n && n->rtl)
    {
      SET_HARD_REG_SET (n->rtl->function_used_regs);
      n->rtl->preferred_incoming_stack_boundary = 0;
    }
  to_hide = NULL_TREE;
}
