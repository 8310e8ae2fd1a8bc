/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the log reader: payloads of blocks.
 */
#ifndef OFFLINE_LOG_BLOCK_H
#define OFFLINE_LOG_BLOCK_H

#include "log/log_read.h"

/* Checks a payload of `size` bytes (its checksum was right) and adds it to the
 * log's arrays.  Numbers of other blocks stay unresolved.  Unknown tags are
 * counted and skipped. */
int log_block_add(struct log *log, const struct alog_block *block, const uint8_t *payload,
                  size_t size, struct err *err);

/* So many more traced instances follow: are these not too many? */
int log_block_count(struct log *log, uint64_t more, struct err *err);

/* Takes the lists of an instance, whose numbers are there, off the front of what is left, and checks it. */
int log_block_lists(struct log_instance *entry, const uint8_t **p, size_t *left, struct err *err);

/* Resolves its numbers. */
int log_block_link_instance(const struct log *log, struct log_instance *in, struct err *err);

/* Likewise for ALOG_LABEL, ALOG_SPENT and ALOG_LOST.  After all blocks: sorts. */
int log_about_add(struct log_about *about, const struct alog_block *block, const uint8_t *payload,
                  size_t size, struct err *err);
void log_about_link(struct log_about *about);
void log_about_free(struct log_about *about);

/* After all blocks: sorts what is looked up by number, refuses duplicates, and
 * resolves all numbers, sites into indexes. */
int log_block_link(struct log *log, struct err *err);

#endif
