/* SPDX-License-Identifier: MIT
 *
 * Blocks of a log, docs/log-format.md.
 */
#ifndef UPLOAD_BLOCKS_H
#define UPLOAD_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"

/* The checksum that the block should have with this payload, whose checked part is there. */
uint64_t block_checksum(const struct alog_block *block, const uint8_t *payload);

/* Whether the block, which begins `left` bytes before the log's end, lies in it and has
 * that checksum. */
bool block_is_sound(const struct alog_block *block, const uint8_t *bytes, size_t left);

#endif
