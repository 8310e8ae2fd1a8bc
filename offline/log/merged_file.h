/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Merged logs: many in one file (algoprof/log_merged.h).
 */
#ifndef OFFLINE_MERGED_FILE_H
#define OFFLINE_MERGED_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include <algoprof/log_merged.h>

#include "log/log_read.h"

/* The index of an open file.  1 and *list (to be freed), *n if it is a merged
 * file; 0 if it is none; -1 with the reason: it cannot be read, or is damaged. */
int merged_index(int fd, struct alog_member **list, size_t *n, struct err *err);

/* Reads one of its logs, as log_read. */
int merged_read(const char *path, const struct alog_member *member, struct log **out,
                struct err *err);

/* Writes a merged file into an empty regular one: begin, then each log in order of
 * its run id, then end.  n: how many there will be. */
struct merged_writer {
    FILE *out;
    struct alog_member *list;
    size_t n, at;
    uint64_t offset;
};

/* 0, or -1 with the reason. */
int merged_begin(struct merged_writer *w, FILE *out, size_t n, struct err *err);
void merged_add(struct merged_writer *w, const struct log *log);

/* Writes the index, which makes it a merged file.  Errors of writing stay in the
 * stream.  Frees what begin took. */
void merged_end(struct merged_writer *w);

/* Which of two logs of one run id shall count: > 0 the first, < 0 the second, 0
 * they are equal.  By commit, bytes and their hash: the same answer in any order. */
struct merged_rank {
    uint64_t sequence, used, hash;
};
struct merged_rank merged_rank(const struct log *log);
int merged_compare(const struct merged_rank *a, const struct merged_rank *b);

#endif
