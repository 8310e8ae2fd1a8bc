/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Regions are carried along the edges.  Where different ones meet, as at a landing pad, the region is unknown as of
 * that block; it is left again where a loop is opened, and comes back where that is closed. */
#include "inhouse/running-loop.h"

static int
unknown_at (basic_block bb)
{
  return -1 - bb->index;
}

int
loop_regions::behind (gimple *stmt, int region) const
{
  auto open = opened.find (stmt);
  if (open != opened.end ())
    return open->second;
  switch (marker_of (stmt, NULL))
    {
    case MARK_CLOSE:
      return region > 0 ? up[region] : unknown_at (gimple_bb (stmt));
    case MARK_AT:
      return unknown_at (gimple_bb (stmt));
    default:
      return region;
    }
}

/* Does that change what is known of the block? */
bool
loop_regions::enter (basic_block bb, int region, std::vector<bool> *reached)
{
  int before = begin[bb->index];
  if (!(*reached)[bb->index])
    begin[bb->index] = region;
  else if (before != region)
    begin[bb->index] = unknown_at (bb);
  bool changed = !(*reached)[bb->index] || begin[bb->index] != before;
  (*reached)[bb->index] = true;
  return changed;
}

/* false: where a loop is opened another region was around it before. */
bool
loop_regions::pass (basic_block bb, int *region)
{
  bool same = true;
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      int next = behind (gsi_stmt (g), *region);
      if (opened.count (gsi_stmt (g)))
        {
          same &= up[next] == *region;
          up[next] = *region;
        }
      *region = next;
    }
  return same;
}

loop_regions::loop_regions (function *fun)
{
  for (const marker &m : list_inhouse_markers (fun))
    if (m.kind == MARK_OPEN)
      {
        int number = opened.size () + 1;
        opened[m.stmt] = number;
      }
  if (opened.empty ())
    return;
  up.assign (opened.size () + 1, 0);
  begin.assign (last_basic_block_for_fn (fun), 0);
  std::vector<bool> reached (begin.size (), false);
  std::vector<basic_block> todo (1, ENTRY_BLOCK_PTR_FOR_FN (fun));
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      int region = begin[bb->index];
      if (!pass (bb, &region))
        for (basic_block b = ENTRY_BLOCK_PTR_FOR_FN (fun)->next_bb; b; b = b->next_bb)
          if (reached[b->index])
            todo.push_back (b);         /* what is behind its end has another region now */
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
        if (enter (e->dest, region, &reached))
          todo.push_back (e->dest);
    }
}

bool
loop_regions::is_inside (int inner, int outer) const
{
  while (inner != outer && inner > 0)
    inner = up[inner];
  return inner == outer;
}
