/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "replay/affine-blocks.h"

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

/* The blocks of the loop in it that this edge goes round: all that leads to its end, up to its header.  false: it
   has another entry. */
static bool
note_inner (affine_loop *l, const_edge back)
{
  edge e;
  edge_iterator ei;
  int header = number_of (*l, back->dest), end = number_of (*l, back->src);
  std::vector<int> left = { end };
  unsigned found = 1u << header | 1u << end;
  while (!left.empty ())
    {
      int at = left.back ();
      left.pop_back ();
      if (at == 0)
        return false;
      if (at != header)
        FOR_EACH_EDGE (e, ei, l->blocks[at]->preds)
          {
            int from = number_of (*l, e->src);
            if (!(found & 1u << from))
              left.push_back (from);
            found |= 1u << from;
          }
    }
  l->inner |= found;
  return true;
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
          else if (e->flags & EDGE_COMPLEX || (to > 0 && e->flags & EDGE_DFS_BACK && !note_inner (l, e)))
            return false;
        }
    }
  for (edge in : l->entries)
    if (!is_plain (in))
      return false;
  for (const way_out &out : l->exits)
    if (!is_plain (out.edge))
      return false;
  /* One without an end has no place where its accesses could be recorded, and would never be left. */
  return !l->exits.empty () && LABEL_P (BB_HEAD (l->blocks[0]));
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
    if (mask & ~l.inner & 1u << i)
      passed.push_back (i);
  std::sort (passed.begin (), passed.end (),
             [&] (unsigned a, unsigned b) { return popcount_hwi (l.above[a]) < popcount_hwi (l.above[b]); });
  return passed;
}
