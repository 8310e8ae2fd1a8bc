/* SPDX-License-Identifier: GPL-3.0-or-later
 * Accesses of a loop that can be told all at once. */
#ifndef ALGOPROF_RANGES_H
#define ALGOPROF_RANGES_H

#include "gcc-compat.h"

struct mem_access
{
  gimple *stmt;
  tree ref;
  bool write;
};

/* All of a loop's accesses, and how often its body is entered. */
struct whole_plan
{
  gimple_seq records;
  tree iterations;
};

/* Of a loop without a call, whose accesses' addresses are all known when it is entered, and can be told
   there, reads first, without a cell's first access in the loop turning from a write into a read or the
   other way round; false: it is none.  body: the block that an iteration enters.  Loop structures, dominators
   and scalar evolution are at hand. */
bool plan_whole (class loop *, basic_block body, const std::vector<mem_access> &, whole_plan *);

#endif
