/* SPDX-License-Identifier: GPL-3.0-or-later
 * The versions of a recursion's functions, and blocks that call one of them. */
#ifndef ALGOPROF_VERSION_CALLS_H
#define ALGOPROF_VERSION_CALLS_H

#include "mark/call-graph.h"

struct versions
{
  cgraph_node *inner, *traced, *within, *start; /* start: of a marked function, else NULL */
};

/* One target: the marked function, or several of one place (instances of a
   template). */
struct recursion
{
  std::string text;
  node_set marked;
  std::map<cgraph_node *, versions, by_order> split;    /* marked ones, others between */
  bool open;
};

/* What is made in cfun, a wrapper or a version that begins with a choice. */
struct wrapper
{
  const recursion &r;
  versions v;
  basic_block last;             /* the newest block, for the order of blocks */
  tree saved;                   /* of INSIDE, for OUTSIDE; NULL_TREE if closed */
};

/* A new block that calls a version with the function's own arguments and returns.
   token: of the instance that ends with the call, or NULL_TREE.  epilogue: to be done
   when the call is over (END, OUTSIDE), however that comes. */
basic_block calling_block (wrapper *, cgraph_node *callee, tree token, bool epilogue);

/* The choice of an outermost instance, in `bb', which has no successor; of an open
   recursion behind the question whether it is outermost. */
void append_choice (wrapper *, basic_block bb);
void append_open_choice (wrapper *, basic_block bb);

/* Of a version within: to `start' when the countdown of inner instances is over, else to
   `plain'; and the choice that is made there. */
void append_watch (wrapper *, basic_block bb, basic_block plain);
void append_inner_choice (wrapper *, basic_block bb);

#endif
