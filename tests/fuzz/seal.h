/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_SEAL_H
#define TESTS_FUZZ_SEAL_H

#include <stdbool.h>

#include "logmake.h"

/* A log of bytes that are taken as its blocks: behind a good header, with lengths
 * that fit and all checksums, which chance would not find. */
void seal_log(const uint8_t *data, size_t size, struct logmake *made);

/* Can the reader make a log of it? */
bool can_be_read(const uint8_t *bytes, size_t size);

#endif
