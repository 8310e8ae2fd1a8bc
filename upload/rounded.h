/* SPDX-License-Identifier: MIT
 *
 * Logs that tell sizes and costs by two significant digits only.
 */
#ifndef UPLOAD_ROUNDED_H
#define UPLOAD_ROUNDED_H

#include <stddef.h>
#include <stdint.h>

/* The number with its first two digits, and zeros; 2^64 - 1, which stands for sums that
 * do not fit, as it is.  _up: the next such number that is not below (or 2^64 - 1). */
uint64_t rounded_down(uint64_t number);
uint64_t rounded_up(uint64_t number);

/* Most bytes of a rounded log of `used` bytes. */
size_t rounded_room(size_t used);

/* Copies a log (the first `used` bytes of one whose header holds) to `to`, which has
 * rounded_room (used) bytes: costs, sizes and counts of calls are rounded, those of
 * single instances down, totals up; sets of cells lose their last cells; of recursions
 * the single calls below an outermost one are left out, as is what is unknown.
 * Instances that would make it longer than `most` bytes are left out, too.  The
 * copy's length; 0: the log is damaged. */
size_t rounded_copy(const uint8_t *log, size_t used, size_t most, uint8_t *to);

#endif
