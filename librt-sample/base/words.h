/* SPDX-License-Identifier: MIT
 * Addresses of the host's. */
#ifndef RT_WORDS_H
#define RT_WORDS_H

#include <stdint.h>

/* The host's addresses come as words. */
static inline void *rt_pointer(uint64_t word)
{
    return (void *)(uintptr_t)word;
}

#endif
