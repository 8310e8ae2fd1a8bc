/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     read                                  write
 *         if (min (stamp of each cell)          stamp of each cell = frame->stamp;
 *             < frame->stamp)
 *             read (frame, p, size);
 *
 * An access of more than MOST cells, and one whose statement may not be divided, is a call.  Neighbours
 * (joined-accesses.cc) are looked at together. */
#include "inhouse/put-stamps.h"
#include "options.h"

#define MOST 4
#define STAMP_BYTES (HOST_WIDE_INT) 4

static tree
put (gimple_seq *seq, tree type, tree_code code, tree a, tree b = NULL_TREE)
{
  tree t = make_ssa_name (type);
  gimple_seq_add_stmt (seq, b ? gimple_build_assign (t, code, a, b) : gimple_build_assign (t, code, a));
  return t;
}

/* ahead: so many bytes behind it. */
static tree
put_address (gimple_seq *seq, const memory_use &u, HOST_WIDE_INT ahead = 0)
{
  tree address = build_fold_addr_expr (unshare_expr (u.base));
  if (u.offset)
    address = fold_build_pointer_plus (fold_convert (ptr_type_node, address), unshare_expr (u.offset));
  if (u.bytes + ahead)
    address = fold_build_pointer_plus_hwi (fold_convert (ptr_type_node, address), u.bytes + ahead);
  gimple_seq more = NULL;
  tree value = force_gimple_operand (fold_convert (ptr_type_node, address), &more, true, NULL_TREE);
  gimple_seq_add_seq (seq, more);
  return value;
}

/* The cell that so many bytes behind the address lies in.  The mask is loaded where it is needed: it takes no register, as
   it is an operand of the `and'. */
static tree
put_cell (gimple_seq *seq, const activation &a, tree address, HOST_WIDE_INT ahead)
{
  tree word = long_unsigned_type_node;
  tree at = put (seq, word, NOP_EXPR, address);
  if (ahead)
    at = put (seq, word, PLUS_EXPR, at, build_int_cst (word, ahead));
  if (options.cell > 1)
    at = put (seq, word, RSHIFT_EXPR, at, build_int_cst (integer_type_node, exact_log2 (options.cell)));
  return put (seq, word, BIT_AND_EXPR, at, put (seq, word, MEM_REF, frame_field (a.frame, FRAME_MASK)));
}

/* The number of a cell in a table. */
static tree
put_entry (gimple_seq *seq, tree table, tree cell, tree type, unsigned bytes)
{
  tree at = put (seq, long_unsigned_type_node, LSHIFT_EXPR, cell, build_int_cst (integer_type_node, exact_log2 (bytes)));
  tree p = put (seq, ptr_type_node, POINTER_PLUS_EXPR, table, at);
  return build2 (MEM_REF, type, p, build_int_cst (build_pointer_type (type), 0));
}

static tree
put_stamp (gimple_seq *seq, const activation &a, tree cell)
{
  return put_entry (seq, a.stamps, cell, stamp_type (), STAMP_BYTES);
}

static tree
put_own_stamp (gimple_seq *seq, const activation &a)
{
  tree from = a.stamp ? a.stamp : frame_field (put_running (seq, a), FRAME_STAMP);
  return put (seq, stamp_type (), TREE_CODE (from), from);
}

/* The byte that lies in the i-th of them, at the latest. */
static HOST_WIDE_INT
byte_of_cell (const memory_use &u, HOST_WIDE_INT i)
{
  return MIN (i * (HOST_WIDE_INT) options.cell, u.size - 1);
}

void
insert_behind (gimple *stmt, gimple_seq seq)
{
  gimple_stmt_iterator g = gsi_for_stmt (stmt);
  if (!stmt_ends_bb_p (stmt))
    {
      gsi_insert_seq_after (&g, seq, GSI_SAME_STMT);
      return;
    }
  edge e = find_fallthru_edge (gimple_bb (stmt)->succs);
  if (e)
    gsi_insert_seq_on_edge (e, seq);
}

static void
put_whole (const activation &a, const memory_use &u)
{
  gimple_seq seq = NULL;
  tree address = put_address (&seq, u);
  gimple_seq_add_stmt (&seq, call_runtime (u.write ? "write" : "read", NULL_TREE,
                                           { put_running (&seq, a), address, build_int_cst (long_unsigned_type_node, u.size) }));
  if (u.behind)
    {
      insert_behind (u.stmt, seq);
      return;
    }
  gimple_stmt_iterator g = gsi_for_stmt (u.stmt);
  gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
}

/* Divides the block before the statement; the edge between the halves. */
static edge
divide_before (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  gimple_stmt_iterator g = gsi_for_stmt (stmt);
  gsi_prev (&g);
  if (gsi_end_p (g) || gimple_code (gsi_stmt (g)) == GIMPLE_LABEL)
    return split_block_after_labels (bb);
  return split_block (bb, gsi_stmt (g));
}

/* In front of the statement: seq, and where its condition holds, which it seldom does, cold. */
static void
put_branch (gimple *stmt, gimple_seq seq, gimple_seq cold_seq)
{
  edge on = divide_before (stmt);
  basic_block test = on->src, after = on->dest, cold = create_empty_bb (test);
  if (current_loops && test->loop_father)
    add_bb_to_loop (cold, test->loop_father);
  gimple_stmt_iterator g = gsi_last_bb (test);
  gsi_insert_seq_after (&g, seq, GSI_CONTINUE_LINKING);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  on->probability = profile_probability::very_likely ();
  edge to = make_edge (test, cold, EDGE_TRUE_VALUE);
  to->probability = profile_probability::very_unlikely ();
  cold->count = to->count ();
  edge back = make_single_succ_edge (cold, after, EDGE_FALLTHRU);
  back->probability = profile_probability::always ();
  gimple_stmt_iterator c = gsi_start_bb (cold);
  gsi_insert_seq_after (&c, cold_seq, GSI_NEW_STMT);
}

void
put_branch_behind (gimple *stmt, gimple_seq seq, gimple_seq cold_seq)
{
  gimple *place = gimple_build_nop ();
  if (!stmt_ends_bb_p (stmt))
    {
      gimple_stmt_iterator g = gsi_for_stmt (stmt);
      gsi_insert_after (&g, place, GSI_SAME_STMT);
    }
  else
    {
      edge e = find_fallthru_edge (gimple_bb (stmt)->succs);
      if (!e)
        return;
      basic_block bb = split_edge (e);
      gimple_stmt_iterator g = gsi_start_bb (bb);
      gsi_insert_after (&g, place, GSI_NEW_STMT);
    }
  put_branch (place, seq, cold_seq);
}

/* Does an activation come there more than once, mostly? */
static bool
is_repeated (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  return current_loops && bb->loop_father && loop_depth (bb->loop_father) > 0;
}

static bool
is_loaded (tree t)
{
  return TREE_CODE (t) == SSA_NAME && gimple_assign_load_p (SSA_NAME_DEF_STMT (t));
}

/* Does a pointer that was loaded, maybe the last time around a loop, lead there?  Lists and trees have other cells each time. */
static bool
is_behind_link (const memory_use &u)
{
  tree pointer = TREE_CODE (u.base) == MEM_REF ? TREE_OPERAND (u.base, 0) : NULL_TREE;
  if (u.offset || !pointer || TREE_CODE (pointer) != SSA_NAME)
    return false;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (pointer));
  bool loaded = is_loaded (pointer);
  for (unsigned i = 0; phi && i < gimple_phi_num_args (phi); i++)
    loaded |= is_loaded (gimple_phi_arg_def (phi, i));
  return loaded;
}

/* Before the statement of u, behind seq: it reads a cell, maybe first.  What is told in line is short; with trms it is less so,
   and elsewhere where most reads are not the first ones. */
static void
put_first (const activation &a, const memory_use &u, gimple_seq seq, tree stamp)
{
  tree own = put_own_stamp (&seq, a);
  bool mostly_known = is_repeated (u.stmt) && !is_behind_link (u);
  gimple_seq cold = NULL;
  if (options.trms && mostly_known)
    {
      tree known = put (&seq, stamp_type (), MEM_REF, stamp);
      gimple_seq_add_stmt (&seq, gimple_build_cond (LT_EXPR, known, own, NULL_TREE, NULL_TREE));
      put_first_read (&cold, a, own, unshare_expr (stamp), SURELY_FIRST);
      put_branch (u.stmt, seq, cold);
      return;
    }
  put_first_read (&seq, a, own, stamp, mostly_known ? MOSTLY_KNOWN : MOSTLY_FIRST);
  gimple_stmt_iterator g = gsi_for_stmt (u.stmt);
  gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
}

/* What is seldom to be done for an access that cannot be told in line. */
static gimple_seq
cold_call (const activation &a, const memory_use &u, HOST_WIDE_INT cells, tree first, tree address)
{
  gimple_seq seq = NULL;
  if (cells == 1 || (cells == 2 && u.align >= options.cell))
    put_cells_call (&seq, u.write ? "take" : "first", cells, first);
  else
    gimple_seq_add_stmt (&seq, call_runtime (u.write ? "write" : "read", NULL_TREE,
                                             { put_running (&seq, a), address, build_int_cst (long_unsigned_type_node, u.size) }));
  return seq;
}

static void
put_write (const activation &a, const memory_use &u, HOST_WIDE_INT cells)
{
  gimple_seq seq = NULL;
  tree address = put_address (&seq, u), own = put_own_stamp (&seq, a);
  for (HOST_WIDE_INT i = 0; i < cells; i++)
    {
      tree cell = put_cell (&seq, a, address, byte_of_cell (u, i));
      gimple_seq_add_stmt (&seq, gimple_build_assign (put_stamp (&seq, a, cell), own));
    }
  gimple_stmt_iterator g = gsi_for_stmt (u.stmt);
  gsi_insert_seq_before (&g, seq, GSI_SAME_STMT);
}

/* Stamp of each cell = own, if no other thread has it. */
static void
put_shared_write (const activation &a, const memory_use &u, HOST_WIDE_INT cells)
{
  gimple_seq seq = NULL;
  tree address = put_address (&seq, u), own = put_own_stamp (&seq, a), first = NULL_TREE, others = NULL_TREE;
  for (HOST_WIDE_INT i = 0; i < cells; i++)
    {
      tree cell = put_cell (&seq, a, address, byte_of_cell (u, i));
      first = first ? first : cell;
      tree who = put (&seq, stamp_type (), MEM_REF, put_entry (&seq, a.directory, cell, stamp_type (), STAMP_BYTES));
      if (cells == 1)
        {
          gimple_seq_add_stmt (&seq, gimple_build_assign (put_stamp (&seq, a, cell), own));
          gimple_seq_add_stmt (&seq, gimple_build_cond (NE_EXPR, who, a.mine, NULL_TREE, NULL_TREE));
          break;
        }
      tree other = put (&seq, stamp_type (), BIT_XOR_EXPR, who, a.mine);
      others = others ? put (&seq, stamp_type (), BIT_IOR_EXPR, others, other) : other;
      gimple_seq_add_stmt (&seq, gimple_build_assign (put_stamp (&seq, a, cell), own));
    }
  if (cells > 1)
    gimple_seq_add_stmt (&seq, gimple_build_cond (NE_EXPR, others, build_zero_cst (stamp_type ()), NULL_TREE, NULL_TREE));
  put_branch (u.stmt, seq, cold_call (a, u, cells, first, address));
}

/* Result: its cell, if that is one. */
static tree
put_read (const activation &a, const memory_use &u, HOST_WIDE_INT cells)
{
  gimple_seq seq = NULL;
  tree address = put_address (&seq, u), oldest = NULL_TREE, first = NULL_TREE;
  if (cells == 1)
    {
      tree cell = put_cell (&seq, a, address, 0), stamp = put_stamp (&seq, a, cell);
      put_first (a, u, seq, stamp);
      return cell;
    }
  tree own = put_own_stamp (&seq, a);
  for (HOST_WIDE_INT i = 0; i < cells; i++)
    {
      tree cell = put_cell (&seq, a, address, byte_of_cell (u, i));
      first = first ? first : cell;
      tree stamp = put (&seq, stamp_type (), MEM_REF, put_stamp (&seq, a, cell));
      oldest = oldest ? put (&seq, stamp_type (), MIN_EXPR, oldest, stamp) : stamp;
    }
  gimple_seq_add_stmt (&seq, gimple_build_cond (LT_EXPR, oldest, own, NULL_TREE, NULL_TREE));
  put_branch (u.stmt, seq, cold_call (a, u, cells, first, address));
  return NULL_TREE;
}

/* Result: as above. */
static tree
put_check (const activation &a, const memory_use &u)
{
  HOST_WIDE_INT cells = cells_of (u);
  if (cells > MOST || u.behind)
    put_whole (a, u);
  else if (u.write && options.trms)
    put_shared_write (a, u, cells);
  else if (u.write)
    put_write (a, u, cells);
  else
    return put_read (a, u, cells);
  return NULL_TREE;
}

/* ---- of cells that are known */

#define TOGETHER 8              /* cells that a call in assembly takes */

/* The stamp of the cell so many behind the one whose stamp `begin' points to. */
static tree
stamp_behind (tree begin, HOST_WIDE_INT cells)
{
  return build2 (MEM_REF, stamp_type (), begin,
                 build_int_cst (build_pointer_type (stamp_type ()), cells * STAMP_BYTES));
}

/* Where the stamp of the cell is that lies so many bytes behind an access. */
static tree
put_place_of_stamp (gimple_seq *seq, const activation &a, const memory_use &u, HOST_WIDE_INT ahead)
{
  tree bytes = put (seq, long_unsigned_type_node, LSHIFT_EXPR, put_cell (seq, a, put_address (seq, u, ahead), 0),
                    build_int_cst (integer_type_node, exact_log2 (STAMP_BYTES)));
  return put (seq, ptr_type_node, POINTER_PLUS_EXPR, a.stamps, bytes);
}

/* That of the group's first cell. */
static tree
put_begin_of_stamps (gimple_seq *seq, const activation &a, const use_group &g)
{
  return put_place_of_stamp (seq, a, *g.first, g.edge + g.cells.front () * (HOST_WIDE_INT) options.cell - g.first->at);
}

/* The cell so many behind the one whose stamp `begin' points to. */
static tree
put_cell_of_stamp (gimple_seq *seq, const activation &a, tree begin, HOST_WIDE_INT cells)
{
  tree word = long_unsigned_type_node;
  tree bytes = put (seq, word, MINUS_EXPR, put (seq, word, NOP_EXPR, begin), put (seq, word, NOP_EXPR, a.stamps));
  tree cell = put (seq, word, RSHIFT_EXPR, bytes, build_int_cst (integer_type_node, exact_log2 (STAMP_BYTES)));
  return cells ? put (seq, word, PLUS_EXPR, cell, build_int_cst (word, cells)) : cell;
}

/* Cells that lie side by side: seq, and a branch. */
static void
put_first_cells (const activation &a, const memory_use &u, gimple_seq seq, tree begin, const HOST_WIDE_INT *cells, unsigned n)
{
  gimple_seq cold = NULL;
  if (n == 1)
    {
      put_first (a, u, seq, stamp_behind (begin, cells[0]));
      return;
    }
  tree own = put_own_stamp (&seq, a), oldest = NULL_TREE;
  for (unsigned i = 0; i < n; i++)
    {
      tree stamp = put (&seq, stamp_type (), MEM_REF, stamp_behind (begin, cells[i]));
      oldest = oldest ? put (&seq, stamp_type (), MIN_EXPR, oldest, stamp) : stamp;
    }
  gimple_seq_add_stmt (&seq, gimple_build_cond (LT_EXPR, oldest, own, NULL_TREE, NULL_TREE));
  put_cells_call (&cold, "first", n, put_cell_of_stamp (&cold, a, begin, cells[0]));
  put_branch (u.stmt, seq, cold);
}

/* A write, with trms, of a cell that was read just before: its stamp is the activation's own.  r: what read it; from: the cell
   whose stamp r.begin points to. */
static void
put_write_behind_read (const activation &a, const memory_use &u, const use_group &r, HOST_WIDE_INT from)
{
  gimple_seq seq = NULL, cold = NULL;
  tree word = long_unsigned_type_node, who, cell = r.cell;
  if (cell)
    who = put_entry (&seq, a.directory, cell, stamp_type (), STAMP_BYTES);
  else
    {
      HOST_WIDE_INT ahead = cell_at (u.at, r.edge) - from;
      tree bytes = put (&seq, word, MINUS_EXPR, put (&seq, word, NOP_EXPR, r.begin), put (&seq, word, NOP_EXPR, a.stamps));
      who = stamp_behind (put (&seq, ptr_type_node, POINTER_PLUS_EXPR, a.directory, bytes), ahead);
      cell = put_cell_of_stamp (&cold, a, r.begin, ahead);
    }
  gimple_seq_add_stmt (&seq, gimple_build_cond (NE_EXPR, put (&seq, stamp_type (), MEM_REF, who), a.mine, NULL_TREE, NULL_TREE));
  put_cells_call (&cold, "take", 1, cell);
  put_branch (u.stmt, seq, cold);
}

/* Cells, in ascending order: those that lie side by side are looked at together. */
static void
put_reads (const activation &a, const memory_use &u, gimple_seq seq, tree begin, const std::vector<HOST_WIDE_INT> &cells)
{
  const size_t together = is_repeated (u.stmt) ? TOGETHER : 1;
  for (size_t i = 0, to; i < cells.size (); i = to)
    {
      for (to = i + 1; to < cells.size () && to - i < together && cells[to] == cells[to - 1] + 1; to++)
        ;
      put_first_cells (a, u, seq, begin, &cells[i], to - i);
      seq = NULL;
    }
}

static void
put_writes (const activation &a, const memory_use &u, gimple_seq seq, tree begin, const std::vector<HOST_WIDE_INT> &cells)
{
  tree own = put_own_stamp (&seq, a);
  for (HOST_WIDE_INT c : cells)
    gimple_seq_add_stmt (&seq, gimple_build_assign (stamp_behind (begin, c), own));
  gimple_stmt_iterator at = gsi_for_stmt (u.stmt);
  gsi_insert_seq_before (&at, seq, GSI_SAME_STMT);
}

static void
put_group (const activation &a, use_group *group, tree begin, HOST_WIDE_INT from)
{
  gimple_seq seq = NULL;
  const use_group &g = *group;
  std::vector<HOST_WIDE_INT> cells;
  for (HOST_WIDE_INT c : g.cells)
    cells.push_back (c - from);
  if (!begin)
    begin = put_begin_of_stamps (&seq, a, g);
  group->begin = begin;
  (g.first->write ? put_writes : put_reads) (a, *g.first, seq, begin, cells);
}

/* Wherever cells begin, there are so many, and that of the last byte, which may be one more. */
static void
put_group_without_edge (const activation &a, const use_group &g)
{
  const memory_use &u = *g.first;
  gimple_seq seq = NULL, behind = NULL;
  std::vector<HOST_WIDE_INT> cells;
  for (HOST_WIDE_INT c = 0; c <= (g.size - 1) / (HOST_WIDE_INT) options.cell; c++)
    cells.push_back (c);
  auto put_all = g.first->write ? put_writes : put_reads;
  tree begin = put_place_of_stamp (&seq, a, u, g.at - u.at);
  put_all (a, u, seq, begin, cells);
  if ((g.size - 1) % (HOST_WIDE_INT) options.cell == 0)
    return;
  tree last = put_place_of_stamp (&behind, a, u, g.at + g.size - 1 - u.at);
  put_all (a, u, behind, last, { 0 });
}

/* The cell that its `begin' is of. */
static HOST_WIDE_INT
first_cell_of (const std::vector<use_group> &groups, const use_group &g)
{
  if (g.edge < 0)
    return 0;
  return (g.leader >= 0 ? groups[g.leader] : g).cells.front ();
}

/* A leader's `begin' is known to those that it leads, so it is made before them all. */
void
put_checks (const activation &a, std::vector<use_group> *groups)
{
  for (use_group &g : *groups)
    if (g.leads)
      {
        gimple_seq seq = NULL;
        g.begin = put_begin_of_stamps (&seq, a, g);
        gimple_stmt_iterator at = gsi_for_stmt (g.first->stmt);
        gsi_insert_seq_before (&at, seq, GSI_SAME_STMT);
      }
  for (use_group &g : *groups)
    {
      const use_group &leader = g.leader >= 0 ? (*groups)[g.leader] : g;
      const use_group *read = g.read_before >= 0 ? &(*groups)[g.read_before] : NULL;
      if (read && (read->cell || read->begin))
        put_write_behind_read (a, *g.first, *read, first_cell_of (*groups, *read));
      else if (g.size)
        put_group_without_edge (a, g);
      else if (g.edge < 0 || (!leader.leads && g.cells.size () == 1 && cells_of (*g.first) == 1))
        g.cell = put_check (a, *g.first);
      else
        put_group (a, &g, leader.begin, leader.cells.front ());
    }
}
