/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mirrors/nothing-to-trace.h"

/* Does a built-in or internal function compute its result from its arguments alone? */
static bool
only_computes (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  return (gimple_call_internal_p (call) || (fndecl && fndecl_built_in_p (fndecl)))
         && (gimple_call_flags (call) & ECF_CONST) && !gimple_vuse (call);
}

static bool
is_harmless (gimple *stmt)
{
  if (is_gimple_debug (stmt))
    return true;
  if (greturn *ret = dyn_cast<greturn *> (stmt))
    {
      tree value = gimple_return_retval (ret);
      return !value || is_gimple_reg (value) || is_gimple_min_invariant (value);
    }
  if (gcall *call = dyn_cast<gcall *> (stmt))
    return only_computes (call);
  return gimple_code (stmt) != GIMPLE_ASM && !gimple_vuse (stmt) && !gimple_assign_load_p (stmt)
         && !gimple_store_p (stmt);
}

bool
has_nothing_to_trace (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (!is_harmless (gsi_stmt (g)))
        return false;
  return true;
}
