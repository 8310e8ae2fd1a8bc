/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Accesses in GIMPLE.  An access that is dominated by one of the same bytes need not be told: whatever an
 * activation has accessed keeps a stamp of its own or of its callees until it ends. */
#include "inhouse/accesses.h"
#include "options.h"
#include <algoprof/rt_abi.h>

/* Counters of marked targets, of contexts and of gcov. */
static bool
is_counter (tree base)
{
  if (!VAR_P (base) || !DECL_NAME (base))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (base));
  return !strncmp (name, ALGOPROF_RT (""), strlen (ALGOPROF_RT (""))) || !strncmp (name, "__gcov", 6);
}

/* Constants, and variables that live in registers or that no other activation can see. */
static bool
can_be_input (tree base, bool write)
{
  if (CONSTANT_CLASS_P (base) || TREE_CODE (base) == CONST_DECL || TREE_CODE (base) == SSA_NAME)
    return false;
  if (!DECL_P (base))
    return true;
  if (is_counter (base))
    return false;
  if (is_gimple_reg (base) || (VAR_P (base) && DECL_HARD_REGISTER (base)))
    return false;
  if (TREE_CODE (base) == RESULT_DECL && !DECL_BY_REFERENCE (base))
    return false;
  if (auto_var_in_fn_p (base, current_function_decl) && !may_be_aliased (base))
    return false;
  return write || !TREE_READONLY (base);
}

/* A bit-field is accessed with those beside it. */
static tree
whole_field (tree ref)
{
  if (TREE_CODE (ref) != COMPONENT_REF || !DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1)))
    return ref;
  tree all = DECL_BIT_FIELD_REPRESENTATIVE (TREE_OPERAND (ref, 1));
  return all ? build3 (COMPONENT_REF, TREE_TYPE (all), TREE_OPERAND (ref, 0), all, NULL_TREE) : ref;
}

struct collector
{
  std::vector<memory_use> *list;
  origin_table *origins;
  unsigned part;
  int region;
};

/* What is accessed has its own alignment, or its object has one. */
static int
edge_of (tree base, tree offset, HOST_WIDE_INT first, HOST_WIDE_INT ahead, unsigned align)
{
  if (align >= options.cell)
    return ahead & (options.cell - 1);
  if (offset || !(DECL_P (base) || TREE_CODE (base) == MEM_REF))
    return -1;
  return get_object_alignment (base) / BITS_PER_UNIT >= options.cell ? (ahead - first) & (options.cell - 1) : -1;
}

static void
add_use (collector *c, gimple *stmt, tree ref, bool write, bool behind)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int unsignedp, reversep, volatilep = 0;
  if (!ref || !TYPE_P (TREE_TYPE (ref)) || VOID_TYPE_P (TREE_TYPE (ref)))
    return;
  ref = whole_field (ref);
  tree base = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode, &unsignedp, &reversep, &volatilep);
  HOST_WIDE_INT bits, at;
  if (!base || !bitsize.is_constant (&bits) || !bitpos.is_constant (&at) || bits <= 0)
    return;
  tree object = get_base_address (base);
  if (!object || !can_be_input (object, write)
      || !(DECL_P (base) || TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF
           || TREE_CODE (base) == STRING_CST)
      || TREE_CODE (base) == STRING_CST || !ADDR_SPACE_GENERIC_P (TYPE_ADDR_SPACE (TREE_TYPE (base))))
    return;
  HOST_WIDE_INT first = at >> 3, size = ((at & 7) + bits + 7) >> 3;
  unsigned align = MAX (get_object_alignment (ref) / BITS_PER_UNIT, 1u);
  if (at & 7)
    align = 1;
  HOST_WIDE_INT ahead = first;
  const origin *from = c->origins->find (base, offset, &ahead);
  c->list->push_back ({ stmt, ref, base, offset, first, size, from, ahead, align, edge_of (base, offset, first, ahead, align),
                        write, behind, c->part, c->region });
}

static bool
collect_load (gimple *stmt, tree, tree ref, void *data)
{
  add_use ((collector *) data, stmt, ref, false, false);
  return false;
}

static bool
collect_store (gimple *stmt, tree, tree ref, void *data)
{
  add_use ((collector *) data, stmt, ref, true, is_gimple_call (stmt));
  return false;
}

std::vector<memory_use>
find_uses (function *fun, const loop_regions &regions, origin_table *origins)
{
  std::vector<memory_use> list;
  collector c = { &list, origins, 0, 0 };
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      c.region = regions.at_begin (bb);
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
        if (!is_gimple_debug (gsi_stmt (g)) && !gimple_clobber_p (gsi_stmt (g)))
          {
            bool others = is_gimple_call (gsi_stmt (g)) || gimple_code (gsi_stmt (g)) == GIMPLE_ASM;
            c.part += others;
            c.region = regions.behind (gsi_stmt (g), c.region);
            walk_stmt_load_store_addr_ops (gsi_stmt (g), &c, collect_load, NULL, NULL);
            c.part += others;
            walk_stmt_load_store_addr_ops (gsi_stmt (g), &c, NULL, collect_store, NULL);
          }
    }
  return list;
}

/* ---- repeated ones */

typedef std::map<const origin *, std::vector<const memory_use *>> use_table;

HOST_WIDE_INT
cell_at (HOST_WIDE_INT at, int edge)
{
  return (at - edge) >> exact_log2 (options.cell);
}

bool
covers (const memory_use &before, const memory_use &u)
{
  if (before.origin != u.origin)
    return false;
  if (before.at <= u.at && u.at + u.size <= before.at + before.size)
    return true;
  int edge = before.edge >= 0 ? before.edge : u.edge;
  return edge >= 0 && cell_at (before.at, edge) <= cell_at (u.at, edge)
         && cell_at (u.at + u.size - 1, edge) <= cell_at (before.at + before.size - 1, edge);
}

HOST_WIDE_INT
cells_of (const memory_use &u)
{
  HOST_WIDE_INT cell = options.cell;
  if (u.align >= cell)
    return (u.size + cell - 1) / cell;
  if (u.size <= cell && (u.size & (u.size - 1)) == 0 && u.align >= u.size)
    return 1;
  return (u.size - 2 + cell) / cell + 1;
}

/* With trms: what others did may be seen behind a call or an asm statement, and to read a cell does not take it. */
static bool
still_covers (const memory_use &before, const memory_use &u)
{
  if (!options.trms)
    return true;
  return gimple_bb (before.stmt) == gimple_bb (u.stmt) && before.part == u.part && before.write >= u.write;
}

bool
is_certain (const memory_use &u)
{
  return !u.behind || !stmt_ends_bb_p (u.stmt);
}

static void
walk_block (basic_block bb, const std::map<basic_block, std::vector<unsigned>> &by_block,
            const loop_regions &regions, const std::vector<memory_use> &all, std::vector<bool> *drop, use_table *seen)
{
  std::vector<const origin *> added;
  auto here = by_block.find (bb);
  if (here != by_block.end ())
    for (unsigned i : here->second)
      {
        const memory_use &u = all[i];
        auto &same = (*seen)[u.origin];
        (*drop)[i] = std::any_of (same.begin (), same.end (), [&] (const memory_use *b) {
          return covers (*b, u) && still_covers (*b, u) && regions.is_inside (b->region, u.region);
        });
        if (!(*drop)[i] && is_certain (u))
          {
            same.push_back (&u);
            added.push_back (u.origin);
          }
      }
  for (basic_block son = first_dom_son (CDI_DOMINATORS, bb); son; son = next_dom_son (CDI_DOMINATORS, son))
    walk_block (son, by_block, regions, all, drop, seen);
  for (const origin *o : added)
    (*seen)[o].pop_back ();
}

void
drop_repeated (function *fun, const loop_regions &regions, std::vector<memory_use> *uses)
{
  std::map<basic_block, std::vector<unsigned>> by_block;
  for (unsigned i = 0; i < uses->size (); i++)
    by_block[gimple_bb ((*uses)[i].stmt)].push_back (i);
  std::vector<bool> drop (uses->size (), false);
  use_table seen;
  calculate_dominance_info (CDI_DOMINATORS);
  walk_block (ENTRY_BLOCK_PTR_FOR_FN (fun), by_block, regions, *uses, &drop, &seen);
  leave_out (drop, uses);
}

void
leave_out (const std::vector<bool> &drop, std::vector<memory_use> *uses)
{
  std::vector<memory_use> kept;
  for (unsigned i = 0; i < uses->size (); i++)
    if (!drop[i])
      kept.push_back ((*uses)[i]);
  uses->swap (kept);
}
