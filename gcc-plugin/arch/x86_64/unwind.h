/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where a call of the runtime moves the stack pointer. */
#ifndef ALGOPROF_UNWIND_H
#define ALGOPROF_UNWIND_H

#include "compat/gcc-compat.h"

/* Once GCC has made the function's unwinding information. */
void tell_moved_stack (function *);

#endif
