/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logs as they are uploaded: compressed by zstd.
 */
#ifndef OFFLINE_UNPACK_H
#define OFFLINE_UNPACK_H

#include <stdbool.h>

#include "base/util.h"

/* No compressed log unpacks to more: ALGOPROF_MAX_LOG's default. */
#define UNPACK_MAX (64u << 20)

bool unpack_is_packed(const uint8_t *bytes, size_t size);

/* How many bytes the frame says it has; `most` if it does not say, or more. */
size_t unpack_size(const uint8_t *bytes, size_t size, size_t most);

/* One zstd frame, and nothing after it, in place of *bytes (malloc'ed).  0, or -1
 * with the reason: damaged, cut off, or larger than `most`; *bytes is untouched
 * then.  Memory: what is unpacked, and zstd's window of at most 8 MiB. */
int unpack(uint8_t **bytes, size_t *size, size_t most, struct err *err);

#endif
