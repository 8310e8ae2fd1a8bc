/* SPDX-License-Identifier: MIT
 *
 * What the runtime and readers of a log compute alike: classes of sizes and of work, and which lines of a set are
 * kept.  log_format.h has the bytes.
 */
#ifndef ALGOPROF_SIZE_CLASSES_H
#define ALGOPROF_SIZE_CLASSES_H

#include <stdint.h>

/* Classes: sizes below 64 one by one, then 32 to each doubling.  The class of
 * a size, from 0 (size 0 does not occur) up to 1919. */
static inline unsigned alog_size_class(uint64_t size)
{
    if (size < 64)
        return (unsigned)size;
    unsigned bits = 64u - (unsigned)__builtin_clzll(size);   /* 7 .. 64 */
    return (bits - 5) * 32 + (unsigned)(size >> (bits - 6)) - 32;
}

/* How much an instance accessed, reads and writes, again and again: in words of 8
 * bytes, quarters of a doubling, from 1 on.  0: nothing, or not known. */
static inline uint8_t alog_work_class(uint64_t words)
{
    if (!words)
        return 0;
    unsigned bits = 63u - (unsigned)__builtin_clzll(words);
    uint64_t rest = bits >= 2 ? words >> (bits - 2) & 3 : words << (2 - bits) & 3;
    return (uint8_t)(1 + 4 * bits + rest);
}

/* Which lines survive thinning (finaliser of SplitMix64, Steele et al. 2014). */
static inline uint64_t alog_line_hash(uint64_t line)
{
    line += 0x9e3779b97f4a7c15u;
    line = (line ^ (line >> 30)) * 0xbf58476d1ce4e5b9u;
    line = (line ^ (line >> 27)) * 0x94d049bb133111ebu;
    return line ^ (line >> 31);
}

#endif
