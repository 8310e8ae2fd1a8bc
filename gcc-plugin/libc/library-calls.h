/* SPDX-License-Identifier: GPL-3.0-or-later
 * What calls of library functions read and write, for the runtime. */
#ifndef ALGOPROF_MIRROR_LIBRARY_CALLS_H
#define ALGOPROF_MIRROR_LIBRARY_CALLS_H

#include "compat/gcc-compat.h"

enum library_outcome
{
  LIBRARY_UNKNOWN,      /* the trace misses what the call does, or some of it */
  LIBRARY_MODELLED,     /* `steps' say all that it does */
  LIBRARY_SILENT        /* touches no memory that could be input */
};

struct library_call
{
  library_outcome outcome;
  std::string steps;    /* as in rt_abi.h; "": none */
  bool behind;          /* some are taken when it has returned */
};

library_call describe_library_call (tree fndecl);

/* The function of the unit that a modelled call is seen to call back (qsort), or NULL_TREE. */
tree called_back_by (gcall *);

#endif
