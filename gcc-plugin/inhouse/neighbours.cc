/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run of accesses of a block, all reads or all writes, with no call or asm between them: in which order their cells
 * are told does not matter.  Those of one origin are told at the first of them. */
#include "inhouse/neighbours.h"
#include "options.h"

#define LARGEST 64              /* bytes of an access that is joined with others */

static bool
can_be_joined (const memory_use &u)
{
  return options.ranges && !u.behind && u.size <= LARGEST && !(u.write && options.trms)
         && (TREE_CODE (u.origin) == SSA_NAME || DECL_P (u.origin));
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
  use_group g = { uses[0], NULL, {} };
  for (const memory_use *u : uses)
    if (u->align >= options.cell && uses.size () > 1 && (!g.aligned || u->at < g.aligned->at))
      g.aligned = u;
  if (!g.aligned)
    return g;
  std::set<HOST_WIDE_INT> cells;
  int shift = exact_log2 (options.cell);
  for (const memory_use *u : uses)
    for (HOST_WIDE_INT c = (u->at - g.aligned->at) >> shift; c <= (u->at + u->size - 1 - g.aligned->at) >> shift; c++)
      cells.insert (c);
  g.cells.assign (cells.begin (), cells.end ());
  return g;
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
            return can_be_joined (u) && can_be_joined (*list[0]) && same_origin (u, *list[0]);
          });
          if (same == run.end ())
            run.push_back ({ &u });
          else
            same->push_back (&u);
        }
      for (const auto &list : run)
        {
          use_group g = group_of (list);
          if (g.aligned)
            groups.push_back (g);
          else
            for (const memory_use *u : list)
              groups.push_back ({ u, NULL, {} });
        }
    }
  return groups;
}
