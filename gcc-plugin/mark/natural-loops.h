/* SPDX-License-Identifier: GPL-3.0-or-later
 * Natural loops of a flow graph: a header that dominates the rest, and all blocks that lead back to it. */
#ifndef ALGOPROF_NATURAL_LOOPS_H
#define ALGOPROF_NATURAL_LOOPS_H

#include "compat/gcc-compat.h"

struct dominators;

class natural_loop
{
public:
  basic_block header () const { return first; }
  bool contains (basic_block bb) const { return blocks.count (bb->index) != 0; }
  size_t size () const { return blocks.size (); }
  /* By edges that statements can stand on only. */
  bool can_be_entered () const;

private:
  friend std::vector<natural_loop> find_natural_loops (function *);
  natural_loop (basic_block header) : first (header), blocks ({ header->index }) {}
  void add_latch (basic_block, const dominators &);
  basic_block first;
  std::set<int> blocks;
};

/* Does control come back by it, from a call, to where setjmp returns a second time or to a label of a function
   around?  Such edges are passed over. */
bool is_way_back (edge);

/* Loops of several edges back to one header are one. */
std::vector<natural_loop> find_natural_loops (function *);

#endif
