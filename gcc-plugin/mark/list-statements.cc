/* SPDX-License-Identifier: GPL-3.0-or-later
 * Finding loops in GENERIC. */
#include "mark/list-statements.h"
#include "mark/pragma.h"

static bool
is_omp_loop (tree s)
{
  switch ((int) TREE_CODE (s))
    {
    case OMP_FOR: case OMP_SIMD: case OMP_DISTRIBUTE: case OMP_TASKLOOP: case OMP_LOOP:
      return true;
    default:
      return false;
    }
}

tree *
loop_body (tree s)
{
  switch ((int) TREE_CODE (s))
    {
    case FOR_STMT: return &FOR_BODY (s);
    case WHILE_STMT: return &WHILE_BODY (s);
    case DO_STMT: return &DO_BODY (s);
    case LOOP_EXPR: return &LOOP_EXPR_BODY (s);
    default: return is_omp_loop (s) ? &OMP_FOR_BODY (s) : NULL;
    }
}

/* What a block begins with that is a statement, or NULL. */
static tree
first_statement (tree t)
{
  while (t && TREE_CODE (t) == BIND_EXPR)
    t = BIND_EXPR_BODY (t);
  if (!t || TREE_CODE (t) != STATEMENT_LIST)
    return t;
  for (tree_stmt_iterator at = tsi_start (t); !tsi_end_p (at); tsi_next (&at))
    if (TREE_CODE (tsi_stmt (at)) != DEBUG_BEGIN_STMT && TREE_CODE (tsi_stmt (at)) != DECL_EXPR)
      return first_statement (tsi_stmt (at));
  return NULL_TREE;
}

/* A tree that is being walked. */
struct walked_tree
{
  function_items *f;
  hash_set<tree> seen;
  location_t around = 0;        /* the point of the loop around, or 0 */
};

static void
add_item (walked_tree *w, tree *slot, item_kind kind, location_t where)
{
  item i;
  i.slot = slot;
  i.kind = kind;
  i.where = where;
  i.point = text_point (where);
  /* The C front end places a loop behind its keyword, and may place a statement in it there. */
  if (i.point < w->around)
    i.point = w->around;
  i.place = expand_location (where);
  i.behind_switch = w->f->behind_switches.count (*slot);
  i.in_macro = linemap_location_from_macro_expansion_p (line_table, where);
  w->f->items.push_back (i);
}

/* A goto: is its label's place an earlier one? */
static void
note_goto (function_items *f, tree label)
{
  f->goto_targets.insert (label);
  for (item &i : f->items)
    if (i.kind == ITEM_LABEL && LABEL_EXPR_LABEL (*i.slot) == label)
      i.jumped_back = true;
}

/* A `for' over a range, in a template's own tree: a code of the C++ front end's. */
static bool
is_range_for (tree s)
{
  return STATEMENT_CLASS_P (s) && !strcmp (get_tree_code_name (TREE_CODE (s)), "range_for_stmt");
}

static tree list_item (tree *, int *, void *);

/* What is in a loop. */
static void
list_inside (walked_tree *w, tree loop, location_t point)
{
  location_t around = w->around;
  w->around = MAX (point, around);
  for (int n = 0; n < TREE_OPERAND_LENGTH (loop); n++)
    walk_tree (&TREE_OPERAND (loop, n), list_item, w, &w->seen);
  w->around = around;
}

static tree
list_item (tree *tp, int *walk_subtrees, void *data)
{
  walked_tree *w = (walked_tree *) data;
  function_items *f = w->f;
  tree t = *tp;
  switch ((int) TREE_CODE (t))
    {
    case OMP_CLAUSE:
      *walk_subtrees = 0;
      return NULL;
    case DEBUG_BEGIN_STMT: case PREDICT_EXPR: case STATEMENT_LIST: case BIND_EXPR:
    case OMP_PARALLEL: case OMP_TEAMS: case OMP_TARGET: case CLEANUP_POINT_EXPR:
    case OMP_TARGET_DATA: case OMP_TASK:
      return NULL;
    case GOTO_EXPR:
      note_goto (f, GOTO_DESTINATION (t));
      break;
    case SWITCH_STMT:
      f->behind_switches.insert (first_statement (SWITCH_STMT_BODY (t)));
      break;
    case LABEL_EXPR:
      if (DECL_NAME (LABEL_EXPR_LABEL (t)))
        add_item (w, tp, ITEM_LABEL, EXPR_LOCATION (t) != UNKNOWN_LOCATION
                  ? EXPR_LOCATION (t) : DECL_SOURCE_LOCATION (LABEL_EXPR_LABEL (t)));
      return NULL;
    default:
      break;
    }
  if (is_omp_loop (t))
    {
      /* Its own place is the OpenMP pragma's; a mark may stand behind that. */
      tree init = OMP_FOR_INIT (t) ? TREE_VEC_ELT (OMP_FOR_INIT (t), 0) : NULL_TREE;
      add_item (w, tp, ITEM_OMP_LOOP, init && EXPR_HAS_LOCATION (init) ? EXPR_LOCATION (init)
                : EXPR_LOCATION (t));
    }
  else if (loop_body (t) || is_range_for (t))
    {
      add_item (w, tp, ITEM_LOOP, EXPR_LOCATION (t));
      list_inside (w, t, f->items.back ().point);
      *walk_subtrees = 0;
    }
  else if (EXPR_P (t) && EXPR_HAS_LOCATION (t))
    add_item (w, tp, ITEM_OTHER, EXPR_LOCATION (t));
  return NULL;
}

function_items
list_items (tree fndecl)
{
  function_items f;
  walked_tree w;
  w.f = &f;
  walk_tree (&DECL_SAVED_TREE (fndecl), list_item, &w, &w.seen);
  return f;
}
