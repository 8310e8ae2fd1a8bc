/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the trace misses is reported to the runtime by name. */
#ifndef ALGOPROF_OPAQUE_H
#define ALGOPROF_OPAQUE_H

#include "arch/asm-code.h"

/* Code that calls `opaque' of this name.  All registers keep their values.  red_zone: bytes below
   the stack pointer that are left alone. */
asm_code opaque_code (const std::string &name, HOST_WIDE_INT red_zone);

/* The same as a statement at the end of what has been copied. */
void put_opaque (const char *name);

#endif
