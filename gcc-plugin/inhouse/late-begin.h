/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where an activation begins that may end before it has accessed or called anything. */
#ifndef ALGOPROF_INHOUSE_LATE_BEGIN_H
#define ALGOPROF_INHOUSE_LATE_BEGIN_H

#include "compat/gcc-compat.h"

struct late_begin
{
  basic_block at;                       /* it begins where this one does; NULL: before all others */
  bool never;                           /* nothing is accessed or called: it has no begin */
  std::vector<gimple *> brief_returns;  /* that no begun one comes to */
  std::vector<edge> brief, begun;       /* to returns that either comes to: by them it ends */
};

/* needs: the blocks that access or call something.  Before anything is put into the function. */
late_begin find_late_begin (function *, const std::set<basic_block> &needs, const std::vector<gimple *> &returns);

#endif
