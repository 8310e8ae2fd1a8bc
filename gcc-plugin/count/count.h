/* SPDX-License-Identifier: GPL-3.0-or-later
 * Iterations of a loop: how they are counted. */
#ifndef ALGOPROF_COUNT_H
#define ALGOPROF_COUNT_H

#include "compat/gcc-compat.h"
#include "site/site.h"

enum count_method
{
  COUNT_IN_MEMORY,      /* hot.cost at each entry of the body: control may leave
                           the loop by no edge */
  COUNT_REGISTER,       /* a register, which GCC turns into a closed form */
  COUNT_INDUCTION,      /* what another induction variable says at the exits */
  COUNT_HIDDEN_REGISTER /* a register that induction variable optimisation must
                           not see: it would keep a copy of it */
};

struct count_plan
{
  count_method method;
  gphi *iv;             /* of COUNT_INDUCTION: in the header */
  tree base;            /* its value where the loop is entered from its front */
  HOST_WIDE_INT step;   /* its step, plus or minus a power of two */
};

/* How to count the original of a loop.  Only looks. */
count_plan plan_count (class loop *, const std::vector<gimple *> &bodies);

/* Replace the BODY markers by counting.  entry: the edge where counting begins at 0. */
void count_loop (class loop *, edge entry, const site_decls &, const count_plan &,
                 const std::vector<gimple *> &bodies);

#endif
