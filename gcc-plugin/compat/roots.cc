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

void
register_roots (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_REGISTER_GGC_ROOTS, NULL, roots);
}
