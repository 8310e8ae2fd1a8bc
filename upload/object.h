/* SPDX-License-Identifier: MIT
 *
 * Objects: what goes to the receiver, and under which name.
 */
#ifndef UPLOAD_OBJECT_H
#define UPLOAD_OBJECT_H

#include "spool_state.h"
#include "spool.h"

struct object {
    char hash[ID_ROOM];
    char plain[ID_ROOM];        /* the hash without what is told of losses (tell_losses.h); "": nothing is */
    char name[ID_ROOM + 16];    /* at the receiver */
    const char *type;           /* media type */
    uint8_t *bytes;             /* as sent */
    size_t size;
    uint8_t *log;               /* the log it was made of; NULL: none */
    size_t log_size;
    int64_t began;              /* the log's start, seconds since 1970 */
    unsigned runs;              /* how many were closed in a log that is still written; else 0 */
    int fd;                     /* of the log, with its lock; -1: none */
};

enum object_result {
    OBJECT_ERROR = -1,          /* with the reason; may be better another time */
    OBJECT_FINE,
    OBJECT_HELD,                /* its writer has it still */
    OBJECT_GONE,                /* or of a log that is still written: no closed runs */
    OBJECT_NO_LOG,              /* and will never be one */
};

/* Takes the log's lock, reads it, rounds it if that is asked (rounded.h), and names it;
 * not yet its bytes.  Free the object in every case. */
enum object_result object_read(struct object *object, const struct spool *spool,
                               const struct spool_log *log, bool round, struct err *err);

/* Of a log that is still being written: a log of its closed runs, and no lock. */
enum object_result object_read_closed(struct object *object, const struct spool *spool,
                                      const struct spool_log *log, bool round, struct err *err);

/* Names it by the log that it has. */
void object_name(struct object *object);

/* Makes its bytes.  0, or -1 with the reason. */
int object_pack(struct object *object, struct err *err);

/* The request to delete n hashes.  0, or -1 with the reason; free it in either case. */
int object_request(struct object *object, char (*hashes)[ID_ROOM], size_t n, struct err *err);

void object_free(struct object *object);

#endif
