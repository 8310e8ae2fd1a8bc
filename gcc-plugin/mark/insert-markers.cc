/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mark/insert-markers.h"
#include "mark/marker.h"

/* The only statement of a list, or what is no list. */
static tree
only_statement (tree t)
{
  if (t && TREE_CODE (t) == STATEMENT_LIST && !tsi_end_p (tsi_start (t))
      && tsi_one_before_end_p (tsi_start (t)))
    return only_statement (tsi_stmt (tsi_start (t)));
  return t;
}

/* `while (T x = f ())' has come apart by now: the condition is true, and the
   body begins with { T x = f (); if (!x) break; …}.  That `if' and its `break'
   are made at one place, which none of the program's are.  Is the loop like
   that?  Then *at is the `if'. */
static bool
has_condition_declaration (tree loop, tree_stmt_iterator *at)
{
  tree condition = TREE_CODE (loop) == WHILE_STMT ? WHILE_COND (loop)
                   : TREE_CODE (loop) == FOR_STMT ? FOR_COND (loop) : NULL_TREE;
  if (!condition || condition != boolean_true_node)
    return false;
  tree body = *loop_body (loop);
  while (body && TREE_CODE (body) == BIND_EXPR)
    body = BIND_EXPR_BODY (body);
  if (!body || TREE_CODE (body) != STATEMENT_LIST)
    return false;
  for (*at = tsi_start (body); !tsi_end_p (*at); tsi_next (at))
    {
      tree t = tsi_stmt (*at);
      if ((int) TREE_CODE (t) == IF_STMT)
        {
          tree then = only_statement (TREE_OPERAND (t, 1));
          return then && (int) TREE_CODE (then) == BREAK_STMT
                 && EXPR_LOCATION (then) == EXPR_LOCATION (t);
        }
      if (TREE_CODE (t) != DECL_EXPR && TREE_CODE (t) != CLEANUP_POINT_EXPR
          && TREE_CODE (t) != DEBUG_BEGIN_STMT)
        return false;
    }
  return false;
}

/* BODY first in the loop's body. */
static void
insert_body (tree loop, tree marker)
{
  tree_stmt_iterator at;
  if (has_condition_declaration (loop, &at))
    {
      tsi_link_after (&at, marker, TSI_SAME_STMT);
      return;
    }
  tree *body = loop_body (loop), list = NULL_TREE;
  append_to_statement_list_force (marker, &list);
  if (*body)
    append_to_statement_list_force (*body, &list);
  *body = list;
}

void
insert_markers (const item &i, const std::string &text)
{
  if (i.kind == ITEM_LABEL)
    {
      tree list = NULL_TREE;
      append_to_statement_list_force (*i.slot, &list);
      append_to_statement_list_force (build_marker_tree (i.where, MARK_ORPHAN_BODY, text), &list);
      *i.slot = list;
      return;
    }
  bool omp = i.kind == ITEM_OMP_LOOP;
  insert_body (*i.slot, build_marker_tree (i.where, omp ? MARK_ORPHAN_BODY : MARK_BODY, text));
  if (omp)
    return;
  tree list = NULL_TREE;
  if (i.behind_switch)          /* GCC would warn of a statement that is never executed, the marker */
    append_to_statement_list_force (build1 (LABEL_EXPR, void_type_node, create_artificial_label (i.where)), &list);
  append_to_statement_list_force (build_marker_tree (i.where, MARK_ENTRY, text), &list);
  append_to_statement_list_force (*i.slot, &list);
  *i.slot = list;
}
