/* SPDX-License-Identifier: MIT
 *
 * What the entry points range and stride do (trace/access.c), for the runtime's own quick code. */
#ifndef RT_TELL_H
#define RT_TELL_H

#include "trace/quick.h"
#include <stdint.h>

RT_THUNK void rt_tell_range(uint64_t address, uint64_t size, unsigned flags, uint64_t low);
/* Four words, as stride's arguments; they change.  alone: nothing else that is known is accessed in between. */
RT_THUNK void rt_tell_stride(uint64_t *words, bool alone, uint64_t low);

#endif
