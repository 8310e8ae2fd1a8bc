/* SPDX-License-Identifier: GPL-3.0-or-later
 * What calls of library functions read and write. */
#ifndef ALGOPROF_LIBC_MODEL_H
#define ALGOPROF_LIBC_MODEL_H

#include "gcc-compat.h"

enum libc_outcome
{
  LIBC_UNKNOWN,         /* no model: the trace misses what the call does */
  LIBC_MODELLED,        /* records stand before the call */
  LIBC_SILENT           /* touches no memory that could be input */
};

libc_outcome trace_libc_call (gcall *);

/* Functions of the unit that a modelled call would call back (qsort), so that
   they get clones. */
tree libc_callback (gcall *);

#endif
