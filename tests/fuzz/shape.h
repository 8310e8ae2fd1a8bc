/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes logs by their structure: moves, repeats and drops whole blocks, and changes numbers in them.
 */
#ifndef TESTS_FUZZ_SHAPE_H
#define TESTS_FUZZ_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#define SHAPE_BLOCKS 512

struct shape_span {
    size_t at, len;
};

/* The blocks that bytes have, as far as lengths fit. */
size_t shape_blocks(const uint8_t *data, size_t size, struct shape_span *out);
/* A libFuzzer's custom mutator. */
size_t shape_mutate(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
