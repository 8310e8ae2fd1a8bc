/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where asm statements of the plugin move the stack pointer. */
#ifndef ALGOPROF_UNWIND_H
#define ALGOPROF_UNWIND_H

#include "compat/gcc-compat.h"

/* Describe that to unwinders.  Once GCC has made the function's unwinding information. */
void describe_moved_stack (function *);

#endif
