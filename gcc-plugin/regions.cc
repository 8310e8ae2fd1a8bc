/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GCC allocates registers of each loop that needs many by themselves, which takes it long,
 * and the copies of a loop are loops, too.  Of more than --param ira-max-loops-num it leaves
 * out those that run least: the copies, if that is how many others there are.
 */
#include "regions.h"

static unsigned noted;

/* GCC's own, while it is another. */
static int own_limit;

void
note_copies (function *fun)
{
  noted = DECL_UID (fun->decl);
}

/* How many loops are the function's own; -1: one seems to run as seldom as a copy. */
static int
own_loops (function *fun)
{
  int own = 0;
  bool clear = true;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  FOR_EACH_LOOP_NUMBER (fun, n)
    if (class loop *l = get_loop (fun, n))
      if (l->header->count.nonzero_p ())
        {
          own++;
          clear &= l->header->count.to_frequency (fun) > 0;
        }
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
  return clear ? own : -1;
}

void
join_cold_regions (function *fun)
{
  int &limit = global_options.x_param_ira_max_loops_num;
  if (!optimize || noted != DECL_UID (fun->decl) || flag_ira_region == IRA_REGION_ONE)
    return;
  int own = own_loops (fun);
  if (own < 0 || own >= limit)
    return;
  own_limit = limit + 1;
  limit = own;
}

void
forget_copies (void *, void *)
{
  if (own_limit)
    global_options.x_param_ira_max_loops_num = own_limit - 1;
  own_limit = 0;
  noted = 0;
}
