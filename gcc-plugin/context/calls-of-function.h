/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a function calls, and how each call tells its callee the context. */
#ifndef ALGOPROF_CALLS_OF_FUNCTION_H
#define ALGOPROF_CALLS_OF_FUNCTION_H

#include "compat/gcc-compat.h"

enum call_how
{
  CALL_COUNTED, CALL_ITSELF, CALL_VERSION, CALL_HERE, CALL_KEPT, CALL_OUTSIDE, CALL_BY_CURSOR, CALL_IGNORED
};

struct one_call
{
  gcall *call;
  call_how how;
  tree callee;
  unsigned slot;
};

struct all_calls
{
  std::vector<one_call> list;
  std::vector<gcall *> leaving;
  std::vector<gimple *> landings;       /* calls that return twice */
  std::vector<gimple *> begins;         /* of instances of targets */
  std::vector<basic_block> pads;
  std::vector<gimple *> returns;        /* of a constructor or destructor */
  bool need_old = false;
};

/* May it have contexts at all? */
bool may_have_contexts (tree fndecl);

/* The function of this unit that runs, whatever else is linked; NULL: not known. */
tree function_here (tree fndecl);

/* It is compiled, calls nothing, and begins no instance. */
void note_no_record (tree fndecl);

/* Does the function go on behind the call? */
bool comes_back (gcall *);

/* Does it leave a call to one of the versions of fndecl, a recursion's function (recursion/version-calls.cc)?  It says so by its
   place. */
bool is_choice (gcall *, tree fndecl);

/* Calls that may be jumps become none where they must not be (contexts.cc). */
all_calls look_at_calls (function *);

#endif
