/* SPDX-License-Identifier: MIT
 *
 * What a spool remembers: objects sent, objects begun, logs given up.
 *
 * The order of events makes an interruption harmless: an object stands in `state`
 * before its first byte is sent, and in `sent` before its log is removed.  So what the
 * receiver may have is known at every moment, and a log is removed only when it has it.
 */
#ifndef UPLOAD_SPOOL_STATE_H
#define UPLOAD_SPOOL_STATE_H

#include <stdio.h>

#include "algoprof/log_format.h"
#include "schedule.h"
#include "spool.h"

/* An object of which the sending was begun. */
struct record {
    char hash[ID_ROOM];
    unsigned failures;
    int64_t next;               /* not before; 0: never failed */
    unsigned refused;           /* on so many different days */
    int64_t refused_day;        /* the last of these, in days since 1970 */
};

/* A log that is still being written, of which closed runs were sent. */
struct record_live {
    char id[ID_ROOM];
    unsigned runs;
    int64_t next;               /* not before */
};

/* The log that tells of losses (tell_losses.h), from before its first byte is sent until it got
 * through, or is lost. */
struct teller {
    char id[ID_ROOM];           /* "": there is none */
    char hash[ID_ROOM];         /* of the object */
    size_t upto;                /* it tells of the lines of given-up before this one */
    struct alog_lost lost;
    bool fresh;                 /* chosen in this pass */
};

struct hashes {
    char (*list)[ID_ROOM];
    size_t n, room;
};

struct records {
    const struct spool *spool;
    struct hashes sent;         /* ascending */
    struct hashes given_up;     /* hashes and ids, ascending */
    struct record *begun;
    size_t n_begun, room_begun;
    struct record_live *live;
    size_t n_live, room_live;
    int64_t pause;              /* nothing goes to the receiver before; 0: none */
    size_t told;                /* lines of given-up that a log that got through told of */
    struct teller teller;
    unsigned request_failures;  /* of the deletion request */
    bool had_consent;           /* the file consent was seen */
    struct schedule_recent recent;
};

/* Reads the files; lines that make no sense are skipped.  0, or -1 with the reason;
 * free them in either case. */
int records_load(struct records *records, const struct spool *spool, struct err *err);
void records_free(struct records *records);

/* Writes `state`, whole and synced.  0, or -1 with the reason. */
int records_save(const struct records *records, struct err *err);

bool records_is_sent(const struct records *records, const char *hash);
/* By its hash or its id. */
bool records_is_given_up(const struct records *records, const char *hash);
/* NULL: not begun, or no memory for a new one. */
struct record *records_find(const struct records *records, const char *hash);
struct record *records_begin(struct records *records, const char *hash);
void records_drop(struct records *records, const char *hash);

/* NULL: nothing was sent of that log. */
const struct record_live *records_find_live(const struct records *records, const char *id);
/* 0, or -1: no memory. */
int records_set_live(struct records *records, const char *id, unsigned runs, int64_t next);
/* Forgets those that are not in the list. */
void records_keep_live(struct records *records, const struct spool_list *list);

/* Append a line, synced.  0, or -1 with the reason. */
int records_add_sent(struct records *records, const char *hash, int64_t now, struct err *err);
int records_add_given_up(const struct records *records, const char *id, int64_t now,
                         const char *reason, struct err *err);

/* How many logs given-up has that nobody was told of, by reason; *upto: how many lines there
 * are.  Each log counts once, and none that nobody had agreed to.  Returns how many; 0 also
 * if there is no memory. */
size_t records_count_lost(const struct records *records, struct alog_lost *lost, size_t *upto);

/* All that the receiver may have, ascending, none twice.  0, or -1: no memory. */
int records_maybe_sent(const struct records *records, struct hashes *hashes);
void hashes_free(struct hashes *hashes);

/* For the files of records: a file of the spool as a stream (NULL: there is none, or it is no
 * file); whether a line of it begins with a hash or id; the lines of `state` about losses. */
FILE *records_open(const struct spool *spool, const char *name);
bool records_is_line(const char *line);
bool records_load_lost(struct records *records, const char *line);
void records_print_lost(const struct records *records, FILE *out);

/* After a deletion: forgets all, the files too.  0, or -1 with the reason. */
int records_forget(struct records *records, struct err *err);

#endif
