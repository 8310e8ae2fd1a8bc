/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat/roots.h"

static GTY (()) vec<tree, va_gc> *kept;

tree
keep_tree (tree t)
{
  vec_safe_push (kept, t);
  return t;
}

static struct ggc_root_tab roots[] = {
  { &kept, 1, sizeof kept, &gt_ggc_mx_vec_tree_va_gc_, &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* GCC notes, from one copy of an instruction to the next, where an asm statement's vector of operands is (copy_insn_1
   in emit-rtl.cc), though a collection takes the vector.  Passes that begin with copy_insn_1, like the elimination of
   partial redundancies, would give another vector at that place the operands of the asm statement.  copy_insn forgets
   it. */
static void
forget_copied_operands (void *, void *)
{
  copy_insn (const0_rtx);
}

void
register_roots (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_REGISTER_GGC_ROOTS, NULL, roots);
  register_callback (plugin_name, PLUGIN_GGC_START, forget_copied_operands, NULL);
}
