/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A database of logs: what each says, as records (packed/database_record.h), once for each content.
 * Functions that can fail return 0, or -1 with the reason.
 */
#ifndef OFFLINE_STORE_H
#define OFFLINE_STORE_H

#include "store/db.h"
#include "target/query.h"
#include "packed/database_record.h"

#define STORE_SHARE 524288u     /* rows of one sender that a report reads: store_shares.h */
#define STORE_HASH 16           /* bytes: XXH3-128 of a log, as xxh128sum prints it */

/* What the columns have of a point. */
struct reduced_point {
    size_t target;
    uint32_t run;
    char *label;                /* NULL: none */
    uint64_t cost, instances;
    double size;                /* NaN: unknown */
};

/* A log on its way into the database. */
struct reduced {
    uint8_t hash[STORE_HASH];
    char *name;                 /* of its file, without folders */
    uint64_t size;              /* of the log, in bytes */
    struct log_points *log;     /* its points need not be there */
    struct bytes head, points;  /* records */
    size_t *end;                /* of each point's record, in points */
    struct reduced_point *point;
    size_t n_points;
};

/* Fills the records of `log`, which it takes over.  Any thread. */
int reduced_make(struct log_points *log, struct reduced *out, struct err *err);

/* Fills the rest from records that another process made, which are checked; name is
 * copied.  0; 1: they are damaged; -1: no memory. */
int reduced_open(struct reduced *reduced, const char *name, int64_t time, struct err *err);
void reduced_free(struct reduced *reduced);

/* The hash of a log.  Any thread. */
void store_hash(const uint8_t *bytes, size_t size, uint8_t out[STORE_HASH]);

/* A file that could not be taken. */
struct quarantined {
    const char *name, *why;
    int64_t size, changed;      /* bytes; ns since 1970 */
};

struct store;

/* Opens for writing: creates or brings up to date. */
int store_open(const char *name, struct store **out, struct err *err);
void store_close(struct store *store);

/* What was taken or forgotten before; kept in memory by store_open, and added to. */
bool store_knows(const struct store *store, const uint8_t hash[STORE_HASH]);

/* Whether that very file is in quarantine. */
bool store_is_quarantined(const struct store *store, const char *name, int64_t size,
                          int64_t changed);

/* What an earlier ingest, which has ended, left of a file. */
enum store_past {
    STORE_FRESH,
    STORE_SUSPECT,              /* it, or others of its batch, ended that ingest */
    STORE_KILLER,               /* it did, whenever it was read alone */
};
enum store_past store_past_of(const struct store *store, const char *name, int64_t size,
                              int64_t changed);

/* Notes files (their `why` is not looked at) before they are read; alone: no other will be,
 * until the next batch was added, which takes the notes back. */
int store_begin_reading(struct store *store, const struct quarantined *files, size_t n, bool alone,
                        int64_t now, struct err *err);

/* What was noted of a file stays, as if this ingest had ended while it was read alone. */
int store_keep_note(struct store *store, const struct quarantined *file, struct err *err);

/* A batch is in the database as a whole or not at all.  Of n logs those are left out
 * (*taken says how many were not) that are there or forgotten, also since store_open
 * and by other processes.  Rows of quarantine with a log's or another's name are
 * replaced.  now: seconds since 1970. */
struct store_batch {
    struct reduced *list;
    size_t n;
    const struct quarantined *bad;
    size_t n_bad;
    int64_t now;
};
int store_add(struct store *store, const struct store_batch *batch, size_t *taken, struct err *err);

/* Removes logs, and never takes them again. */
int store_forget(struct store *store, const uint8_t (*hashes)[STORE_HASH], size_t n, int64_t now,
                 struct err *err);

/* Reads what a query asks for from a database into a set.  Bad logs are among what the
 * set skipped, whatever build and label: nobody knows those. */
int store_read(const char *name, const struct query *query, struct dataset *set, struct err *err);

#endif
