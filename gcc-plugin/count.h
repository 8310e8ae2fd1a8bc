/* SPDX-License-Identifier: GPL-3.0-or-later
 * Iterations of a loop: how they are counted. */
#ifndef ALGOPROF_COUNT_H
#define ALGOPROF_COUNT_H

#include "gcc-compat.h"
#include "site.h"

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
  bool hidden;          /* in a register that the program's variables are not made of */
  bool told_by_original;        /* what a clone has counted when it goes on in the original:
                                   the variable's value tells it there */
};

/* How to count the original of a loop.  Only looks. */
count_plan plan_count (class loop *, const std::vector<gimple *> &bodies);

/* The traced version needs its count at hand; its copy without a trace may run for
   long. */
count_plan plan_traced_count (class loop *);
count_plan plan_copy_count (class loop *);

/* Replace the BODY markers by counting.  In a traced version `token' is what
   begin gave, and the exits end the instance; elsewhere it is NULL_TREE.  entry: the
   edge where counting begins at 0, or NULL.  Result: the variable that counts, which
   has no SSA form yet, or NULL_TREE: there is none. */
tree count_loop (class loop *, edge entry, const site_decls &, const count_plan &, tree token,
                 const std::vector<gimple *> &bodies);

#endif
