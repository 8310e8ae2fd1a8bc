/* SPDX-License-Identifier: GPL-3.0-or-later
 * Vector loops whose accesses are told before they run (include/algoprof/inhouse_abi.h, `counted'). */
#ifndef ALGOPROF_INHOUSE_COUNTED_LOOPS_H
#define ALGOPROF_INHOUSE_COUNTED_LOOPS_H

#include "inhouse/accesses.h"
#include "inhouse/runtime.h"

struct counted_access
{
  memory_use use;
  tree first;                   /* its address in the first iteration: a word */
  HOST_WIDE_INT step;           /* bytes from one iteration's to the next one's */
};

struct counted_loop
{
  edge entry;                   /* the only one that leads into it */
  tree times;                   /* how often each access is made: a word of what is known at the entry; at least 1 */
  std::vector<counted_access> accesses; /* in the order of an iteration */
};

/* Takes what these loops tell out of the uses.  Before anything is put into the function. */
std::vector<counted_loop> take_counted_loops (function *, std::vector<memory_use> *uses);

/* Edges are divided later (gsi_commit_edge_inserts). */
void put_counted_loops (const activation &, const std::vector<counted_loop> &);

#endif
