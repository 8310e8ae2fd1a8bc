/* SPDX-License-Identifier: GPL-3.0-or-later
 * Counts that are known before their loop. */
#ifndef ALGOPROF_COUNT_BEFORE_LOOP_H
#define ALGOPROF_COUNT_BEFORE_LOOP_H

#include "compat/gcc-compat.h"

/* Where GCC has found out what a loop's count will be, add it before the loop.  Late, but
   before tail calls are looked for.  Result: what is to be done. */
unsigned count_ahead (function *);

#endif
