/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run of accesses of a block, all reads or all writes, with no call or asm between them: in which order their cells
 * are told does not matter.  Those of one origin are told at the first of them. */
#include "inhouse/joined-accesses.h"
#include "options.h"
#include <algoprof/inhouse_abi.h>

#define LARGEST 64              /* bytes of an access that is joined with others */

static bool
can_be_joined (const memory_use &u)
{
  return options.ranges && !u.behind && u.size <= LARGEST && !(u.write && options.trms);
}

static bool
in_one_run (const memory_use &a, const memory_use &b)
{
  return a.write == b.write && a.part == b.part && a.region == b.region && gimple_bb (a.stmt) == gimple_bb (b.stmt)
         && !a.behind && !b.behind;
}

static use_group
group_of (const std::vector<const memory_use *> &uses)
{
  use_group g = { uses[0], -1, {}, 0, 0, -1, false, -1, NULL_TREE, NULL_TREE };
  for (const memory_use *u : uses)
    if (can_be_joined (*u) && u->edge >= 0)
      g.edge = u->edge;
  if (g.edge < 0)
    return g;
  std::set<HOST_WIDE_INT> cells;
  for (const memory_use *u : uses)
    for (HOST_WIDE_INT c = cell_at (u->at, g.edge); c <= cell_at (u->at + u->size - 1, g.edge); c++)
      cells.insert (c);
  g.cells.assign (cells.begin (), cells.end ());
  if (g.cells.back () - g.cells.front () > ALGOPROF_STAMPS_AROUND)
    g.edge = -1;
  return g;
}

/* ---- where cells begin is not known */

#define LONGEST 256             /* bytes of a group without an edge */

/* Cells that are looked at for so many bytes, wherever they begin. */
static HOST_WIDE_INT
cells_looked_at (HOST_WIDE_INT size)
{
  return (size - 1) / (HOST_WIDE_INT) options.cell + 1 + ((size - 1) % (HOST_WIDE_INT) options.cell != 0);
}

/* Of one origin, with no whole cell between them: their cells are those of all bytes from the first to the last. */
static void
add_cluster (const std::vector<const memory_use *> &uses, HOST_WIDE_INT at, HOST_WIDE_INT size, std::vector<use_group> *groups)
{
  HOST_WIDE_INT singly = 0;
  for (const memory_use *u : uses)
    singly += cells_of (*u);
  if (cells_looked_at (size) >= singly)
    {
      for (const memory_use *u : uses)
        groups->push_back (group_of ({ u }));
      return;
    }
  auto earlier = [] (const memory_use *a, const memory_use *b) { return a < b; };
  use_group g = group_of ({ *std::min_element (uses.begin (), uses.end (), earlier) });
  g.at = at;
  g.size = size;
  groups->push_back (g);
}

static void
add_without_edge (std::vector<const memory_use *> uses, std::vector<use_group> *groups)
{
  std::stable_sort (uses.begin (), uses.end (), [] (const memory_use *a, const memory_use *b) { return a->at < b->at; });
  for (size_t from = 0, to; from < uses.size (); from = to)
    {
      HOST_WIDE_INT at = uses[from]->at, end = at + uses[from]->size;
      for (to = from + 1; to < uses.size () && uses[to]->at - end < (HOST_WIDE_INT) options.cell
                          && uses[to]->at + uses[to]->size - at <= LONGEST; to++)
        end = MAX (end, uses[to]->at + uses[to]->size);
      add_cluster ({ uses.begin () + from, uses.begin () + to }, at, end - at, groups);
    }
}

static bool
has_edge (const memory_use *u)
{
  return u->edge >= 0;
}

std::vector<use_group>
join_neighbours (const std::vector<memory_use> &uses)
{
  std::vector<use_group> groups;
  for (size_t from = 0, to; from < uses.size (); from = to)
    {
      std::vector<std::vector<const memory_use *>> run;
      for (to = from; to < uses.size () && (to == from || in_one_run (uses[from], uses[to])); to++)
        {
          const memory_use &u = uses[to];
          auto same = std::find_if (run.begin (), run.end (), [&] (const std::vector<const memory_use *> &list) {
            return can_be_joined (u) && can_be_joined (*list[0]) && u.origin == list[0]->origin;
          });
          if (same == run.end ())
            run.push_back ({ &u });
          else
            same->push_back (&u);
        }
      for (const auto &list : run)
        {
          use_group g = group_of (list);
          if (g.edge >= 0)
            groups.push_back (g);
          else if (list.size () > 1 && std::none_of (list.begin (), list.end (), has_edge))
            add_without_edge (list, &groups);
          else
            for (const memory_use *u : list)
              groups.push_back (list.size () > 1 ? group_of ({ u }) : g);
        }
    }
  return groups;
}

/* ---- leaders */

typedef std::map<const origin *, std::vector<int>> leader_table;

static bool
can_lead (const use_group &leader, const use_group &g)
{
  HOST_WIDE_INT from = leader.cells.front ();
  return leader.first->origin == g.first->origin && leader.edge == g.edge && g.cells.front () - from >= -ALGOPROF_STAMPS_AROUND
         && g.cells.back () - from <= ALGOPROF_STAMPS_AROUND;
}

static void
walk_block (basic_block bb, const std::map<basic_block, std::vector<int>> &by_block, std::vector<use_group> *groups,
            leader_table *seen)
{
  std::vector<const origin *> added;
  auto here = by_block.find (bb);
  if (here != by_block.end ())
    for (int i : here->second)
      {
        use_group &g = (*groups)[i];
        auto &same = (*seen)[g.first->origin];
        auto found = std::find_if (same.rbegin (), same.rend (), [&] (int l) { return can_lead ((*groups)[l], g); });
        if (found != same.rend ())
          {
            g.leader = *found;
            (*groups)[*found].leads = true;
            continue;
          }
        same.push_back (i);
        added.push_back (g.first->origin);
      }
  for (basic_block son = first_dom_son (CDI_DOMINATORS, bb); son; son = next_dom_son (CDI_DOMINATORS, son))
    walk_block (son, by_block, groups, seen);
  for (const origin *o : added)
    (*seen)[o].pop_back ();
}

void
find_leaders (std::vector<use_group> *groups)
{
  std::map<basic_block, std::vector<int>> by_block;
  for (unsigned i = 0; i < groups->size (); i++)
    if ((*groups)[i].edge >= 0)
      by_block[gimple_bb ((*groups)[i].first->stmt)].push_back (i);
  leader_table seen;
  calculate_dominance_info (CDI_DOMINATORS);
  walk_block (ENTRY_BLOCK_PTR_FOR_FN (cfun), by_block, groups, &seen);
}

/* ---- reads before writes */

#define READS_BEFORE 16         /* groups that are looked at for one */

static bool
reads_cell_of (const use_group &r, const memory_use &u)
{
  if (r.first->write || r.first->behind || r.first->size > LARGEST)
    return false;
  if (r.edge < 0)
    return cells_of (*r.first) == 1 && covers (*r.first, u);
  HOST_WIDE_INT cell = cell_at (u.at, r.edge);
  return r.first->origin == u.origin && cell == cell_at (u.at + u.size - 1, r.edge)
         && std::find (r.cells.begin (), r.cells.end (), cell) != r.cells.end ();
}

void
find_reads_before (std::vector<use_group> *groups)
{
  size_t from = 0;
  for (size_t i = 0; i < groups->size (); i++)
    {
      use_group &g = (*groups)[i];
      const memory_use &u = *g.first, &begin = *(*groups)[from].first;
      if (gimple_bb (begin.stmt) != gimple_bb (u.stmt) || begin.part != u.part)
        from = i;
      if (!options.trms || !u.write || u.behind || cells_of (u) != 1)
        continue;
      for (size_t k = i; k-- > from && i - k <= READS_BEFORE && g.read_before < 0;)
        if (reads_cell_of ((*groups)[k], u))
          g.read_before = k;
    }
}
