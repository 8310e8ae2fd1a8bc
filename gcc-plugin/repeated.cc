/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     x = s->a;                 access (&s->a, 4);
 *     s->b = x;                 access (&s->b, 4 | WRITE);
 *     f (s);
 *     s->a = s->b;              (nothing)
 *
 * Only a cell's first access in an instance matters.  So one that another
 * dominates that touches the same bytes need not be told, whatever lies
 * between, if the instance that it belongs to has seen the other: if it lies
 * in no marked loop that the other does not lie in too.  (What a nested
 * instance saw, the one around it has seen.)
 *
 * Bytes are the same where a variable, or a pointer's SSA name, and the offset
 * from it are: an SSA name that dominates both has one value from the one to
 * the other, since the way to its next definition leads to the first again.
 *
 * Then accesses of one block that touch bytes side by side become one:
 *
 *     sum += p->value;          access (p, 16);
 *     p = p->next;              sum += p->value; p = p->next;
 *
 * where nothing lies between them whose first accesses it could change: reads
 * are told early over reads, writes over writes.
 *
 * Accesses of calls are left alone: theirs may belong to an instance that the
 * callee begins, or not have happened when it throws. */
#include "repeated.h"
#include "loops.h"
#include "options.h"
#include "trace.h"

/* p = q + 8, p = &q->b, p = &v.b: the name or variable that it comes from. */
static tree
origin (tree p, HOST_WIDE_INT *at)
{
  for (int steps = 0; steps < 8 && TREE_CODE (p) == SSA_NAME; steps++)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (p));
      if (!def)
        return p;
      tree from = gimple_assign_rhs1 (def);
      poly_int64 more = 0;
      if (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR && TREE_CODE (from) == SSA_NAME
          && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
        more = tree_to_shwi (gimple_assign_rhs2 (def));
      else if (gimple_assign_rhs_code (def) == ADDR_EXPR)
        {
          from = get_addr_base_and_unit_offset (TREE_OPERAND (from, 0), &more);
          if (from && TREE_CODE (from) == MEM_REF)
            {
              *at += mem_ref_offset (from).force_shwi ().to_constant ();
              from = TREE_OPERAND (from, 0);
              from = TREE_CODE (from) == ADDR_EXPR ? TREE_OPERAND (from, 0) : from;
            }
          if (!from || !(DECL_P (from) || TREE_CODE (from) == SSA_NAME))
            return p;
        }
      else if (gimple_assign_single_p (def) && TREE_CODE (from) == SSA_NAME)
        ;
      else
        return p;
      *at += more.to_constant ();
      p = from;
    }
  return p;
}

static place
place_of (const mem_access &a)
{
  place p = { NULL_TREE, NULL_TREE, 0, int_size_in_bytes (TREE_TYPE (a.ref)) };
  poly_int64 bitsize, bitpos;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile = 0;
  if (p.size <= 0 || is_gimple_call (a.stmt) || !has_plain_address (a.ref))
    return p;
  tree base = get_inner_reference (a.ref, &bitsize, &bitpos, &p.offset, &mode, &is_unsigned,
                                   &reverse, &is_volatile);
  p.at = bitpos.to_constant () / BITS_PER_UNIT;
  if (TREE_CODE (base) == MEM_REF)
    {
      p.at += mem_ref_offset (base).force_shwi ().to_constant ();
      base = TREE_OPERAND (base, 0);
      base = TREE_CODE (base) == ADDR_EXPR ? TREE_OPERAND (base, 0) : origin (base, &p.at);
    }
  if (DECL_P (base) || TREE_CODE (base) == SSA_NAME)
    p.base = base;
  return p;
}

typedef std::vector<std::pair<mem_access, place>> placed_list;

/* The marked loops of the blocks. */
static std::set<class loop *>
marked_loops_of (const std::vector<basic_block> &blocks)
{
  std::set<basic_block> here (blocks.begin (), blocks.end ());
  std::vector<marker> markers;
  for (const marker &m : list_markers (cfun))
    if (here.count (gimple_bb (m.stmt)))
      markers.push_back (m);
  std::set<class loop *> loops;
  for (const marked_loop &l : find_marked_loops (markers))
    if (l.loop)
      loops.insert (l.loop);
  return loops;
}

/* Does the innermost marked loop around `bb' hold the other block too? */
static bool
same_instance (basic_block bb, basic_block other, const std::set<class loop *> &marked)
{
  for (class loop *l = bb->loop_father; l; l = loop_outer (l))
    if (marked.count (l))
      return flow_bb_inside_loop_p (l, other);
  return true;
}

/* Those that are not repeated. */
static placed_list
first_ones (const std::vector<basic_block> &blocks, const std::vector<mem_access> &accesses)
{
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<size_t>> by_start;
  placed_list all, kept;
  std::set<class loop *> marked = marked_loops_of (blocks);
  for (const mem_access &a : accesses)
    {
      all.push_back ({ a, place_of (a) });
      const place &p = all.back ().second;
      if (p.base)
        by_start[{ p.base, p.at }].push_back (all.size () - 1);
    }
  auto repeats = [&] (size_t later, size_t first) {
    const place &p = all[later].second, &q = all[first].second;
    basic_block b = gimple_bb (all[later].first.stmt), d = gimple_bb (all[first].first.stmt);
    return q.size >= p.size && (b == d ? first < later : dominated_by_p (CDI_DOMINATORS, b, d))
           && (p.offset == q.offset
               || (p.offset && q.offset && operand_equal_p (p.offset, q.offset)))
           && same_instance (b, d, marked);
  };
  for (size_t i = 0; i < all.size (); i++)
    {
      const place &p = all[i].second;
      bool repeated = false;
      if (p.base)
        for (size_t first : by_start[{ p.base, p.at }])
          repeated = repeated || repeats (i, first);
      if (!repeated)
        kept.push_back (all[i]);
    }
  return kept;
}

/* ---- side by side */

/* More would seldom lie in one line of the runtime's. */
static const HOST_WIDE_INT MOST_JOINED = 32;

static bool
parts (gimple *stmt)
{
  return is_gimple_call (stmt) || gimple_code (stmt) == GIMPLE_ASM
         || stmt_could_throw_p (cfun, stmt);
}

/* Does control come from one to the other, of the same block, undisturbed? */
static bool
adjoin (gimple *first, gimple *second)
{
  gimple_stmt_iterator g = gsi_for_stmt (first);
  for (; gsi_stmt (g) != second; gsi_next (&g))
    if (gsi_end_p (g) || parts (gsi_stmt (g)))
      return false;
  return !parts (second);
}

/* Make the first access touch what the second does too, if they lie side by
   side. */
static bool
join (mem_access *a, place *p, const place &q)
{
  HOST_WIDE_INT from = MIN (p->at, q.at), to = MAX (p->at + p->size, q.at + q.size);
  if (p->base != q.base || !p->base || TREE_CODE (p->base) != SSA_NAME || p->offset || q.offset
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (p->base) || !POINTER_TYPE_P (TREE_TYPE (p->base))
      || to - from > p->size + q.size || to - from > MOST_JOINED)
    return false;
  p->at = from;
  p->size = to - from;
  tree type = build_array_type_nelts (unsigned_char_type_node, p->size);
  a->ref = build2 (MEM_REF, type, p->base, build_int_cst (ptr_type_node, p->at));
  return true;
}

static std::vector<mem_access>
join_neighbours (placed_list list)
{
  std::vector<mem_access> joined;
  for (size_t i = 0, first = 0; i < list.size (); i++)
    {
      gimple *stmt = list[i].first.stmt;
      mem_access &before = list[first].first;
      bool together = first < i && gimple_bb (before.stmt) == gimple_bb (stmt)
                      && before.write == list[i].first.write && adjoin (before.stmt, stmt);
      if (!together)
        first = i;
      bool done = false;
      for (size_t k = first; k < i && !done; k++)
        done = list[k].second.size > 0 && join (&list[k].first, &list[k].second, list[i].second);
      if (done)
        list[i].second.size = 0;
    }
  for (const auto &one : list)
    if (one.second.size || !one.second.base)
      joined.push_back (one.first);
  return joined;
}

unsigned
drop_repeated (const std::vector<basic_block> &blocks, std::vector<mem_access> *accesses)
{
  if (!options.ranges || !optimize)
    return 0;
  size_t before = accesses->size ();
  *accesses = join_neighbours (first_ones (blocks, *accesses));
  return before - accesses->size ();
}
