/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who calls whom, as far as the unit tells. */
#ifndef ALGOPROF_CALL_GRAPH_H
#define ALGOPROF_CALL_GRAPH_H

#include "compat/gcc-compat.h"

/* In the order of the unit, so that what is made of them has one too. */
struct by_order
{
  bool operator() (cgraph_node *a, cgraph_node *b) const { return a->order < b->order; }
};
typedef std::set<cgraph_node *, by_order> node_set;

/* The function's cycle: functions that it calls, directly or through others,
   and that call it so.  Empty if it does not call itself. */
node_set component_of (cgraph_node *);

/* Is it in a cycle of direct calls?  For all functions of the unit at once, as they are at the first question. */
bool is_recursive (cgraph_node *);

/* All functions on ways of direct calls from one of `ends' to another, they
   included. */
node_set between (const node_set &ends);

/* Does the function call one of these, or one of these it, directly or through
   others? */
bool calls_one_of (cgraph_node *, const node_set &);

/* Can a call of the function lead back to it by ways that are not seen: calls
   through pointers, or of functions whose body is elsewhere or may be replaced? */
bool may_come_back (cgraph_node *);

/* The function that a call of this one reaches for certain, or NULL. */
cgraph_node *certain_callee (cgraph_node *);

/* Does it choose what an ifunc is?  The loader calls it before the program is in order. */
bool is_resolver (tree fndecl);

/* Until allow_inlining: it is not inlined anywhere. */
void keep_from_inlining (tree fndecl);
void allow_inlining (tree fndecl);

#endif
