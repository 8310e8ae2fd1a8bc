/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reads of one object on both sides of a condition, told by one record. */
#ifndef ALGOPROF_BRANCHES_H
#define ALGOPROF_BRANCHES_H

#include "ranges.h"

/* Of `accesses', which are those of `blocks', each block's in their order, take reads that
   lie before and behind a condition, and tell them there.  Result: how many. */
unsigned join_branches (const std::vector<basic_block> &blocks, std::vector<mem_access> *accesses);

#endif
