/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What GCC warns of late (dangling pointers, values that may not be set) it finds by the flow
 * graph, and that of copies has more joints than the original's: an object's end in the clone comes
 * before its use in the copy that the clone is left for; that two conditions are one is not seen any
 * more.  What is worth a warning is in the original too, so copies are left out. */
#include "quiet.h"
#include "emit.h"

static void
hush (basic_block bb)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    gimple_set_no_warning (gsi_stmt (g), true);
  for (gphi_iterator p = gsi_start_phis (bb); !gsi_end_p (p); gsi_next (&p))
    gimple_set_no_warning (p.phi (), true);
}

void
hush_copies (function *fun, bool all)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (all)
      hush (bb);
    else if (has_begin (bb))
      for (basic_block behind : get_all_dominated_blocks (CDI_DOMINATORS, bb))
        hush (behind);
}
