/* SPDX-License-Identifier: GPL-3.0-or-later
 * Section groups of inline functions and templates. */
#ifndef ALGOPROF_SECTION_GROUPS_H
#define ALGOPROF_SECTION_GROUPS_H

#include "compat/gcc-compat.h"

/* Each unit has a definition of such a function, of which the linker keeps the first and drops the
   others, section groups, with all that belongs to them.  It would drop the traced copy where the first
   unit has none.  Without a group the program has this unit's code besides, where traced
   code is left to.  Calls still reach the first definition, since the symbol is weak. */
void take_out_of_group (cgraph_node *);

/* Is it a function that was taken out of its group? */
bool is_out_of_group (tree fndecl);

#endif
