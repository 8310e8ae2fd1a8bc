/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     memset (p, 0, 4 * n);            goto memset, which returns to the caller
 *     CLOSE
 *     return;
 *
 * In the traced copy such a sample ends before the jump, when everything about the call has been
 * recorded; and before every other return, since the end of a sample that has not begun does nothing. */
#include "count/tail-close.h"
#include "arch/machine.h"
#include "compat/roots.h"
#include "count/count-before-call.h"
#include "site/runtime-calls.h"

/* By the functions' numbers: operands of the statements that were removed. */
static std::map<unsigned, std::vector<tree>> dropped;

/* From there on the function only returns; other samples may end. */
static bool
returns_at_once (gimple_stmt_iterator g)
{
  std::set<basic_block> seen;
  for (basic_block bb = gsi_bb (g);;)
    {
      for (; !gsi_end_p (g); gsi_next (&g))
        if (gimple_code (gsi_stmt (g)) == GIMPLE_RETURN)
          return true;
        else if (!is_gimple_debug (gsi_stmt (g)) && gimple_code (gsi_stmt (g)) != GIMPLE_LABEL && !is_close (gsi_stmt (g)))
          return false;
      if (!single_succ_p (bb) || !seen.insert (bb).second)
        return false;
      bb = single_succ (bb);
      g = gsi_start_bb (bb);
    }
}

static bool
is_first (gimple *stmt)
{
  for (gimple_stmt_iterator g = gsi_after_labels (gimple_bb (stmt)); gsi_stmt (g) != stmt; gsi_next (&g))
    if (!is_gimple_debug (gsi_stmt (g)) && !is_close (gsi_stmt (g)))
      return false;
  return true;
}

/* Is a call that GCC made of a loop the last thing before it, on some way? */
static bool
follows_call (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  edge e;
  edge_iterator ei;
  if (block_call_before (bb, stmt))
    return true;
  if (is_first (stmt))
    FOR_EACH_EDGE (e, ei, bb->preds)
      if (single_succ_p (e->src) && block_call_before (e->src, NULL))
        return true;
  return false;
}

unsigned
drop_last_closes (function *fun)
{
  if (are_symbols_far ())
    return 0;           /* no address of a descriptor is an operand there */
  std::vector<gimple *> list;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (is_close (gsi_stmt (g)) && returns_at_once (g) && follows_call (gsi_stmt (g)))
        list.push_back (gsi_stmt (g));
  for (gimple *stmt : list)
    {
      tree named = TREE_VALUE (gimple_asm_input_op (as_a<gasm *> (stmt), 0));
      dropped[DECL_UID (fun->decl)].push_back (keep_tree (named));
      gimple_stmt_iterator g = gsi_for_stmt (stmt);
      unlink_stmt_vdef (stmt);
      gsi_remove (&g, true);
    }
  return list.empty () ? 0 : TODO_update_ssa;
}

std::vector<rtx>
closed_at_returns (function *fun)
{
  std::vector<rtx> list;
  for (tree named : dropped[DECL_UID (fun->decl)])
    {
      poly_int64 offset = 0;
      tree base = get_addr_base_and_unit_offset (named, &offset);
      list.push_back (plus_constant (Pmode, XEXP (DECL_RTL (base), 0), offset));
    }
  return list;
}
