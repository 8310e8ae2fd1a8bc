/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OFFLINE_VARINT_H
#define OFFLINE_VARINT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a varint of log_format.h at *p, before end, and moves *p behind it.
 * False (and *p unchanged) if it is cut off or does not fit 64 bits. */
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

#endif
