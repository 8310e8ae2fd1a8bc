/* SPDX-License-Identifier: GPL-3.0-or-later
 * Calls of a mirror, and where control comes into it in other ways. */
#ifndef ALGOPROF_TRACE_CALLS_H
#define ALGOPROF_TRACE_CALLS_H

#include "compat/gcc-compat.h"

/* The call, the last instruction, becomes one of traced code, or is recorded as opaque. */
void trace_call_insn (rtx_insn *copy, const rtx_insn *original);

/* The instruction, the last one, is opaque if it is inline assembly that may touch any memory. */
void trace_asm_insn (rtx_insn *copy, const rtx_insn *original);

/* An exception has come here, to the end of what there is of the mirror. */
void trace_landing (void);

/* At the mirror's entry: parameters on the stack were written by the caller. */
void trace_parameters (function *);

/* Refuse functions where a sample could be entered or left between parts that find the global offset
   table. */
void check_parts_of_table (const std::vector<rtx_insn *> &);

/* Of a function in whose place mirrors call another one: that this may change more than it does is
   kept from who calls it. */
void hide_registers (function *);
void finish_hiding (void *, void *);

/* What traced code calls in place of a mirror that a function cannot have (why-no-mirror.h). */
void put_opaque_entry (function *);

#endif
