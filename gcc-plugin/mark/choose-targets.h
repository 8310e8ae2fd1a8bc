/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which loops and functions are targets: from marks in the source and on the command line to markers in the code. */
#ifndef ALGOPROF_CHOOSE_TARGETS_H
#define ALGOPROF_CHOOSE_TARGETS_H

#include "compat/gcc-compat.h"

/* PLUGIN_PRE_GENERICIZE callback: put markers into a function's tree. */
void mark_function (void *fndecl, void *);

/* Should every loop of the function be a target, also those that no statement
   of the source stands for?  Then the site for the one at this place. */
bool wants_all_loops (tree fndecl);
std::string site_of_other_loop (tree fndecl, location_t, unsigned number);

/* Was that said, by "loops": not by `*', nor unless it is a recursion? */
bool asks_for_loops (tree fndecl);

/* Why a function is to be profiled as a recursion. */
enum recursion_reason
{
  RECURSION_ASKED_FOR,  /* "recursion": refuse it if it is none */
  RECURSION_OR_LOOPS,   /* if it is one; else its loops */
  RECURSION_OF_ALL      /* `*': if it is one, and its loops too */
};

struct wanted_recursion
{
  recursion_reason reason;
  unsigned flags;               /* of its site */
  std::string text;             /* its site */
};

/* Is the loop of this text a target only because its function is one? */
bool is_marked_by_function (const std::string &text);

/* NULL: it is not wanted. */
const wanted_recursion *find_wanted_recursion (tree fndecl);

/* The function is profiled as a recursion instead of its loops: the texts of
   the markers that are not to be. */
std::set<std::string> give_up_loops (tree fndecl);

/* The site of a loop that only in-house mode profiles. */
std::string site_of_inhouse_loop (tree fndecl, location_t where);

/* Has a loop of the unit a mark, be it for in-house mode alone? */
bool any_loop_is_marked (void);

#endif
