/* SPDX-License-Identifier: GPL-3.0-or-later
 * Building the third copy of a loop, and the edges that lead to it. */
#include "leave.h"
#include "count.h"
#include "emit.h"
#include "leave-where.h"
#include "loops.h"
#include "marker.h"
#include "report.h"
#include "site.h"

static const char at_latch[] = "latch", at_call[] = "call";

/* Blocks of a target in a copy that gets two versions more there, and of the
   function around it: GCC is more than linear in both.  A function that was small may
   grow to as many as it likes up to FEW_AROUND, then to so many times its own. */
static const unsigned MOST_BLOCKS = 64, MOST_AROUND = 2048, FEW_AROUND = 512, MOST_GROWTH = 4;

/* The function has more blocks than these: copies are shared, and are not chosen from. */
static unsigned crowd;

void
note_size (function *fun)
{
  unsigned own = n_basic_blocks_for_fn (fun);
  crowd = MIN (MOST_AROUND, MAX (FEW_AROUND, own * MOST_GROWTH));
}

static bool
is_crowded (void)
{
  return (unsigned) n_basic_blocks_for_fn (cfun) > crowd;
}

/* A target's loop in the copy. */
struct counted_loop
{
  class loop *loop;             /* NULL: gone there */
  std::string text;
  std::vector<gimple *> bodies, entries;
  edge entry;                   /* NULL: it is the copy's outermost, which has none */
  count_plan plan;
  tree n;                       /* what counts, NULL_TREE: none */
  bool chosen;                  /* it will have versions of its own, and stays marked */
};

/* ---- the copy */

static std::vector<marker>
markers_inside (class loop *l)
{
  std::vector<marker> list;
  for (const marker &m : list_markers (cfun))
    if (flow_bb_inside_loop_p (l, gimple_bb (m.stmt)))
      list.push_back (m);
  return list;
}

/* Samples in a copy that have copies again go no deeper. */
static bool is_in_copy;

static bool
is_worth_choice (const marked_loop &l)
{
  bool worth = l.loop->num_nodes <= MOST_BLOCKS && !is_crowded ();
  if (!worth && !is_in_copy)
    report_without_choice (l.where, function_name (cfun));
  return !is_in_copy && worth;
}

static std::vector<counted_loop>
list_counted (class loop *copy, const std::vector<std::string> &texts,
              const std::vector<marker> &markers)
{
  std::vector<counted_loop> list;
  for (const std::string &text : texts)
    list.push_back ({ copy, text, own_bodies (copy, text, markers), {}, NULL,
                      plan_copy_count (copy), NULL_TREE, false });
  for (const marked_loop &l : find_marked_loops (markers))
    if (l.loop)
      list.push_back ({ l.loop, l.text, own_bodies (l.loop, l.text, markers), l.entries,
                        loop_preheader_edge (l.loop), plan_copy_count (l.loop), NULL_TREE,
                        is_worth_choice (l) });
    else
      list.push_back ({ NULL, l.text, {}, l.entries, NULL, {}, NULL_TREE, false });
  return list;
}

/* Count what is counted in the copy, which traces nothing of the instance that
   was left. */
static void
lower_untraced (std::vector<counted_loop> *list, const std::vector<marker> &markers)
{
  std::set<gimple *> used;
  for (counted_loop &c : *list)
    {
      const site_decls &site = get_site_decls (c.text);
      used.insert (c.bodies.begin (), c.bodies.end ());
      if (c.chosen)
        continue;
      for (gimple *entry : c.entries)
        {
          gimple_seq seq = NULL;
          if (!c.loop)
            emit_countdown_and_skip (&seq, site);
          replace_marker (entry, seq);
        }
      if (c.entry)
        {
          gimple_seq seq = NULL;
          emit_countdown_and_skip (&seq, site);
          gsi_insert_seq_on_edge (c.entry, seq);
        }
      if (c.loop)
        c.n = count_loop (c.loop, c.entry, site, c.plan, NULL_TREE, c.bodies);
    }
  for (const marker &m : markers)
    if (m.kind == MARK_BODY && !used.count (m.stmt))
      {
        gimple_seq seq = NULL;
        emit_cost (&seq, get_site_decls (m.text).hot, build_one_cst (long_unsigned_type_node));
        replace_marker (m.stmt, seq);
      }
}

/* ---- the ways */

/* At the end of `from', which has one successor: if (POLL) goto out. */
static edge
append_poll (basic_block from, basic_block out, const char *text)
{
  tree asked = make_ssa_name (unsigned_type_node);
  edge on = single_succ_edge (from);
  append (from, build_value_marker (MARK_POLL, text, { &asked }, {}));
  append (from, gimple_build_cond (NE_EXPR, asked, build_zero_cst (unsigned_type_node), NULL_TREE,
                                   NULL_TREE));
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  on->probability = profile_probability::very_likely ();
  edge leave = make_edge (from, out, EDGE_TRUE_VALUE);
  leave->probability = profile_probability::very_unlikely ();
  return leave;
}

/* A counter as a value that GCC knows nothing of.  Else it takes differences to it for
   those of the iteration before, and keeps one more number in each iteration. */
static tree
hide_counter (basic_block bb, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return value;
  gimple_seq seq = NULL;
  tree hidden = emit_copy (&seq, value);
  append (bb, seq);
  return hidden;
}

/* What follows begins a line of the processor's cache.  The copy lies among code that is
   never executed, where GCC aligns no loop, and a short one that crosses a line's end is
   a tenth slower. */
static void
align_here (basic_block bb)
{
  gimple_seq seq = NULL;
  emit_line_start (&seq);
  append (bb, seq);
}

/* A new block that the traced loop goes to from the end of an iteration if it is to be
   left.  It has no successor yet. */
static basic_block
add_out (class loop *from)
{
  basic_block test = split_edge (loop_latch_edge (from));
  split_edge (single_succ_edge (test));
  basic_block out = create_empty_bb (test);
  add_bb_to_loop (out, loop_outer (from));
  set_immediate_dominator (CDI_DOMINATORS, out, test);
  out->count = profile_count::zero ();
  rescan_loop_exit (append_poll (test, out, at_latch), true, false);
  return out;
}

/* From the traced loop's next iteration to the same one of the copy, which begins at
   `to'.  Result: the block between them. */
static basic_block
connect (class loop *from, basic_block to, bool align)
{
  std::set<gphi *> counters = optimize ? counters_of (from) : std::set<gphi *> ();
  basic_block out = add_out (from);
  edge back = loop_latch_edge (from), in = make_single_succ_edge (out, to, EDGE_FALLTHRU);
  gphi_iterator p = gsi_start_phis (from->header), q = gsi_start_phis (to);
  for (; !gsi_end_p (p); gsi_next (&p), gsi_next (&q))
    {
      tree value = PHI_ARG_DEF_FROM_EDGE (p.phi (), back);
      add_phi_arg (q.phi (), counters.count (p.phi ()) ? hide_counter (out, value) : value, in,
                   UNKNOWN_LOCATION);
    }
  if (align && optimize && !optimize_size)
    align_here (out);
  return out;
}

/* From the traced loop's next iteration to the same one of the original, which gets a
   second way in before its header.  Its header and what that has stay what they are. */
static void
connect_back (class loop *from, class loop *original)
{
  basic_block front = split_edge (loop_preheader_edge (original)), out = add_out (from);
  edge straight = single_pred_edge (front), on = single_succ_edge (front);
  edge back = make_single_succ_edge (out, front, EDGE_FALLTHRU);
  set_immediate_dominator (CDI_DOMINATORS, front, nearest_common_dominator (CDI_DOMINATORS, straight->src, out));
  gphi_iterator p = gsi_start_phis (from->header), q = gsi_start_phis (original->header);
  for (; !gsi_end_p (p); gsi_next (&p), gsi_next (&q))
    {
      tree first = PHI_ARG_DEF_FROM_EDGE (q.phi (), on);
      tree resumed = PHI_ARG_DEF_FROM_EDGE (p.phi (), loop_latch_edge (from));
      tree merged = copy_ssa_name (gimple_phi_result (q.phi ()));
      gphi *phi = create_phi_node (merged, front);
      add_phi_arg (phi, first, straight, UNKNOWN_LOCATION);
      add_phi_arg (phi, resumed, back, UNKNOWN_LOCATION);
      SET_PHI_ARG_DEF (q.phi (), on->dest_idx, merged);
    }
}

/* The copy is not entered where the traced loop is. */
static void
close_front (basic_block preheader)
{
  basic_block choice = single_pred (preheader);
  gimple_stmt_iterator g = gsi_last_bb (choice);
  gsi_remove (&g, true);
  delete_basic_block (preheader);
  edge on = single_succ_edge (choice);
  on->flags = (on->flags & ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)) | EDGE_FALLTHRU;
  on->probability = profile_probability::always ();
}

/* A loop of a traced nest that can be left, and where the copy goes on. */
struct way
{
  class loop *from;
  basic_block to;
};

/* A copy as another version, never chosen; NULL: GCC cannot.  What runs for long
   goes on in it, so it is optimised like the original.  seldom: that will end soon.
   Where the ways lead to is filled in. */
static class loop *
copy_loop (class loop *l, bool seldom, std::vector<way> *ways)
{
  basic_block choice;
  profile_probability always = profile_probability::always ();
  initialize_original_copy_tables ();
  class loop *copy = loop_version (l, boolean_true_node, &choice, always,
                                   profile_probability::never (), always, always, true);
  if (copy)
    for (way &w : *ways)
      w.to = w.from == l ? copy->header : get_bb_copy (w.from->header);
  free_original_copy_tables ();
  if (copy && seldom)
    make_cold (copy);
  return copy;
}

static std::vector<class loop *>
loops_in (class loop *l)
{
  std::vector<class loop *> list;
  for (class loop *inner = l->inner; inner; inner = inner->next)
    list.push_back (inner);
  return list;
}

/* Targets inside the copy that are as they are in the original: an instance of one
   may be sampled again. */
static void
choose_in_copy (class loop *copy, const choice_maker &choose)
{
  is_in_copy = true;
  for (;;)
    {
      std::vector<marker> markers = markers_inside (copy);
      marked_loop next;
      if (!find_next_loop (markers, &next) || is_crowded ())
        {
          std::vector<counted_loop> rest = list_counted (copy, {}, markers);
          lower_untraced (&rest, markers);
          repair_later ();
          break;
        }
      choose (next);
    }
  is_in_copy = false;
}

/* A traced nest, and what is known of its loops before anything is copied. */
struct nest
{
  std::map<class loop *, std::vector<std::string>> texts;       /* of targets */
  std::set<class loop *> worth;                                 /* leaving */
  std::vector<class loop *> chosen;                             /* copies with targets that have a choice */
  bool in_callee;                                               /* all of a function is traced */
  bool copied;                                                  /* something has been */
};

static void
look_at (class loop *l, nest *n)
{
  if (is_worth_leaving (l))
    n->worth.insert (l);
  for (class loop *inner : loops_in (l))
    look_at (inner, n);
}

static bool
has_target_inside (class loop *l, const nest &n)
{
  for (class loop *inner : loops_in (l))
    if (n.texts.count (inner) || has_target_inside (inner, n))
      return true;
  return false;
}

/* The ways out of a loop and, if the copy is shared, of those in it. */
static void
list_ways (class loop *l, bool shared, const nest &n, std::vector<way> *ways)
{
  if (n.worth.count (l))
    ways->push_back ({ l, NULL });
  for (class loop *inner : loops_in (l))
    if (shared)
      list_ways (inner, true, n, ways);
}

/* SSA form is left to be updated: by one for the nest, since each takes as long as the
   function is large. */
static void
leave_one (class loop *l, bool seldom, bool shared, nest *n)
{
  std::vector<way> ways;
  list_ways (l, shared, *n, &ways);
  class loop *copy = copy_loop (l, seldom, &ways);
  if (!copy)
    return;
  n->copied = true;
  std::vector<marker> markers = markers_inside (copy);
  std::vector<counted_loop> counted = list_counted (copy, n->texts[l], markers);
  basic_block front = loop_preheader_edge (copy)->src;
  std::vector<basic_block> outs;
  for (const way &w : ways)
    outs.push_back (connect (w.from, w.to, !w.from->inner));
  close_front (front);
  recompute_dominators ();

  lower_untraced (&counted, markers);
  for (const counted_loop &c : counted)
    for (size_t i = 0; i < ways.size (); i++)
      if (c.n && flow_bb_inside_loop_p (c.loop, ways[i].to))
        append (outs[i], gimple_build_assign (c.n, build_zero_cst (TREE_TYPE (c.n))));
  if (ways.size () > 1)
    repair_ssa ();              /* what is entered in its middle is no loop any more */
  if (std::any_of (counted.begin (), counted.end (),
                   [] (const counted_loop &c) { return c.chosen; }))
    n->chosen.push_back (copy);
}

static void
leave_nest (class loop *l, bool seldom, nest *n)
{
  bool worth = n->worth.count (l);
  bool shared = worth && (is_crowded () || (n->in_callee && !has_target_inside (l, *n)));
  if (worth)
    leave_one (l, seldom, shared, n);
  if (!shared)
    for (class loop *inner : loops_in (l))
      leave_nest (inner, seldom || worth, n);
}

static void
leave_all (const std::vector<class loop *> &outermost, bool seldom, nest *n, const choice_maker &choose)
{
  for (class loop *l : outermost)
    look_at (l, n);
  for (class loop *l : outermost)
    leave_nest (l, seldom, n);
  if (n->copied)
    {
      repair_later ();
      update_names ();
    }
  for (class loop *copy : n->chosen)
    choose_in_copy (copy, choose);
}

void
add_way_out (class loop *clone, class loop *original, const std::string &text,
             const choice_maker &choose)
{
  nest n = {};
  for (const marked_loop &m : find_marked_loops (markers_inside (clone)))
    n.texts[m.loop].push_back (m.text);
  n.texts[clone] = { text };
  if (original)
    {
      connect_back (clone, original);
      leave_all (loops_in (clone), true, &n, choose);
    }
  else
    leave_all ({ clone }, false, &n, choose);
}

void
add_ways_out (function *fun, const choice_maker &choose)
{
  nest n = {};
  n.in_callee = true;
  for (const marked_loop &m : find_marked_loops (list_markers (cfun)))
    n.texts[m.loop].push_back (m.text);
  leave_all (loops_in (loops_for_fn (fun)->tree_root), false, &n, choose);
}

void
stay_in (class loop *l)
{
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g); gsi_next (&g))
      if (marker_of (gsi_stmt (g), NULL) == MARK_POLL)
        {
          tree asked = marker_output (gsi_stmt (g), 0);
          gimple *no = gimple_build_assign (asked, build_zero_cst (TREE_TYPE (asked)));
          unlink_stmt_vdef (gsi_stmt (g));
          gsi_replace (&g, no, false);
        }
  free (body);
}

bool
is_way_out (edge e)
{
  if (!(e->flags & EDGE_TRUE_VALUE))
    return false;
  gimple_stmt_iterator g = gsi_last_nondebug_bb (e->src);
  gsi_prev_nondebug (&g);
  return !gsi_end_p (g) && marker_of (gsi_stmt (g), NULL) == MARK_POLL;
}

/* ---- recursions */

void
append_handover (basic_block from, basic_block call)
{
  append_poll (from, call, at_call);
}

std::set<basic_block>
handover_blocks (function *fun)
{
  std::set<basic_block> set;
  std::vector<basic_block> first;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      {
        std::string text;
        edge yes, no;
        if (marker_of (gsi_stmt (g), &text) == MARK_POLL && text == at_call
            && EDGE_COUNT (bb->succs) == 2)
          {
            extract_true_false_edges_from_block (bb, &yes, &no);
            if (single_pred_p (yes->dest))
              first.push_back (yes->dest);
          }
      }
  for (basic_block f : first)
    FOR_EACH_BB_FN (bb, fun)
      if (dominated_by_p (CDI_DOMINATORS, bb, f))
        set.insert (bb);
  return set;
}
