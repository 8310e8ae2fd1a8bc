/* SPDX-License-Identifier: GPL-3.0-or-later
 * Statements of recursions, inline asm like those of site/runtime-calls.h. */
#ifndef ALGOPROF_EMIT_RECURSION_H
#define ALGOPROF_EMIT_RECURSION_H

#include "compat/gcc-compat.h"

/* In an open recursion's wrapper.  state, int: enum nesting (marker.h); unless
   nested, the stack pointer is kept in the record and `saved' is what was there. */
void emit_inside (gimple_seq *, tree hot, tree state, tree saved);
void emit_outside (gimple_seq *, tree hot, tree saved);

/* Behind setjmp: a stack pointer in the record that is below ours is dead. */
void emit_forget_inside (gimple_seq *, tree hot);

/* Unless no instance is traced (rt_abi.h): base = enter (hot, base); base =
   join (hot); leave or tail (hot, base).  base is a variable. */
void emit_enter (gimple_seq *, tree hot, tree base);
void emit_join (gimple_seq *, tree hot, tree base);
void emit_leave (gimple_seq *, const char *entry, tree hot, tree base);

#endif
