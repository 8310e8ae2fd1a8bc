/* SPDX-License-Identifier: GPL-3.0-or-later
 * Calls of a mirror. */
#ifndef ALGOPROF_MIRROR_CALLS_H
#define ALGOPROF_MIRROR_CALLS_H

#include "gcc-compat.h"

/* The call, the last instruction, is one of traced code, or told for an opaque one. */
void trace_call_insn (rtx_insn *copy, rtx_insn *original);

#endif
