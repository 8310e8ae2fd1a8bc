/* SPDX-License-Identifier: GPL-3.0-or-later
 * GCC's garbage collector and the plugin's own containers.
 *
 * Between two passes GCC may collect every tree that none of its roots leads to.  It does not
 * look into std::map and the like.  So a container that lives longer than a pass
 *   - has trees as values: they go through keep_tree;
 *   - is asked about functions: it has the numbers of their declarations (DECL_UID), which GCC
 *     gives only once. */
#ifndef ALGOPROF_ROOTS_H
#define ALGOPROF_ROOTS_H

#include "compat/gcc-compat.h"

/* Keeps a tree, and all that it leads to, until GCC ends.  Returns it. */
tree keep_tree (tree);

/* Called once, before GCC reads the source. */
void register_roots (const char *plugin_name);

#endif
