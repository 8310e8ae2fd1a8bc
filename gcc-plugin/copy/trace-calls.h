/* SPDX-License-Identifier: GPL-3.0-or-later
 * Calls of a mirror. */
#ifndef ALGOPROF_TRACE_CALLS_H
#define ALGOPROF_TRACE_CALLS_H

#include "compat/gcc-compat.h"

/* The call, the last instruction, becomes one of traced code, or is recorded as opaque. */
void trace_call_insn (rtx_insn *copy, const rtx_insn *original);

/* The instruction, the last one, is opaque if it is inline assembly that may touch any memory. */
void trace_asm_insn (rtx_insn *copy, const rtx_insn *original);

/* What traced code calls in place of a mirror that a function cannot have (why-no-mirror.h). */
void put_opaque_entry (function *);

#endif
