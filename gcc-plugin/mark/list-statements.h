/* SPDX-License-Identifier: GPL-3.0-or-later
 * The statements of a function as the front end hands it over. */
#ifndef ALGOPROF_LIST_STATEMENTS_H
#define ALGOPROF_LIST_STATEMENTS_H

#include "compat/gcc-compat.h"
#include "site/site.h"
#include <algoprof/log_format.h>

enum item_kind { ITEM_OTHER, ITEM_LOOP, ITEM_OMP_LOOP, ITEM_LABEL };

struct item
{
  tree *slot;                   /* where the statement hangs */
  item_kind kind;
  location_t where;
  location_t point;             /* text_point (where) */
  expanded_location place;
  bool in_macro;
  bool behind_switch;           /* first in a switch, before its labels: nothing comes here from above */
  bool jumped_back = false;     /* a label that a later goto leads to */
  bool chosen = false;
  bool by_function = false;     /* chosen as one of the function's loops */
  std::string name;             /* from a clause */
  clauses asked;
  unsigned flags = 0;
};

struct function_items
{
  std::vector<item> items;      /* in the order of the tree */
  std::set<tree> goto_targets;
  std::set<tree> behind_switches;
};

/* All statements that a mark may stand before, with their places. */
function_items list_items (tree fndecl);

inline bool
is_loop (const item &i)
{
  return i.kind == ITEM_LOOP || i.kind == ITEM_OMP_LOOP;
}

/* Where a loop's body hangs; NULL: it is no loop. */
tree *loop_body (tree statement);

#endif
