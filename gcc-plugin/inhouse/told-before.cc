/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With trms an access is told again where another thread may have come in between: a thread without data races lets others in only
 * by calls, asm statements and volatile accesses.  A write needs a write before, as to read a cell does not take it.
 *
 * A fact is that certain bytes have been accessed since then.  It is known in a block if it is at the ends of all blocks that
 * lead there.  One whose address has a name that is set in the block is of another address from there on. */
#include "inhouse/told-before.h"
#include "lcm.h"
#include "options.h"
#include "sbitmap.h"

#define MOST_BITS ((size_t) 1 << 25)    /* facts times blocks */
#define MOST_OF_ONE 64                  /* facts of an address that are compared with each other */

struct facts
{
  std::vector<const memory_use *> list;                 /* one of each */
  std::map<const origin *, std::vector<int>> by_origin;
  std::vector<int> of_use;
};

static facts
facts_of (const std::vector<memory_use> &uses)
{
  facts f;
  std::map<std::pair<const origin *, HOST_WIDE_INT>, std::vector<int>> at;
  for (const memory_use &u : uses)
    {
      std::vector<int> &same = at[{ u.origin, u.at }];
      auto found = std::find_if (same.begin (), same.end (), [&] (int i) {
        const memory_use &v = *f.list[i];
        return v.size == u.size && v.write == u.write && v.edge == u.edge;
      });
      f.of_use.push_back (found == same.end () ? (int) f.list.size () : *found);
      if (found != same.end ())
        continue;
      same.push_back (f.list.size ());
      f.by_origin[u.origin].push_back (f.list.size ());
      f.list.push_back (&u);
    }
  return f;
}

/* ---- blocks */

struct telling
{
  const facts *f;
  const std::vector<memory_use> *uses;
  std::map<gimple *, std::vector<unsigned>> of_stmt;
  std::vector<bool> told;
};

static bool
lets_others_in (gimple *s)
{
  return options.trms && (is_gimple_call (s) || gimple_code (s) == GIMPLE_ASM || gimple_has_volatile_ops (s));
}

static bool
tells (const memory_use &before, const memory_use &u)
{
  return (!options.trms || before.write >= u.write) && covers (before, u);
}

/* The access is made, whose fact and lesser ones are known from now on. */
static void
add_known (const telling &t, unsigned use, sbitmap known)
{
  const memory_use &u = (*t.uses)[use];
  const std::vector<int> &same = t.f->by_origin.at (u.origin);
  bitmap_set_bit (known, t.f->of_use[use]);
  if (same.size () <= MOST_OF_ONE)
    for (int i : same)
      if (tells (u, *t.f->list[i]))
        bitmap_set_bit (known, i);
}

static bool
is_known (const telling &t, unsigned use, sbitmap known)
{
  const std::vector<int> &same = t.f->by_origin.at ((*t.uses)[use].origin);
  if (bitmap_bit_p (known, t.f->of_use[use]))
    return true;
  return same.size () <= MOST_OF_ONE && std::any_of (same.begin (), same.end (), [&] (int i) {
    return bitmap_bit_p (known, i) && tells (*t.f->list[i], (*t.uses)[use]);
  });
}

/* Makes what is known at the block's begin what is known at its end.  May other threads have come in? */
static bool
walk (telling *t, basic_block bb, sbitmap known)
{
  bool others = false;
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      gimple *s = gsi_stmt (g);
      bool in = !is_gimple_debug (s) && lets_others_in (s);
      auto here = t->of_stmt.find (s);
      others |= in;
      if (in)
        bitmap_clear (known);
      if (here != t->of_stmt.end ())
        for (unsigned i : here->second)
          {
            const memory_use &u = (*t->uses)[i];
            t->told[i] = !in && is_known (*t, i, known);
            if (is_certain (u) && (!in || u.behind))
              add_known (*t, i, known);
          }
    }
  return others;
}

/* ---- names */

static tree
note_name (tree *at, int *, void *data)
{
  if (TREE_CODE (*at) == SSA_NAME)
    ((std::vector<tree> *) data)->push_back (*at);
  return NULL_TREE;
}

static void
drop_at_names (const facts &f, sbitmap *dropped)
{
  for (size_t i = 0; i < f.list.size (); i++)
    {
      std::vector<tree> names;
      for (auto term : f.list[i]->origin->terms)
        walk_tree (&term.first, note_name, &names, NULL);
      for (tree name : names)
        if (basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name)))
          bitmap_set_bit (dropped[bb->index], i);
    }
}

/* By block, all 0. */
struct fact_sets
{
  sbitmap *of;
  fact_sets (size_t blocks, size_t n) : of (sbitmap_vector_alloc (blocks, n)) { bitmap_vector_clear (of, blocks); }
  ~fact_sets () { sbitmap_vector_free (of); }
};

/* Empty: the function is too large to say. */
static std::vector<bool>
find_told_before (function *fun, const std::vector<memory_use> &uses)
{
  facts f = facts_of (uses);
  size_t blocks = last_basic_block_for_fn (fun), n = f.list.size ();
  if (!n || n > MOST_BITS / blocks)
    return {};
  telling t = { &f, &uses, {}, std::vector<bool> (uses.size (), false) };
  for (unsigned i = 0; i < uses.size (); i++)
    t.of_stmt[uses[i].stmt].push_back (i);
  fact_sets renamed (blocks, n), lost (blocks, n), added (blocks, n), at_begin (blocks, n), at_end (blocks, n);
  drop_at_names (f, renamed.of);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      bitmap_copy (lost.of[bb->index], renamed.of[bb->index]);
      if (walk (&t, bb, added.of[bb->index]))
        bitmap_ones (lost.of[bb->index]);
    }
  compute_available (added.of, lost.of, at_end.of, at_begin.of);
  auto_sbitmap known (n);
  FOR_EACH_BB_FN (bb, fun)
    {
      bitmap_and_compl (known, at_begin.of[bb->index], renamed.of[bb->index]);
      walk (&t, bb, known);
    }
  return t.told;
}

void
drop_told (function *fun, const loop_regions &regions, std::vector<memory_use> *uses)
{
  std::vector<bool> told;
  if (options.trms || !regions.any ())
    told = find_told_before (fun, *uses);
  if (told.empty ())
    drop_repeated (fun, regions, uses);
  else
    leave_out (told, uses);
}
