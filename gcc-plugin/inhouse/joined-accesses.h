/* SPDX-License-Identifier: GPL-3.0-or-later
 * Accesses whose cells are looked at together. */
#ifndef ALGOPROF_NEIGHBOURS_H
#define ALGOPROF_NEIGHBOURS_H

#include "inhouse/accesses.h"

struct use_group
{
  const memory_use *first;      /* where they are told */
  int edge;                     /* of them; -1: where cells begin is not known */
  std::vector<HOST_WIDE_INT> cells;     /* ascending, as seen from the one at the edge */
  HOST_WIDE_INT at, size;       /* without an edge: all bytes, which no whole cell lies between; 0: it is a single access */
  int leader;                   /* the group that has looked for the stamp of a cell near; -1: none, or it is one itself */
  bool leads;
  int read_before;              /* with trms, of a write of one cell: the group of reads just before that has its cell; -1: none */
  tree begin;                   /* made later: where the stamp of its leader's first cell is, if it has an edge */
  tree cell;                    /* made later, of one access of a single cell without */
};

/* All of them, in their order: neighbours of one kind with nothing between them that may change or look at their
   cells. */
std::vector<use_group> join_neighbours (const std::vector<memory_use> &);

/* Where a group is dominated by one of the same origin, it is led by that. */
void find_leaders (std::vector<use_group> *);

void find_reads_before (std::vector<use_group> *);

#endif
