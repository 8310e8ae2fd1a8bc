/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dominators by iteration in reverse postorder (Cooper, Harvey, Kennedy 2001): GCC's take ways of longjmp for edges
 * like others, which enter loops beside their headers. */
#include "mark/natural-loops.h"

bool
is_way_back (edge e)
{
  if (!(e->flags & EDGE_ABNORMAL))
    return false;
  gimple_stmt_iterator last = gsi_last_nondebug_bb (e->src);
  return gsi_end_p (last) || !computed_goto_p (gsi_stmt (last));
}

struct dominators
{
  std::vector<basic_block> order;       /* reverse postorder */
  std::vector<int> number;              /* in it, by index; -1: not reached */
  std::vector<int> up;                  /* immediate dominators, by number */

  bool reaches (edge e) const { return number[e->src->index] >= 0 && !is_way_back (e); }
  bool dominates (basic_block a, basic_block b) const;
};

static void
number_blocks (function *fun, dominators *d)
{
  std::vector<std::pair<basic_block, unsigned>> path;
  std::vector<bool> seen (last_basic_block_for_fn (fun), false);
  path.push_back ({ ENTRY_BLOCK_PTR_FOR_FN (fun), 0 });
  while (!path.empty ())
    {
      basic_block bb = path.back ().first;
      if (path.back ().second == EDGE_COUNT (bb->succs))
        {
          d->order.push_back (bb);
          path.pop_back ();
          continue;
        }
      edge e = EDGE_SUCC (bb, path.back ().second++);
      if (!is_way_back (e) && !seen[e->dest->index])
        {
          seen[e->dest->index] = true;
          path.push_back ({ e->dest, 0 });
        }
    }
  std::reverse (d->order.begin (), d->order.end ());
  d->number.assign (seen.size (), -1);
  for (size_t i = 0; i < d->order.size (); i++)
    d->number[d->order[i]->index] = i;
}

static int
meet (const std::vector<int> &up, int a, int b)
{
  while (a != b)
    if (a > b)
      a = up[a];
    else
      b = up[b];
  return a;
}

static dominators
find_dominators (function *fun)
{
  dominators d;
  number_blocks (fun, &d);
  d.up.assign (d.order.size (), -1);
  d.up[0] = 0;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 1; i < d.order.size (); i++)
        {
          int dom = -1;
          edge e;
          edge_iterator ei;
          FOR_EACH_EDGE (e, ei, d.order[i]->preds)
            if (d.reaches (e) && d.up[d.number[e->src->index]] >= 0)
              dom = dom < 0 ? d.number[e->src->index] : meet (d.up, dom, d.number[e->src->index]);
          changed |= dom != d.up[i];
          d.up[i] = dom;
        }
    }
  return d;
}

bool
dominators::dominates (basic_block a, basic_block b) const
{
  int wanted = number[a->index], at = number[b->index];
  while (at > wanted)
    at = up[at];
  return at == wanted;
}

void
natural_loop::add_latch (basic_block latch, const dominators &d)
{
  std::vector<basic_block> todo;
  edge e;
  edge_iterator ei;
  if (blocks.insert (latch->index).second)
    todo.push_back (latch);
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (d.reaches (e) && blocks.insert (e->src->index).second)
          todo.push_back (e->src);
    }
}

bool
natural_loop::can_be_entered () const
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, first->preds)
    if (!contains (e->src) && (e->flags & (EDGE_ABNORMAL | EDGE_EH)) && !is_way_back (e))
      return false;
  return true;
}

std::vector<natural_loop>
find_natural_loops (function *fun)
{
  std::vector<natural_loop> loops;
  dominators d = find_dominators (fun);
  for (basic_block bb : d.order)
    {
      edge e;
      edge_iterator ei;
      bool is_header = false;
      natural_loop l (bb);
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (d.reaches (e) && d.dominates (bb, e->src))
          {
            is_header = true;
            l.add_latch (e->src, d);
          }
      if (is_header)
        loops.push_back (l);
    }
  return loops;
}
