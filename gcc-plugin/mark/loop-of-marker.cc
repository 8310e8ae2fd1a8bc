/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An ENTRY marker stands before its loop, with at most the loop's own set-up
 * between them.  Its loop is the nearest one, of those next inside the loop
 * that the marker is in, that holds a BODY of the same target which no other
 * ENTRY inside that loop governs.  (Inlining a function into its own loop, or
 * twice into another, gives markers of one target all over a function.)
 */
#include "mark/loop-of-marker.h"

/* The first marker of this text behind `stmt' in its block. */
static marker_kind
next_marker (gimple *stmt, const std::string &text)
{
  std::string other;
  gimple_stmt_iterator g = gsi_for_stmt (stmt);
  for (gsi_next (&g); !gsi_end_p (g); gsi_next (&g))
    if (marker_kind kind = marker_of (gsi_stmt (g), &other))
      if (other == text)
        return kind;
  return MARK_NONE;
}

static bool
follows_in_block (gimple *first, gimple *second)
{
  for (gimple_stmt_iterator g = gsi_for_stmt (first); !gsi_end_p (g); gsi_next (&g))
    if (gsi_stmt (g) == second)
      return true;
  return false;
}

/* Does an ENTRY inside the loop come before this BODY? */
static bool
governed (const marker &body, class loop *l, const std::vector<marker> &all)
{
  basic_block bb = gimple_bb (body.stmt);
  for (const marker &e : all)
    if (e.kind == MARK_ENTRY && e.text == body.text
        && flow_bb_inside_loop_p (l, gimple_bb (e.stmt))
        && (gimple_bb (e.stmt) == bb ? follows_in_block (e.stmt, body.stmt)
            : dominated_by_p (CDI_DOMINATORS, bb, gimple_bb (e.stmt))))
      return true;
  return false;
}

std::vector<gimple *>
own_bodies (class loop *l, const std::string &text, const std::vector<marker> &all)
{
  std::vector<gimple *> bodies;
  for (const marker &m : all)
    if (m.kind == MARK_BODY && m.text == text && flow_bb_inside_loop_p (l, gimple_bb (m.stmt))
        && !governed (m, l, all))
      bodies.push_back (m.stmt);
  return bodies;
}

/* Walk forward from an ENTRY, inside the loop that it is in, not past another
   ENTRY of the target.  Ends where `stop' is true, with that block; else NULL. */
template <class predicate>
static basic_block
walk_from_entry (gimple *entry, const std::string &text, const std::vector<marker> &all,
                 predicate stop)
{
  basic_block start = gimple_bb (entry);
  class loop *around = start->loop_father;
  std::set<basic_block> other_entries, seen;
  for (const marker &m : all)
    if (m.kind == MARK_ENTRY && m.text == text && m.stmt != entry)
      other_entries.insert (gimple_bb (m.stmt));
  std::vector<basic_block> queue (1, start);
  seen.insert (start);
  for (size_t n = 0; n < queue.size (); n++)
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, queue[n]->succs)
        {
          basic_block b = e->dest;
          if (b == EXIT_BLOCK_PTR_FOR_FN (cfun) || !flow_bb_inside_loop_p (around, b)
              || b == around->header || !seen.insert (b).second)
            continue;
          if (stop (b))
            return b;
          if (!other_entries.count (b))
            queue.push_back (b);
        }
    }
  return NULL;
}

static bool
entry_follows (gimple *entry, const std::string &text)
{
  std::string other;
  gimple_stmt_iterator g = gsi_for_stmt (entry);
  for (gsi_next (&g); !gsi_end_p (g); gsi_next (&g))
    if (marker_of (gsi_stmt (g), &other) == MARK_ENTRY && other == text)
      return true;
  return false;
}

static class loop *
loop_of_entry (const marker &entry, const std::vector<marker> &all)
{
  class loop *around = gimple_bb (entry.stmt)->loop_father;
  /* An ENTRY right behind it: the loop of this one has been folded away. */
  if (entry_follows (entry.stmt, entry.text))
    return NULL;
  basic_block header = walk_from_entry (entry.stmt, entry.text, all, [&] (basic_block b) {
    class loop *l = b->loop_father;
    return l != around && l->header == b && loop_outer (l) == around
           && !own_bodies (l, entry.text, all).empty ();
  });
  return header ? header->loop_father : NULL;
}

bool
never_iterates (const marked_loop &gone, const std::vector<marker> &all)
{
  std::set<basic_block> bodies;
  for (const marker &m : all)
    if (m.kind == MARK_BODY && m.text == gone.text)
      bodies.insert (gimple_bb (m.stmt));
  for (gimple *entry : gone.entries)
    switch (next_marker (entry, gone.text))
      {
      case MARK_ENTRY:
        break;
      case MARK_BODY:
        return false;
      default:
        if (walk_from_entry (entry, gone.text, all,
                             [&] (basic_block b) { return bodies.count (b) != 0; }))
          return false;
      }
  return true;
}

std::vector<marked_loop>
find_marked_loops (const std::vector<marker> &all)
{
  std::vector<marked_loop> loops;
  for (const marker &m : all)
    {
      if (m.kind != MARK_ENTRY)
        continue;
      class loop *l = loop_of_entry (m, all);
      bool known = false;
      for (marked_loop &k : loops)
        if (l && k.loop == l)
          {
            /* Two marks on one loop are one target, the first's. */
            if (k.text == m.text)
              k.entries.push_back (m.stmt);
            known = k.text == m.text;
          }
      if (!known)
        loops.push_back ({ l, m.text, gimple_location (m.stmt), { m.stmt } });
    }
  std::stable_sort (loops.begin (), loops.end (),
                    [] (const marked_loop &a, const marked_loop &b)
                    { return (a.loop ? loop_depth (a.loop) : 0)
                             < (b.loop ? loop_depth (b.loop) : 0); });
  return loops;
}

bool
find_next_loop (const std::vector<marker> &all, marked_loop *next)
{
  for (const marked_loop &l : find_marked_loops (all))
    if (l.loop)
      {
        *next = l;
        return true;
      }
  return false;
}

location_t
loop_location (class loop *l)
{
  for (gimple_stmt_iterator g = gsi_start_bb (l->header); !gsi_end_p (g); gsi_next (&g))
    if (!is_gimple_debug (gsi_stmt (g)) && gimple_has_location (gsi_stmt (g)))
      return gimple_location (gsi_stmt (g));
  return DECL_SOURCE_LOCATION (cfun->decl);
}

void
recompute_dominators (void)
{
  free_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
}

void
repair_ssa (void)
{
  recompute_dominators ();
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  loops_state_set (LOOPS_NEED_FIXUP);
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
}

std::vector<basic_block>
blocks_of (class loop *l)
{
  basic_block *body = get_loop_body (l);
  std::vector<basic_block> list (body, body + l->num_nodes);
  free (body);
  return list;
}

/* With larger steps 64 bits run over while a program runs: 2^56 iterations take months. */
static const unsigned HOST_WIDE_INT LARGEST_STEP = 256;

bool
never_runs_over (tree type, const affine_iv &iv)
{
  return POINTER_TYPE_P (type) || (iv.no_overflow && !TYPE_UNSIGNED (type))
         || (TYPE_PRECISION (type) == 64 && absu_hwi (int_cst_value (iv.step)) <= LARGEST_STEP);
}
