/* SPDX-License-Identifier: GPL-3.0-or-later
 * Hides a value from the optimiser. */
#ifndef TESTS_COUNTS_OPAQUE_H
#define TESTS_COUNTS_OPAQUE_H

static inline int opaque(int x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}

#endif
