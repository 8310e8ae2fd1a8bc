/* SPDX-License-Identifier: GPL-3.0-or-later
 * Accesses that need not be told one by one. */
#ifndef ALGOPROF_REPEATED_H
#define ALGOPROF_REPEATED_H

#include "ranges.h"

struct place
{
  tree base;                    /* a variable or an SSA name; NULL_TREE: unknown */
  tree offset;                  /* that is no constant, or NULL_TREE */
  HOST_WIDE_INT at, size;       /* bytes */
};

struct placed_access
{
  mem_access access;
  place where;
};


/* Drop the accesses that cannot be the first of their cells, and make one of
   those that touch bytes side by side one after the other.  `accesses' are
   those of `blocks', traced code, each block's in their order; loop structures
   and dominators are at hand.  Result: how many fewer they are. */
unsigned drop_repeated (const std::vector<basic_block> &blocks, std::vector<mem_access> *accesses);

#endif
