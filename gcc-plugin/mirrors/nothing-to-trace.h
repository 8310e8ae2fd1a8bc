/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions that need no mirror: their own instructions are what traced code runs. */
#ifndef ALGOPROF_NOTHING_TO_TRACE_H
#define ALGOPROF_NOTHING_TO_TRACE_H

#include "compat/gcc-compat.h"

/* Late in IPA: does the function neither access memory nor call anything that a trace would tell of?  Registers,
   and what GCC keeps of them in the frame, are no memory. */
bool has_nothing_to_trace (function *fun);

#endif
