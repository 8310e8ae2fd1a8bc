/* SPDX-License-Identifier: MIT
 *
 * One pass over one spool.
 */
#ifndef UPLOAD_SPOOL_PASS_H
#define UPLOAD_SPOOL_PASS_H

#include "operator_config.h"
#include "spool_state.h"
#include "send.h"

enum pass_result {
    PASS_FINE,                  /* nothing is left that could have gone */
    PASS_LEFT,                  /* something waits, or was given up in this pass */
    PASS_USAGE,                 /* cannot work with these options */
};

/* A pass in progress. */
struct pass {
    struct spool spool;
    struct records records;
    struct config config;
    struct send_options send;
    struct sender *sender;
    enum pass_result result;
    unsigned in_a_row;          /* sendings that failed since the last success */
    unsigned waiting;           /* logs that are not to be tried yet */
    int64_t next;               /* when the first of these is, in seconds since 1970 */
    bool sent_any;
};

/* Sends what it can.  Tells by say what went wrong. */
enum pass_result pass_run(const char *path, const char *app, const struct send_options *send,
                          struct sender *sender);

/* Prints what a pass would send, and writes those bytes to the folder `dump_to` (NULL:
 * does not).  Changes nothing in the spool. */
enum pass_result pass_show(const char *path, const char *app, const struct send_options *send,
                           const char *dump_to);

/* For the files of a pass. */

/* Something could not be done: `what` of the spool, or NULL, and why. */
void pass_failed(struct pass *pass, const char *what, const struct err *err);

/* Options of the command line, with the operator's for what they leave open. */
void pass_options(struct pass *pass, const struct send_options *send);

/* Waits until the receiver may be asked; false: not in this pass. */
bool pass_may_send(struct pass *pass);

/* One more sending begins: it counts for the minute. */
void pass_note_sending(struct pass *pass);

/* Notes that nothing goes out until `seconds` from now have gone by. */
void pass_pause(struct pass *pass, int64_t seconds);

/* The pause that a receiver asked for, a little longer: not all come back at once. */
int64_t pass_asked_pause(int64_t retry_after);

/* Removes a log, with a line in given-up if there is a reason. */
void pass_remove(struct pass *pass, const struct spool_log *log, const char *id,
                 const char *reason);

/* Whether the spool's limits forbid a log of a list that nobody holds; counts down what is
 * left.  The reason, or NULL. */
struct limits {
    uint64_t bytes, files;      /* of all */
    uint64_t dead_bytes, dead_files;
    int64_t now;
};
struct limits limits_start(const struct spool_list *list, int64_t now);
const char *limits_forbid(struct limits *limits, const struct spool *spool,
                          const struct spool_log *log);

/* Reads what is to be sent of a log: of one that is still being written its closed runs,
 * if it is a day old, and a day after the last ones.  OBJECT_GONE: nothing now.  A complete
 * log may be chosen to tell of losses (tell_losses.h). */
enum object_result pass_read(struct pass *pass, const struct spool_log *log,
                             struct object *object, struct err *err);

/* What the user agreed to: sees to withdrawn consent, and to the client id.  False:
 * nothing is to be sent. */
bool agree(struct pass *pass);

/* Likewise where the operator switched off: nothing is sent, but what the user took back
 * is removed. */
void agree_off(struct pass *pass);

/* Whether sending may go on at this moment. */
bool agree_still(const struct pass *pass);

/* Withdraws consent, for the next pass to see to.  0, or -1 with the reason. */
int agree_withdraw(const struct spool *spool, struct err *err);

#endif
