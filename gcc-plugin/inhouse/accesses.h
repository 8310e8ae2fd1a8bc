/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which memory a function accesses, as far as others may see it. */
#ifndef ALGOPROF_INHOUSE_ACCESSES_H
#define ALGOPROF_INHOUSE_ACCESSES_H

#include "inhouse/origins.h"
#include "inhouse/running-loop.h"

struct memory_use
{
  gimple *stmt;
  tree ref;                     /* whose address is taken */
  tree base, offset;            /* of it: &base + offset + bytes */
  HOST_WIDE_INT bytes, size;
  const struct origin *origin;  /* likewise: origin + at */
  HOST_WIDE_INT at;
  unsigned align;               /* of the address, in bytes */
  int edge;                     /* a cell begins so many bytes behind the origin, less than one; -1: unknown */
  bool write;
  bool behind;                  /* made when the statement is over: a call's result */
  unsigned part;                /* of the function: another one behind each call */
  int region;                   /* whose execution it belongs to (inhouse/running-loop.h) */
};

/* All of the function that can be input of some activation, in the order of statements. */
std::vector<memory_use> find_uses (function *, const loop_regions &, origin_table *);

/* Which cell the byte `at' behind the origin lies in, seen from the one at the edge. */
HOST_WIDE_INT cell_at (HOST_WIDE_INT at, int edge);

/* How many cells it may lie in. */
HOST_WIDE_INT cells_of (const memory_use &);

/* Has whoever made the one accessed all cells of the other? */
bool covers (const memory_use &before, const memory_use &);
/* Is it made whenever its statement is?  A call's result is there only where the call came back. */
bool is_certain (const memory_use &);

/* Leaves out those that this activation has made before, whichever way it came there. */
void drop_repeated (function *, const loop_regions &, std::vector<memory_use> *);
void leave_out (const std::vector<bool> &which, std::vector<memory_use> *uses);

#endif
