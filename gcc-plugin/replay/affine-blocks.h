/* SPDX-License-Identifier: GPL-3.0-or-later
 * The blocks of a loop, and the edges into it and out of it. */
#ifndef ALGOPROF_AFFINE_BLOCKS_H
#define ALGOPROF_AFFINE_BLOCKS_H

#include "replay/affine-loop.h"

/* Its blocks: all that leads to the edges back to the header; false: that is no loop with one entry, or a large one. */
bool collect_blocks (affine_loop *, basic_block header);

/* And the loops in it.  false: something cannot be put on each edge into the loop and out of it, or one in it has
   several entries. */
bool collect_edges (affine_loop *);

void find_above (affine_loop *);

/* The blocks that each iteration passes once, in their order. */
std::vector<unsigned> list_passed (const affine_loop &);

#endif
