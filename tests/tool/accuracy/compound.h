/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random loops of the kinds and sizes that the bounds of random loops were set
 * with: one to three components out of 16 kinds, in arrays, records or a heap.
 */
#ifndef TESTS_COMPOUND_H
#define TESTS_COMPOUND_H

#include "mixture.h"

/* The loop of a seed, for n instances: read it by mixture_read, cells being numbered
 * without holes. */
void compound_make(struct mixture *compound, uint64_t seed, uint64_t n);

/* Puts these cells where the memory layout of their component has them. */
void compound_place(const struct mixture *compound, struct spans *spans);

/* How many instances the run of a seed has: 2000 to 60,000. */
uint64_t compound_instances(uint64_t seed);

#endif
