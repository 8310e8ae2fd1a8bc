/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     switch (n % 4)                          region           the blocks that lie on a way from BODY (T) back to it
 *       {                                     START (T)        on each edge into it
 *       case 0: do { BODY (T); a ();          BODY (T)         besides, where that leads into the body's middle
 *       case 3:      b ();                    LEFT (T)         on each edge out of it
 *       case 2:      c ();
 *                  } while (--n > 0);
 *       }
 *
 * GCC has no loops there.  A way around a loop that has one entry counts as none: there, the outer loop goes on.  So do
 * the BODY of a target whose loop is around this one, which that has several entries itself. */
#include "mark/several-entries.h"
#include "mark/loop-of-marker.h"
#include "site/target-warnings.h"

typedef std::set<basic_block> blocks;

struct entered_loop
{
  std::string text;
  location_t where;
  blocks region, bodies;
  blocks before;                /* from its ENTRY to the region */
};

static blocks
blocks_with (marker_kind kind, const std::string &text, const std::vector<marker> &all)
{
  blocks list;
  for (const marker &m : all)
    if (m.kind == kind && m.text == text)
      list.insert (gimple_bb (m.stmt));
  return list;
}

/* Have they a block in common? */
static bool
meets (const blocks &a, const blocks &b)
{
  return std::any_of (a.begin (), a.end (), [&] (basic_block bb) { return b.count (bb) != 0; });
}

bool
is_entered_otherwise (const std::string &text, const std::vector<marker> &all)
{
  blocks entries = blocks_with (MARK_ENTRY, text, all);
  for (basic_block body : blocks_with (MARK_BODY, text, all))
    if (std::none_of (entries.begin (), entries.end (),
                      [&] (basic_block e) { return dominated_by_p (CDI_DOMINATORS, body, e); }))
      return true;
  return false;
}

/* The smallest loop that is around a target: its ENTRY is in it, too.  What has none is in that of its BODY. */
static class loop *
loop_around (basic_block body, const blocks &entries)
{
  class loop *l = body->loop_father;
  auto has_entry = [&] { return std::any_of (entries.begin (), entries.end (), [&] (basic_block e) {
    return flow_bb_inside_loop_p (l, e);
  }); };
  while (!entries.empty () && loop_outer (l) && !has_entry ())
    l = loop_outer (l);
  return l;
}

/* The blocks that control comes by from `start' (forward: from there on; else to there), inside that loop, without
   going on with it, and not through those. */
static blocks
reach (basic_block start, bool forward, class loop *around, const blocks &closed)
{
  blocks seen;
  std::vector<basic_block> work = { start };
  while (!work.empty ())
    {
      basic_block bb = work.back ();
      edge e;
      edge_iterator ei;
      work.pop_back ();
      FOR_EACH_EDGE (e, ei, forward ? bb->succs : bb->preds)
        {
          basic_block next = forward ? e->dest : e->src;
          if (e->dest == around->header || next->index < NUM_FIXED_BLOCKS || !flow_bb_inside_loop_p (around, next)
              || closed.count (next) || !seen.insert (next).second)
            continue;
          work.push_back (next);
        }
    }
  return seen;
}

/* The blocks from `start' back to it; none: there is no such way. */
static blocks
cycle_of (basic_block start, class loop *around, const blocks &closed)
{
  blocks from = reach (start, true, around, closed), to = reach (start, false, around, closed), both;
  std::set_intersection (from.begin (), from.end (), to.begin (), to.end (), std::inserter (both, both.end ()));
  return both;
}

bool
goes_round (const marker &body, const std::vector<marker> &all)
{
  basic_block bb = gimple_bb (body.stmt);
  return !cycle_of (bb, loop_around (bb, blocks_with (MARK_ENTRY, body.text, all)), {}).empty ();
}

/* The other targets of whose bodies one is in the region, and none of the entries. */
static std::set<std::string>
loops_around (const blocks &region, const std::string &text, const std::vector<marker> &all)
{
  std::set<std::string> list;
  for (const marker &m : all)
    if (m.kind == MARK_BODY && m.text != text && region.count (gimple_bb (m.stmt))
        && !meets (blocks_with (MARK_ENTRY, m.text, all), region))
      list.insert (m.text);
  return list;
}

/* A loop that is entered by jumps only may be one of GCC's, at one place. */
static blocks
region_of_loop (class loop *l)
{
  std::vector<basic_block> list;
  if (loop_outer (l))
    list = blocks_of (l);
  return blocks (list.begin (), list.end ());
}

/* Empty: there is none, or it can't be told from another one. */
static blocks
find_region (const marker &body, const std::vector<marker> &all)
{
  basic_block bb = gimple_bb (body.stmt);
  blocks closed, region, entries = blocks_with (MARK_ENTRY, body.text, all);
  for (;;)
    {
      region = cycle_of (bb, loop_around (bb, entries), closed);
      if (region.empty () && entries.empty ())
        region = region_of_loop (bb->loop_father);
      std::set<std::string> around = loops_around (region, body.text, all);
      if (!meets (entries, region))
        return around.empty () ? region : blocks ();
      size_t before = closed.size ();
      for (const std::string &text : around)
        for (basic_block other : blocks_with (MARK_BODY, text, all))
          closed.insert (other);
      if (closed.size () == before || closed.count (bb))
        return {};
    }
}

/* Can a statement stand on each edge into it, and is it left by what the plugin sees? */
static bool
is_usable (const blocks &region)
{
  edge e;
  edge_iterator ei;
  for (basic_block bb : region)
    FOR_EACH_EDGE (e, ei, bb->preds)
      if (!region.count (e->src) && (e->flags & (EDGE_ABNORMAL | EDGE_EH)))
        return false;
  return std::none_of (region.begin (), region.end (), [] (basic_block bb) {
    gimple_stmt_iterator last = gsi_last_nondebug_bb (bb);
    return !gsi_end_p (last) && computed_goto_p (gsi_stmt (last));
  });
}

static blocks
blocks_before (const blocks &entries, const blocks &region)
{
  blocks seen = entries;
  std::vector<basic_block> work (entries.begin (), entries.end ());
  while (!work.empty ())
    {
      edge e;
      edge_iterator ei;
      basic_block bb = work.back ();
      work.pop_back ();
      FOR_EACH_EDGE (e, ei, bb->succs)
        if (!region.count (e->dest) && seen.insert (e->dest).second)
          work.push_back (e->dest);
    }
  return seen;
}

/* Outer ones first. */
static std::vector<entered_loop>
find_entered_loops (const std::vector<marker> &all)
{
  std::vector<entered_loop> list;
  for (const marker &m : all)
    {
      if (m.kind != MARK_BODY || !is_entered_otherwise (m.text, all))
        continue;
      blocks region = find_region (m, all);
      bool known = std::any_of (list.begin (), list.end (), [&] (const entered_loop &l) { return l.text == m.text; });
      if (!known && !region.empty () && is_usable (region))
        list.push_back ({ m.text, gimple_location (m.stmt), region, blocks_with (MARK_BODY, m.text, all),
                          blocks_before (blocks_with (MARK_ENTRY, m.text, all), region) });
    }
  std::stable_sort (list.begin (), list.end (), [] (const entered_loop &a, const entered_loop &b) {
    return a.region.size () > b.region.size ();
  });
  return list;
}

/* Inner ones end first, and all that end do before others begin. */
static void
mark_edge (edge e, const std::vector<entered_loop> &loops)
{
  gimple_seq seq = NULL;
  for (auto l = loops.rbegin (); l != loops.rend (); l++)
    if (l->region.count (e->src) && !l->region.count (e->dest))
      gimple_seq_add_stmt (&seq, build_marker (l->where, MARK_LEFT, l->text));
  for (const entered_loop &l : loops)
    if (!l.region.count (e->src) && l.region.count (e->dest))
      {
        gimple_seq_add_stmt (&seq, build_marker (l.where, MARK_START, l.text));
        if (!l.before.count (e->src) && !l.bodies.count (e->dest))
          gimple_seq_add_stmt (&seq, build_marker (l.where, MARK_BODY, l.text));
      }
  if (seq)
    gsi_insert_seq_on_edge (e, seq);
}

void
mark_entered_loops (function *fun)
{
  std::vector<marker> all = list_markers (fun);
  std::vector<entered_loop> loops = find_entered_loops (all);
  if (loops.empty ())
    return;
  for (const entered_loop &l : loops)
    for (const marker &m : all)
      if (m.kind == MARK_ENTRY && m.text == l.text)
        remove_marker (m.stmt);
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_EACH_BB_FN (bb, fun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (!(e->flags & EDGE_ABNORMAL))
        mark_edge (e, loops);
  gsi_commit_edge_inserts ();
  recompute_dominators ();
}
