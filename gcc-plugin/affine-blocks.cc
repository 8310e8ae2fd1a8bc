/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "affine-blocks.h"

#define MOST_BLOCKS 16u         /* of a loop */

static int
number_of (const affine_loop &l, const_basic_block bb)
{
  for (size_t i = 0; i < l.blocks.size (); i++)
    if (l.blocks[i] == bb)
      return i;
  return -1;
}

bool
collect_blocks (affine_loop *l, basic_block header)
{
  edge e;
  edge_iterator ei;
  l->blocks = { header };
  FOR_EACH_EDGE (e, ei, header->preds)
    if (e->flags & EDGE_DFS_BACK && number_of (*l, e->src) < 0)
      l->blocks.push_back (e->src);
  for (size_t i = 1; i < l->blocks.size (); i++)
    FOR_EACH_EDGE (e, ei, l->blocks[i]->preds)
      {
        if (number_of (*l, e->src) >= 0)
          continue;
        if (e->src->index < NUM_FIXED_BLOCKS || l->blocks.size () == MOST_BLOCKS)
          return false;
        l->blocks.push_back (e->src);
      }
  return true;
}

/* Does the block end in what goes to one label, or falls through, or both? */
static bool
ends_plainly (const_basic_block bb)
{
  rtx_insn *end = BB_END (bb);
  if (!JUMP_P (end))
    return true;
  return (any_condjump_p (end) || simplejump_p (end)) && onlyjump_p (end) && JUMP_LABEL (end) && LABEL_P (JUMP_LABEL (end));
}

/* Can what is done on the edge be put there? */
static bool
is_plain (const_edge e)
{
  if (e->flags & EDGE_COMPLEX || e->dest->index < NUM_FIXED_BLOCKS || e->src->index < NUM_FIXED_BLOCKS)
    return false;
  if (e->flags & EDGE_FALLTHRU)
    return !JUMP_P (BB_END (e->src)) || (ends_plainly (e->src) && JUMP_LABEL (BB_END (e->src)) != BB_HEAD (e->dest));
  return JUMP_P (BB_END (e->src)) && ends_plainly (e->src) && JUMP_LABEL (BB_END (e->src)) == BB_HEAD (e->dest);
}

bool
collect_edges (affine_loop *l)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, l->blocks[0]->preds)
    if (number_of (*l, e->src) < 0)
      l->entries.push_back (e);
  for (unsigned i = 0; i < l->blocks.size (); i++)
    {
      if (!ends_plainly (l->blocks[i]))
        return false;
      FOR_EACH_EDGE (e, ei, l->blocks[i]->succs)
        {
          int to = number_of (*l, e->dest);
          if (to < 0)
            l->exits.push_back ({ e, i });
          else if (e->flags & EDGE_COMPLEX || (to > 0 && e->flags & EDGE_DFS_BACK))
            return false;       /* another loop in it */
        }
    }
  for (edge in : l->entries)
    if (!is_plain (in))
      return false;
  for (const way_out &out : l->exits)
    if (!is_plain (out.edge))
      return false;
  return LABEL_P (BB_HEAD (l->blocks[0]));
}

void
find_above (affine_loop *l)
{
  edge e;
  edge_iterator ei;
  l->above.assign (l->blocks.size (), ~0u);
  l->above[0] = 1;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (unsigned i = 1; i < l->blocks.size (); i++)
        {
          unsigned mask = ~0u;
          FOR_EACH_EDGE (e, ei, l->blocks[i]->preds)
            mask &= l->above[number_of (*l, e->src)];
          mask |= 1u << i;
          changed |= mask != l->above[i];
          l->above[i] = mask;
        }
    }
}

std::vector<unsigned>
list_passed (const affine_loop &l)
{
  edge e;
  edge_iterator ei;
  unsigned mask = ~0u;
  FOR_EACH_EDGE (e, ei, l.blocks[0]->preds)
    if (number_of (l, e->src) >= 0)
      mask &= l.above[number_of (l, e->src)];
  std::vector<unsigned> passed;
  for (unsigned i = 0; i < l.blocks.size (); i++)
    if (mask & 1u << i)
      passed.push_back (i);
  std::sort (passed.begin (), passed.end (),
             [&] (unsigned a, unsigned b) { return popcount_hwi (l.above[a]) < popcount_hwi (l.above[b]); });
  return passed;
}
