/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What enumerates the subsets of its input costs 2^n, and reads each byte again and again.  A curve that bends upwards by chance does
 * not.
 */
#ifndef OFFLINE_EXPONENTIAL_H
#define OFFLINE_EXPONENTIAL_H

#include <stdbool.h>

#include "fit/fit.h"

#define EXPONENTIAL_BASE 1.01   /* per byte: doubled by an element of 70 bytes */
#define EXPONENTIAL_AGAIN 8.0   /* cost for each byte of the largest size */

/* It takes more bytes to double than an element has: its size says something else.  Sizes are bytes. */
static inline bool exponential_is_slow(const struct fit *fit)
{
    return fit->base < EXPONENTIAL_BASE;
}

/* Does it come to each byte that often?  Sizes are bytes, and costs iterations, accesses, blocks or nanoseconds. */
static inline bool exponential_comes_again(const struct fit *fit)
{
    return fit->cost_high >= EXPONENTIAL_AGAIN * fit->size_high;
}

#endif
