/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where control comes into a mirror: at its entry, by an exception, where a sample is entered or left. */
#ifndef ALGOPROF_MIRROR_ENTRY_H
#define ALGOPROF_MIRROR_ENTRY_H

#include "compat/gcc-compat.h"

/* An exception has come here, to the end of what there is of the mirror. */
void trace_landing (void);

/* At the mirror's entry: parameters on the stack were written by the caller. */
void trace_parameters (function *);

/* Refuse functions where a sample could be entered or left between parts that find the global offset
   table. */
void check_parts_of_table (const std::vector<rtx_insn *> &);

#endif
