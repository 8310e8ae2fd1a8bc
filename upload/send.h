/* SPDX-License-Identifier: MIT
 *
 * Sending one object by HTTP PUT.
 */
#ifndef UPLOAD_SEND_H
#define UPLOAD_SEND_H

#include "object.h"
#include "paused.h"
#include "say.h"
#include "schedule.h"

struct send_options {
    const char *url;            /* a %s in it stands for the object's name, else it is appended */
    const char *presign;        /* instead: a command that prints the URL for the name it is given */
    const char *ca, *proxy;     /* NULL: as libcurl finds them */
    bool insecure_http;         /* http: also to other machines */
    bool obey_pause;            /* the receiver may ask for pauses (paused.h) */
    bool round;                 /* two significant digits of sizes and costs (rounded.h) */
};

enum send_kind {
    SEND_DONE,                  /* the receiver has it, now or since before */
    SEND_REFUSED,               /* for good, or by a mistake in the receiver's set-up */
    SEND_FAILED,                /* this object may go another time */
    SEND_UNREACHABLE,           /* no object would get through at present */
    SEND_BUSY,                  /* the receiver asked for a pause */
    SEND_STOPPED,               /* a signal */
    SEND_IMPOSSIBLE,            /* these options cannot be used */
};

struct send_outcome {
    enum send_kind kind;
    long status;                /* of HTTP; 0: no answer */
    int64_t retry_after;        /* seconds; -1: not told */
    struct paused_asked asked;  /* over verified TLS only */
    char text[520];             /* for people, without secrets of the URL */
};

/* A connection, kept between objects.  NULL: no memory. */
struct sender;
struct sender *sender_new(void);
/* Its last sendings, to whatever receiver. */
struct schedule_recent *sender_recent(struct sender *sender);
void sender_free(struct sender *sender);

/* Waits for the answer. */
void send_object(struct sender *sender, const struct send_options *options,
                 const struct object *object, struct send_outcome *outcome);

/* Where an object would go, without user, password and query.  0, or -1 with the
 * reason that the options cannot be used. */
int send_place(const struct send_options *options, const char *name, char *place, size_t room,
               struct err *err);

#endif
