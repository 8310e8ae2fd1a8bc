/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     if (p->key == key)            if (p->key == key)  reads (p, 0xff);
 *       break;                      else                reads (p, 0xffff);
 *     p = p->next;
 *
 * What searches a list, a tree or a table of chains reads one object before and behind
 * a condition.  A record takes much longer than either read, so one tells both, right
 * before the jump: the bytes are computed from the condition.
 *
 *     bytes = p->key != key ? 0xffff : 0xff;
 *     reads (p, bytes);
 *     if (p->key != key) ...
 *
 * Behind it there may be one more condition, of what is known before the first.
 *
 * So are reads of one object, with other bytes between them, that lie one behind the other.
 *
 * The reads before the condition are told late, those behind it early.  So between
 * either and the jump there may be no write that is told, and nothing that ends or
 * begins an instance, or leaves the function.  The block behind it has no other way in. */
#include "branches.h"
#include "emit.h"
#include "emit-access.h"
#include "options.h"
#include "repeated.h"

/* More would seldom lie in one line of the runtime's. */
static const HOST_WIDE_INT MOST_BYTES = 48;

/* Of reads that are looked at together: blocks may be long. */
static const size_t MOST_READS = 32;

typedef std::vector<placed_access> placed_list;

/* Where those of each block are in the list of all. */
typedef std::map<basic_block, std::vector<size_t>> accesses_by_block;

/* The reads of a block that can be told at a condition, and of those behind its own. */
struct block_reads
{
  std::vector<size_t> reads;
  gcond *cond;                          /* NULL: nothing behind it */
  std::vector<block_reads> sides;       /* where it is true, and where not */
};

/* Can it be told with others of its object? */
static bool
can_be_part (const placed_access &a)
{
  return !a.access.write && a.where.base && TREE_CODE (a.where.base) == SSA_NAME && !a.where.offset
         && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (a.where.base) && POINTER_TYPE_P (TREE_TYPE (a.where.base))
         && a.where.size <= MOST_BYTES;
}

/* Those from which control comes undisturbed to the block's end, last first. */
static std::vector<size_t>
reads_at_end (gimple *end, const std::vector<size_t> &at, const placed_list &all)
{
  std::vector<size_t> reads;
  gimple_stmt_iterator g = gsi_for_stmt (end);
  for (size_t i = at.size (); i-- > 0 && !all[at[i]].access.write && reads.size () < MOST_READS;)
    {
      while (gsi_stmt (g) != all[at[i]].access.stmt)
        {
          gsi_prev (&g);
          if (gsi_end_p (g) || parts (gsi_stmt (g)))
            return reads;
        }
      reads.push_back (at[i]);
    }
  return reads;
}

/* Likewise those to which it comes from the block's start.  Result: does it come to its end? */
static bool
reads_at_start (basic_block bb, const std::vector<size_t> &at, const placed_list &all, std::vector<size_t> *reads)
{
  size_t i = 0;
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      if (parts (gsi_stmt (g)))
        return false;
      for (; i < at.size () && all[at[i]].access.stmt == gsi_stmt (g); i++)
        {
          if (all[at[i]].access.write || reads->size () == MOST_READS)
            return false;
          reads->push_back (at[i]);
        }
    }
  return true;
}

/* One whose operands can be looked at twice. */
static gcond *
plain_condition (basic_block bb)
{
  gimple *last = last_stmt (bb);
  gcond *cond = last ? dyn_cast<gcond *> (last) : NULL;
  tree type = cond ? TREE_TYPE (gimple_cond_lhs (cond)) : NULL_TREE;
  return cond && (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)) && !parts (cond) ? cond : NULL;
}

static bool
is_defined_in (tree operand, basic_block bb)
{
  return TREE_CODE (operand) == SSA_NAME && gimple_bb (SSA_NAME_DEF_STMT (operand)) == bb;
}

static void look_behind (basic_block, block_reads *, const accesses_by_block &, const placed_list &, unsigned depth);

/* What is read behind the edge: nothing that counts if its block has other ways in, or
   belongs to another loop. */
static block_reads
reads_behind (edge e, const accesses_by_block &here, const placed_list &all, unsigned depth)
{
  block_reads found = { {}, NULL, {} };
  basic_block bb = e->dest;
  accesses_by_block::const_iterator at = here.find (bb);
  if (!single_pred_p (bb) || bb->loop_father != e->src->loop_father || at == here.end ())
    return found;
  gcond *cond = reads_at_start (bb, at->second, all, &found.reads) && depth ? plain_condition (bb) : NULL;
  if (!cond || is_defined_in (gimple_cond_lhs (cond), bb) || is_defined_in (gimple_cond_rhs (cond), bb))
    return found;
  found.cond = cond;
  look_behind (bb, &found, here, all, depth - 1);
  return found;
}

static void
look_behind (basic_block bb, block_reads *from, const accesses_by_block &here, const placed_list &all, unsigned depth)
{
  edge yes, no;
  extract_true_false_edges_from_block (bb, &yes, &no);
  from->sides.push_back (reads_behind (yes, here, all, depth));
  from->sides.push_back (reads_behind (no, here, all, depth));
}

/* A record in the making. */
struct joined_reads
{
  tree base;
  HOST_WIDE_INT from, to;
  std::set<size_t> parts;
};

static bool
take (joined_reads *j, const place &p)
{
  HOST_WIDE_INT from = MIN (j->from, p.at), to = MAX (j->to, p.at + p.size);
  if (p.base != j->base || to - from > MOST_BYTES)
    return false;
  j->from = from;
  j->to = to;
  return true;
}

static void
take_all (joined_reads *j, const block_reads &from, const placed_list &all, const std::vector<bool> &gone)
{
  for (size_t i : from.reads)
    if (!gone[i] && can_be_part (all[i]) && take (j, all[i].where))
      j->parts.insert (i);
  for (const block_reads &side : from.sides)
    take_all (j, side, all, gone);
}

/* The bytes that are read from there on, with `before'. */
static tree
bytes_of (gimple_seq *seq, const joined_reads &j, const block_reads &from, unsigned HOST_WIDE_INT before,
          const placed_list &all)
{
  tree type = long_unsigned_type_node;
  for (size_t i : from.reads)
    if (j.parts.count (i))
      before |= ((HOST_WIDE_INT_1U << all[i].where.size) - 1) << (all[i].where.at - j.from);
  if (!from.cond)
    return build_int_cst (type, before);
  tree yes = bytes_of (seq, j, from.sides[0], before, all), no = bytes_of (seq, j, from.sides[1], before, all);
  if (operand_equal_p (yes, no))
    return yes;
  tree holds = make_ssa_name (boolean_type_node), bytes = make_ssa_name (type);
  gimple_seq_add_stmt (seq, gimple_build_assign (holds, gimple_cond_code (from.cond), gimple_cond_lhs (from.cond),
                                                 gimple_cond_rhs (from.cond)));
  gimple_seq_add_stmt (seq, gimple_build_assign (bytes, COND_EXPR, holds, yes, no));
  return bytes;
}

/* One record for them, before the statement. */
static void
tell (gimple *stmt, const joined_reads &j, const block_reads &from, const placed_list &all, std::vector<bool> *gone)
{
  gimple_seq seq = NULL;
  tree bytes = bytes_of (&seq, j, from, 0, all);
  emit_access (&seq, "reads", fold_build_pointer_plus_hwi (j.base, j.from), bytes);
  insert_before_stmt (stmt, seq);
  for (size_t i : j.parts)
    (*gone)[i] = true;
}

static void
join_at (basic_block bb, const accesses_by_block &here, const placed_list &all, std::vector<bool> *gone)
{
  block_reads from = { {}, plain_condition (bb), {} };
  if (!from.cond)
    return;
  from.reads = reads_at_end (from.cond, here.at (bb), all);
  if (!from.reads.empty ())
    look_behind (bb, &from, here, all, 1);
  for (size_t first : from.reads)
    {
      const place &p = all[first].where;
      if ((*gone)[first] || !can_be_part (all[first]))
        continue;
      joined_reads j = { p.base, p.at, p.at + p.size, {} };
      take_all (&j, from, all, *gone);
      if (j.parts.size () > 1)
        tell (from.cond, j, from, all, gone);
    }
}

/* The reads from that one on to which control comes undisturbed, of the same block. */
static std::vector<size_t>
reads_after (size_t first, const placed_list &all)
{
  std::vector<size_t> reads;
  size_t i = first;
  for (gimple_stmt_iterator g = gsi_for_stmt (all[first].access.stmt); !gsi_end_p (g); gsi_next (&g))
    {
      if (parts (gsi_stmt (g)))
        return reads;
      for (; i < all.size () && all[i].access.stmt == gsi_stmt (g); i++)
        {
          if (all[i].access.write || reads.size () == MOST_READS)
            return reads;
          reads.push_back (i);
        }
    }
  return reads;
}

/* Those of one object, with other bytes between them: told where the first one is. */
static void
join_within (const std::vector<size_t> &at, const placed_list &all, std::vector<bool> *gone)
{
  for (size_t first : at)
    {
      const place &p = all[first].where;
      if ((*gone)[first] || !can_be_part (all[first]))
        continue;
      block_reads from = { reads_after (first, all), NULL, {} };
      joined_reads j = { p.base, p.at, p.at + p.size, {} };
      take_all (&j, from, all, *gone);
      if (j.parts.size () > 1)
        tell (all[first].access.stmt, j, from, all, gone);
    }
}

unsigned
join_branches (const std::vector<basic_block> &blocks, std::vector<mem_access> *accesses)
{
  if (!options.ranges || !optimize)
    return 0;
  placed_list all;
  accesses_by_block here;
  for (basic_block bb : blocks)
    here[bb];
  for (const mem_access &a : *accesses)
    {
      here[gimple_bb (a.stmt)].push_back (all.size ());
      all.push_back ({ a, place_of (a) });
    }
  std::vector<bool> gone (all.size ());
  for (basic_block bb : blocks)
    join_at (bb, here, all, &gone);
  for (basic_block bb : blocks)
    join_within (here[bb], all, &gone);
  std::vector<mem_access> kept;
  for (size_t i = 0; i < all.size (); i++)
    if (!gone[i])
      kept.push_back (all[i].access);
  unsigned joined = accesses->size () - kept.size ();
  *accesses = kept;
  return joined;
}
