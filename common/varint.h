/* SPDX-License-Identifier: MIT
 *
 * Numbers of variable length (LEB128): 7 bits a byte, least first, the high bit set
 * on all but the last byte.
 */
#ifndef COMMON_VARINT_H
#define COMMON_VARINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VARINT_MAX 10           /* bytes of the largest number */

/* Reads the number at *p, before end, and moves *p behind it.  False, and *p
 * unchanged, if it is cut off or does not fit 64 bits. */
static inline bool varint_read(const uint8_t **p, const uint8_t *end, uint64_t *value)
{
    const uint8_t *q = *p;
    uint64_t v = 0;
    for (unsigned shift = 0; q < end && shift < 70; shift += 7) {
        uint8_t byte = *q++;
        if (shift == 63 && byte > 1)
            return false;
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            *p = q;
            *value = v;
            return true;
        }
    }
    return false;
}

/* Writes it to `to` (NULL: nowhere), and returns its bytes, 1 to VARINT_MAX. */
static inline size_t varint_write(uint8_t *to, uint64_t value)
{
    size_t n = 0;
    for (; value >= 0x80; value >>= 7, n++)
        if (to)
            to[n] = (uint8_t)(value | 0x80);
    if (to)
        to[n] = (uint8_t)value;
    return n + 1;
}

#endif
