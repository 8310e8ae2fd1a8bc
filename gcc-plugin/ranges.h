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

/* What is to be told where a loop is entered or left. */
struct edge_records
{
  edge where;
  gimple_seq records;
};

struct range_plan
{
  std::set<std::pair<gimple *, tree>> covered;  /* accesses, as (statement, reference) */
  std::vector<edge_records> records;
  std::set<class loop *> whole;         /* nothing is left to be told in them, and they can
                                           stay as the original is */
};

/* Of the accesses in these blocks, those of innermost loops without a call
   whose addresses are known when the loop is entered, and that can be told there, or if
   their number is not known where it is left, reads first, without a cell's first access
   in the loop turning from a write into a read or the other way round.  `blocks' are traced code;
   loop structures, dominators and scalar evolution are at hand. */
range_plan plan_ranges (const std::vector<basic_block> &blocks,
                        const std::vector<mem_access> &);

/* All of a loop's accesses, and how often its body is entered. */
struct whole_plan
{
  gimple_seq records;
  tree iterations;
};

/* The same for one loop; false: not all of it can be told.  body: the block that an
   iteration enters. */
bool plan_whole (class loop *, basic_block body, const std::vector<mem_access> &, whole_plan *);

/* Put the records in place: after everything else is. */
void insert_ranges (const range_plan &);

#endif
