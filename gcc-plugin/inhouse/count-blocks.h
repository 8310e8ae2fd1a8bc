/* SPDX-License-Identifier: GPL-3.0-or-later
 * An activation's cost: the basic blocks that it executes. */
#ifndef ALGOPROF_INHOUSE_COUNT_BLOCKS_H
#define ALGOPROF_INHOUSE_COUNT_BLOCKS_H

#include "inhouse/runtime.h"

/* Where the function's blocks are counted. */
struct block_counts
{
  bool each;                            /* one more in each block; else on edges: */
  std::map<int, long> ahead;            /* by a block's index: how many more than the variable says it is there */
  std::vector<std::pair<edge, long>> adds;
  std::map<int, gimple *> behind;       /* blocks that count behind a statement of theirs, not where they begin */
};

/* Before anything is put into the function. */
block_counts place_counts (function *, bool each);

/* Blocks executed where `stmt' is, its own included, as a number for a call. */
tree put_count (gimple_seq *, const activation &, const block_counts &, int block);

/* The same at the end of an edge, before what its count adds. */
tree put_count_on (gimple_seq *, const activation &, const block_counts &, edge);

/* The variable is what it has to be in this block for so many blocks executed. */
void put_count_from (gimple_seq *, const activation &, const block_counts &, int block, tree count);

/* A call of the C library has executed so many blocks: a word. */
void put_more_blocks (gimple_seq *, const activation &, tree more);

/* Puts the counting itself; edges are divided later (gsi_commit_edge_inserts). */
void put_counts (function *, const activation &, const block_counts &);

#endif
