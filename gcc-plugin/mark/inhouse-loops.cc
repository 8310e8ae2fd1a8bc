/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     own_0 = HERE
 *     OPEN (T), own = its activation         on each edge into the loop
 *     for (...) { ... }
 *     CLOSE                                  on each edge out of it, one for each loop that is left
 *     AT (own or own_0)                      first in a block that exceptions lead to, behind setjmp, at a label of a
 *                                            computed goto that leaves a loop
 *
 * Loops are the natural ones, of one header whatever number of edges leads back to it; GCC's own structures take some
 * for several.  A way that longjmp or a jump out of a nested function may take makes no loop, and ends none.  Inlining
 * copies the variables with the code. */
#include "mark/inhouse-loops.h"
#include "mark/loop-of-marker.h"
#include "mark/choose-targets.h"
#include "mark/spec-matches.h"
#include "mark/natural-loops.h"
#include "options.h"
#include "site/site.h"

struct opened_loop
{
  const natural_loop *loop;
  std::string text;             /* of its site; empty: it is not marked */
  tree own;                     /* a variable, or NULL_TREE: nobody asks */
};

/* ---- which loops */

static bool
is_for_sampling (const std::string &text)
{
  site s;
  return site_from_text (text, &s) && !(s.flags & SITE_INHOUSE);
}

/* The loop that is marked by this BODY: outside of it stands its ENTRY; what has none is first in its loop. */
static opened_loop *
loop_of_body (const marker &body, const std::vector<marker> &all, std::vector<opened_loop> *loops)
{
  opened_loop *found = NULL;
  bool has_entry = false;
  for (const marker &m : all)
    has_entry |= m.kind == MARK_ENTRY && m.text == body.text;
  for (opened_loop &l : *loops)
    {
      bool around = l.loop->contains (gimple_bb (body.stmt));
      for (const marker &m : all)
        around &= !(m.kind == MARK_ENTRY && m.text == body.text && l.loop->contains (gimple_bb (m.stmt)));
      if (around && (!found || (l.loop->size () > found->loop->size ()) == has_entry))
        found = &l;
    }
  return found;
}

static std::string
text_of_unmarked (function *fun, const natural_loop &l)
{
  location_t where = DECL_SOURCE_LOCATION (fun->decl);
  for (gimple_stmt_iterator g = gsi_start_bb (l.header ()); !gsi_end_p (g); gsi_next (&g))
    if (!is_gimple_debug (gsi_stmt (g)) && gimple_has_location (gsi_stmt (g)))
      {
        where = gimple_location (gsi_stmt (g));
        break;
      }
  return site_of_inhouse_loop (fun->decl, where);
}

/* What the report calls it: as its mark does, else FUNCTION:LINE, and the column where the line has several. */
static std::string
routine_name (function *fun, const site &s, const std::multiset<unsigned> &lines)
{
  std::string plain = plain_name (fun->decl);
  if (s.name != plain && s.name.compare (0, plain.size () + 1, plain + "#"))
    return s.name;
  std::string name = s.function + ":" + std::to_string (s.line);
  return lines.count (s.line) > 1 ? name + ":" + std::to_string (s.column) : name;
}

static void
name_loops (function *fun, std::vector<opened_loop> *loops)
{
  std::multiset<unsigned> lines;
  std::set<std::string> texts;
  std::vector<site> sites (loops->size ());
  for (size_t i = 0; i < loops->size (); i++)
    {
      site_from_text ((*loops)[i].text, &sites[i]);
      if (texts.insert ((*loops)[i].text).second)
        lines.insert (sites[i].line);
    }
  for (size_t i = 0; i < loops->size (); i++)
    {
      sites[i].name = routine_name (fun, sites[i], lines);
      (*loops)[i].text = site_to_text (sites[i]);
    }
}

static std::vector<opened_loop>
choose_loops (function *fun, const std::vector<natural_loop> &all)
{
  std::vector<opened_loop> loops, chosen;
  bool every = options.inhouse_loops
               && !lookup_attribute ("no_instrument_function", DECL_ATTRIBUTES (fun->decl));
  for (const natural_loop &l : all)
    if (l.can_be_entered ())
      loops.push_back ({ &l, "", NULL_TREE });
  std::vector<marker> marks = list_markers (fun);
  for (const marker &m : marks)
    if (m.kind == MARK_BODY || m.kind == MARK_ORPHAN_BODY)
      {
        opened_loop *l = loop_of_body (m, marks, &loops);
        if (l && (l->text.empty () || (!is_for_sampling (l->text) && is_for_sampling (m.text))))
          l->text = m.text;
      }
  for (opened_loop &l : loops)
    {
      if (l.text.empty () && every)
        l.text = text_of_unmarked (fun, *l.loop);
      if (!l.text.empty ())
        chosen.push_back (l);
    }
  name_loops (fun, &chosen);
  return chosen;
}

/* ---- markers */

struct opening
{
  std::vector<opened_loop> loops;
  tree own;                     /* of the function */
};

static tree *
own_at (opening *o, basic_block bb)
{
  opened_loop *found = NULL;
  for (opened_loop &l : o->loops)
    if (l.loop->contains (bb) && (!found || l.loop->size () < found->loop->size ()))
      found = &l;
  return found ? &found->own : &o->own;
}

static gimple_seq
put_at (opening *o, basic_block bb)
{
  gimple_seq seq = NULL;
  tree *own = own_at (o, bb), value = make_ssa_name (ptr_type_node);
  if (!*own)
    *own = create_tmp_reg (ptr_type_node, "algoprof_own");
  gimple_seq_add_stmt (&seq, gimple_build_assign (value, *own));
  gimple_seq_add_stmt (&seq, build_value_marker (MARK_AT, "", {}, { value }));
  return seq;
}

/* A computed goto that stays in its loops needs no AT; exceptions may come from loops of what is inlined. */
static bool
may_leave_loops (const opening &o, edge e)
{
  if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL)))
    return false;
  if ((e->flags & EDGE_EH) || is_way_back (e))
    return true;
  return std::any_of (o.loops.begin (), o.loops.end (), [&] (const opened_loop &l) {
    return l.loop->contains (e->src) && !l.loop->contains (e->dest);
  });
}

static gcall *
call_that_returns_twice (basic_block bb)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    if (is_gimple_call (gsi_stmt (g)) && (gimple_call_flags (gsi_stmt (g)) & ECF_RETURNS_TWICE))
      return as_a<gcall *> (gsi_stmt (g));
  return NULL;
}

/* Does an exception go on from there, and nothing is done?  GCC drops such a landing, and a call with the attribute musttail
   may be a jump only then. */
static bool
does_nothing (basic_block bb)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      gimple *s = gsi_stmt (g);
      if (gimple_code (s) != GIMPLE_LABEL && !is_gimple_debug (s) && !gimple_clobber_p (s))
        return gimple_code (s) == GIMPLE_RESX;
    }
  return false;
}

static void
put_at_landing (opening *o, basic_block bb)
{
  if (does_nothing (bb))
    return;
  if (gcall *call = call_that_returns_twice (bb))
    {
      edge on = stmt_ends_bb_p (call) ? find_fallthru_edge (bb->succs) : NULL;
      gimple_stmt_iterator g = gsi_for_stmt (call);
      if (on)
        gsi_insert_seq_on_edge (on, put_at (o, on->dest));
      else
        gsi_insert_seq_after (&g, put_at (o, bb), GSI_SAME_STMT);
      return;
    }
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (may_leave_loops (*o, e))
      {
        gimple_stmt_iterator g = gsi_after_labels (bb);
        gsi_insert_seq_before (&g, put_at (o, bb), GSI_SAME_STMT);
        return;
      }
}

static gimple_seq
put_value (marker_kind kind, const std::string &text, tree variable)
{
  gimple_seq seq = NULL;
  tree value = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (&seq, build_value_marker (kind, text, { &value }, {}));
  if (variable)
    gimple_seq_add_stmt (&seq, gimple_build_assign (variable, value));
  return seq;
}

static void
put_on_edge (const opening &o, edge e)
{
  gimple_seq seq = NULL;
  if (e->flags & (EDGE_EH | EDGE_ABNORMAL))
    return;
  for (const opened_loop &l : o.loops)
    if (l.loop->contains (e->src) && !l.loop->contains (e->dest))
      gimple_seq_add_stmt (&seq, build_value_marker (MARK_CLOSE, "", {}, {}));
  for (const opened_loop &l : o.loops)
    if (!l.loop->contains (e->src) && l.loop->header () == e->dest)
      gimple_seq_add_seq (&seq, put_value (MARK_OPEN, l.text, l.own));
  if (seq)
    gsi_insert_seq_on_edge (e, seq);
}

static void
put_markers (function *fun, opening *o)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  edge first = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun));
  std::vector<edge> edges;
  FOR_EACH_BB_FN (bb, fun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      edges.push_back (e);
  FOR_EACH_BB_FN (bb, fun)
    put_at_landing (o, bb);
  if (o->own)
    gsi_insert_seq_on_edge (first, put_value (MARK_HERE, "", o->own));
  put_on_edge (*o, first);
  for (edge each : edges)
    put_on_edge (*o, each);
  gsi_commit_edge_inserts ();
}

/* ---- */

void
drop_inhouse_marks (function *fun)
{
  for (const marker &m : list_markers (fun))
    if (!is_for_sampling (m.text))
      remove_marker (m.stmt);
}

void
open_inhouse_loops (function *fun)
{
  if (options.inhouse && (options.inhouse_loops || any_loop_is_marked ()))
    {
      std::vector<natural_loop> all = find_natural_loops (fun);
      opening o = { choose_loops (fun, all), NULL_TREE };
      put_markers (fun, &o);
      mark_virtual_operands_for_renaming (fun);
      update_ssa (TODO_update_ssa);
      free_dominance_info (CDI_DOMINATORS);
      if (loops_for_fn (fun))
        loops_state_set (LOOPS_NEED_FIXUP);
    }
  drop_inhouse_marks (fun);
}
