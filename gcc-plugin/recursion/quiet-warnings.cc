/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What GCC warns of late (dangling pointers, values that may not be set) it finds by the flow
 * graph, and that of a recursion's traced version has more joints than the original's.  What is worth a
 * warning is in the original too, so it is left out. */
#include "recursion/quiet-warnings.h"

static void
hush (basic_block bb)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    gimple_set_no_warning (gsi_stmt (g), true);
  for (gphi_iterator p = gsi_start_phis (bb); !gsi_end_p (p); gsi_next (&p))
    gimple_set_no_warning (p.phi (), true);
}

void
quiet_warnings (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    hush (bb);
}
