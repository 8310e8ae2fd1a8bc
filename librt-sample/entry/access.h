/* SPDX-License-Identifier: MIT
 * Accesses: what the entry points do, for the runtime's own code. */
#ifndef RT_ACCESS_H
#define RT_ACCESS_H

#include "arch/machine.h"
#include <stdint.h>

RT_THUNK void rt_record_range(uint64_t address, uint64_t size, unsigned flags, uint64_t low);
/* Four words, as stride's arguments; they change.  alone: nothing else that is known is accessed in between. */
RT_THUNK void rt_record_stride(uint64_t *words, bool alone, uint64_t low);

/* The full forms (entry/access_slow.c).  low: the lowest address that the caller's frame may use. */
void rt_access(uint64_t address, uint64_t meta, uint64_t, uint64_t, uint64_t low);
void rt_range(uint64_t address, uint64_t size, unsigned flags, uint64_t, uint64_t low);
void rt_stride(const uint64_t *words);

#endif
