/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counters lie on the edges outside of a spanning tree (Knuth 1973; Ball and Larus 1994), which is one of large
 * weight: an activation takes few of them.  The tree has the edge from the exit to the entry, and all edges that
 * nothing can be put on (exceptions, computed jumps).  Each block has a potential phi, along an edge u to v of the tree
 *     phi (v) = phi (u) + weight (v)
 * and another edge u to v adds weight (v) + phi (u) - phi (v).  So at each moment the blocks executed are the
 * variable + phi of the running block: at the exit, the variable. */
#include "inhouse/count-blocks.h"

static bool
is_fixed (edge e)
{
  return (e->flags & (EDGE_ABNORMAL | EDGE_EH)) != 0;
}

struct spanning_tree
{
  std::vector<int> up;                                  /* union-find */
  std::vector<std::vector<std::pair<int, long>>> next;  /* along the tree: to, difference of phi */
};

static int
root_of (spanning_tree *t, int i)
{
  while (t->up[i] != i)
    i = t->up[i] = t->up[t->up[i]];
  return i;
}

/* false: that would be a circle. */
static bool
join (spanning_tree *t, int u, int v, long weight)
{
  int a = root_of (t, u), b = root_of (t, v);
  if (a == b)
    return false;
  t->up[a] = b;
  t->next[u].push_back ({ v, weight });
  t->next[v].push_back ({ u, -weight });
  return true;
}

static long
weight_of (int block)
{
  return block >= NUM_FIXED_BLOCKS;
}

static std::vector<edge>
edges_by_weight (function *fun)
{
  std::vector<edge> edges;
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_BB_BETWEEN (bb, ENTRY_BLOCK_PTR_FOR_FN (fun), EXIT_BLOCK_PTR_FOR_FN (fun), next_bb)
    FOR_EACH_EDGE (e, ei, bb->succs)
      edges.push_back (e);
  auto frequency = [&] (edge e) {
    profile_count count = e->count ();
    return count.initialized_p () ? count.to_frequency (fun) : 0;
  };
  std::stable_sort (edges.begin (), edges.end (), [&] (edge a, edge b) {
    return is_fixed (a) != is_fixed (b) ? is_fixed (a) : frequency (a) > frequency (b);
  });
  return edges;
}

static std::vector<long>
potentials (const spanning_tree &t)
{
  std::vector<long> phi (t.next.size (), 0);
  std::vector<bool> seen (t.next.size (), false);
  std::vector<int> todo;
  for (size_t r = phi.size (); r-- > 0;)
    todo.push_back (r);                         /* the entry's is 0, and taken first */
  while (!todo.empty ())
    {
      int u = todo.back ();
      todo.pop_back ();
      if (seen[u])
        continue;
      seen[u] = true;
      for (const auto &to : t.next[u])
        if (!seen[to.first])
          {
            phi[to.first] = phi[u] + to.second;
            todo.push_back (to.first);
          }
    }
  return phi;
}

block_counts
place_counts (function *fun, bool each)
{
  block_counts c = { each, {}, {}, {} };
  if (each)
    return c;
  spanning_tree t;
  size_t n = last_basic_block_for_fn (fun);
  for (size_t i = 0; i < n; i++)
    t.up.push_back (i);
  t.next.resize (n);
  join (&t, EXIT_BLOCK, ENTRY_BLOCK, 0);
  std::vector<edge> chords;
  for (edge e : edges_by_weight (fun))
    if (!join (&t, e->src->index, e->dest->index, weight_of (e->dest->index)))
      chords.push_back (e);
  std::vector<long> phi = potentials (t);
  for (edge e : chords)
    {
      if (e->dest == EXIT_BLOCK_PTR_FOR_FN (fun))
        continue;                               /* who leaves looks at its own block */
      long add = weight_of (e->dest->index) + phi[e->src->index] - phi[e->dest->index];
      if (add && is_fixed (e))
        return { true, {}, {}, {} };
      if (add)
        c.adds.push_back ({ e, add });
    }
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    c.ahead[bb->index] = phi[bb->index];
  return c;
}

static long
ahead_in (const block_counts &c, int block)
{
  auto ahead = c.ahead.find (block);
  return ahead == c.ahead.end () ? 0 : ahead->second;
}

static tree
put_variable (gimple_seq *seq, const activation &a, long ahead)
{
  tree word = long_unsigned_type_node, t = make_ssa_name (word);
  tree from = a.cost ? a.cost : frame_field (put_running (seq, a), FRAME_COST);
  gimple_seq_add_stmt (seq, gimple_build_assign (t, from));
  if (!ahead)
    return t;
  tree sum = make_ssa_name (word);
  gimple_seq_add_stmt (seq, gimple_build_assign (sum, PLUS_EXPR, t, build_int_cst (word, ahead)));
  return sum;
}

tree
put_count (gimple_seq *seq, const activation &a, const block_counts &c, int block)
{
  return put_variable (seq, a, ahead_in (c, block));
}

tree
put_count_on (gimple_seq *seq, const activation &a, const block_counts &c, edge e)
{
  return put_variable (seq, a, ahead_in (c, e->src->index) + weight_of (e->dest->index));
}

void
put_count_from (gimple_seq *seq, const activation &a, const block_counts &c, int block, tree count)
{
  if (!a.cost)
    return;
  tree t = make_ssa_name (long_unsigned_type_node);
  long less = -ahead_in (c, block);
  gimple_seq_add_stmt (seq, gimple_build_assign (t, PLUS_EXPR, count, build_int_cst (long_unsigned_type_node, less)));
  gimple_seq_add_stmt (seq, gimple_build_assign (a.cost, t));
}

void
put_more_blocks (gimple_seq *seq, const activation &a, tree more)
{
  tree word = long_unsigned_type_node;
  if (a.cost)
    {
      gimple_seq_add_stmt (seq, gimple_build_assign (a.cost, PLUS_EXPR, a.cost, more));
      return;
    }
  tree before = make_ssa_name (word), sum = make_ssa_name (word), frame = put_running (seq, a);
  gimple_seq_add_stmt (seq, gimple_build_assign (before, frame_field (frame, FRAME_COST)));
  gimple_seq_add_stmt (seq, gimple_build_assign (sum, PLUS_EXPR, before, more));
  gimple_seq_add_stmt (seq, gimple_build_assign (frame_field (frame, FRAME_COST), sum));
}

static gimple_seq
put_add (const activation &a, long add)
{
  gimple_seq seq = NULL;
  put_more_blocks (&seq, a, build_int_cst (long_unsigned_type_node, add));
  return seq;
}

void
put_counts (function *fun, const activation &a, const block_counts &c)
{
  for (const auto &add : c.adds)
    gsi_insert_seq_on_edge (add.first, put_add (a, add.second));
  basic_block bb;
  if (c.each)
    FOR_EACH_BB_FN (bb, fun)
      {
        auto behind = c.behind.find (bb->index);
        gimple_stmt_iterator g = behind == c.behind.end () ? gsi_after_labels (bb) : gsi_for_stmt (behind->second);
        if (behind == c.behind.end ())
          gsi_insert_seq_before (&g, put_add (a, 1), GSI_SAME_STMT);
        else
          gsi_insert_seq_after (&g, put_add (a, 1), GSI_SAME_STMT);
      }
}
