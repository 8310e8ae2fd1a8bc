/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From what users' machines sent to a database: every file is hostile until it was
 * read.
 *
 *   HASH.aplog.zst   a log by zstd; HASH is the XXH3-128 of the log, 32 digits
 *   *.aplog[.N]      a log
 *   HASH.delete      hashes, one a line: those logs go, and are never taken again
 *
 * Whatever else is in a folder is left alone.
 */
#ifndef OFFLINE_INTAKE_H
#define OFFLINE_INTAKE_H

#include "store/store.h"

#define INTAKE_BATCH 512        /* files to a transaction */

struct intake_options {
    const char *db;
    bool remove;                /* what is in the database */
    const char *move;           /* or moved there; NULL: not */
    const char *quarantine;     /* bad files are moved there; NULL: not */
    size_t part, parts;         /* of the files, for several processes: 0 of 1 */
    size_t readers;             /* child processes that read (reader_pool.h); 0: this one does */
};

struct intake_counts {
    size_t files, taken, known, bad, bad_before, deletions, unread;
};

/* Told of each file that is bad or cannot be read.  Only from the caller's thread. */
typedef void intake_complaint(const char *path, const char *why);

/* Takes in what is new in the folders (or files).  May be ended at any moment, and
 * run again.  0, or -1 with the reason and whose that is: then what was committed
 * stays. */
int intake_run(char **folders, size_t n, const struct intake_options *options,
               intake_complaint *complain, struct intake_counts *counts, struct err *err);

/* Internal: one file. */
enum intake_state { INTAKE_NEW, INTAKE_KNOWN, INTAKE_BAD, INTAKE_BAD_BEFORE, INTAKE_UNREAD,
                    INTAKE_GONE, INTAKE_UNSEEN };

struct intake_file {
    char *path;
    enum intake_state state;
    struct reduced reduced;     /* if new */
    struct err why;             /* if bad or unread */
    bool in_doubt;              /* memory, time or a signal ended its reading: it is read once more */
    bool killed;                /* by whoever, also when it was read alone */
    int64_t size, changed;
    char *clean;                /* its name, fit for a database */
};

enum intake_kind { INTAKE_OTHER, INTAKE_LOG, INTAKE_DELETION };

/* By its name. */
enum intake_kind intake_kind_of(const char *path);

/* What is known of a log's file without reading it: its state, INTAKE_UNSEEN if it is to
 * be read.  0, or -1 (no memory). */
int intake_look(struct intake_file *file, const struct store *store, struct err *err);

/* Called before that many bytes of a log are brought into memory; may be NULL. */
typedef void intake_limit(uint64_t bytes);

/* Reads a log; the store is only looked at.  Any thread.  0, or -1 (no memory). */
int intake_read(struct intake_file *file, const struct store *store, intake_limit *limit,
                struct err *err);

/* The hashes of a deletion (free *out); state says whether they are good. */
int intake_read_deletion(struct intake_file *file, uint8_t (**out)[STORE_HASH], size_t *n,
                         struct err *err);
void intake_file_free(struct intake_file *file);

/* Removes the file or moves it into a folder, where another of its name is left
 * alone.  0, or -1 with the reason. */
int intake_move(const char *path, const char *folder, struct err *err);

#endif
