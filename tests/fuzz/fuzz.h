/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Harnesses: each fuzz_NAME.c takes bytes as what its reader reads.  Linked with
 * libFuzzer by `make fuzz`, with replay.c by `make check`.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a stream; as a file that its name opens, until the next one. */
FILE *fuzz_stream(const uint8_t *data, size_t size);
const char *fuzz_path(const uint8_t *data, size_t size);

#endif
