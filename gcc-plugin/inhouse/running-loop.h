/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops that are profiled (mark/inhouse-loops.h) in a function as GCC has left it: which execution is running where. */
#ifndef ALGOPROF_RUNNING_LOOP_H
#define ALGOPROF_RUNNING_LOOP_H

#include "mark/marker.h"

/* 0: the function's activation; from 1: that of a loop, by the place where it is opened; negative: unknown, as of
   some place. */
class loop_regions
{
public:
  explicit loop_regions (function *);
  bool any () const { return !up.empty (); }
  int at_begin (basic_block bb) const { return any () ? begin[bb->index] : 0; }
  int behind (gimple *stmt, int region) const;
  /* What `inner' accesses, `outer' has accessed: inner is the same execution, or one inside it. */
  bool is_inside (int inner, int outer) const;

private:
  std::map<gimple *, int> opened;       /* from 1 */
  std::vector<int> up;                  /* of opened ones: the region around; empty: there is none */
  std::vector<int> begin;               /* by a block's index */
  bool pass (basic_block, int *region);
  bool enter (basic_block, int region, std::vector<bool> *reached);
};

#endif
