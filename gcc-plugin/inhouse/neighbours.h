/* SPDX-License-Identifier: GPL-3.0-or-later
 * Accesses whose cells are looked at together. */
#ifndef ALGOPROF_NEIGHBOURS_H
#define ALGOPROF_NEIGHBOURS_H

#include "inhouse/accesses.h"

struct use_group
{
  const memory_use *first;      /* where they are told */
  const memory_use *aligned;    /* begins with a cell; NULL: it is a single access */
  std::vector<HOST_WIDE_INT> cells;     /* ascending, as seen from that one's */
};

/* All of them, in their order: neighbours of one kind with nothing between them that may change or look at their
   cells. */
std::vector<use_group> join_neighbours (const std::vector<memory_use> &);

#endif
