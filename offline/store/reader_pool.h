/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Child processes that read uploads: a file that makes its reader use too much memory or
 * time, or crash, harms that reader only, and is bad.
 *
 *   memory       READERS_MEMORY, and READERS_MEMORY_OF_BYTE for each byte of the log (RLIMIT_AS)
 *   CPU time     one to three seconds, and one for each MiB of the log (RLIMIT_CPU)
 *   large logs   one at a time, whatever the number of readers
 *
 * What memory, time or a signal ends is read once more: a busy machine, or one short of memory, is no fault
 * of a file's.  Killed again it is unread, not bad.
 *
 * What a reader answers is checked as what comes from a database is.
 */
#ifndef OFFLINE_READER_POOL_H
#define OFFLINE_READER_POOL_H

#include "store/intake.h"

#define READERS_MEMORY (UINT64_C(64) << 20)
#define READERS_MEMORY_OF_BYTE 8u
#define READERS_LARGE (UINT64_C(4) << 20)   /* bytes unpacked: a large log */
#define READERS_HOLD (UINT64_C(32) << 20)   /* bytes of answers: enough for one batch */

struct readers;

/* n processes at most, which are made when they are needed.  They know what the store
 * knew when they were made. */
int readers_start(size_t n, const struct store *store, struct readers **out, struct err *err);
void readers_end(struct readers *readers);

/* Reads files from the first on, until all are read or their answers fill READERS_HOLD;
 * *done: how many were.  Only those whose state is INTAKE_UNSEEN.  0, or -1 with the
 * reason: no processes or memory. */
int readers_read(struct readers *readers, struct intake_file *files, size_t n, size_t *done,
                 struct err *err);

#endif
