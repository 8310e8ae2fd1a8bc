/* SPDX-License-Identifier: MIT
 *
 * The spool of an application that is shipped: names and limits.  Shared by the
 * runtime (writes logs there), algoprof-upload (sends them) and algoprof ingest
 * (takes in what was sent); docs/spool.md says what each of them may do.
 */
#ifndef ALGOPROF_SPOOL_LAYOUT_H
#define ALGOPROF_SPOOL_LAYOUT_H

#include <stdint.h>

/* The folder of APP: $XDG_STATE_HOME/ASPOOL_FOLDER/APP if that variable holds an
 * absolute path, else $HOME/ASPOOL_STATE_HOME/ASPOOL_FOLDER/APP.  Mode 0700. */
#define ASPOOL_STATE_HOME ".local/state"
#define ASPOOL_FOLDER "algoprof"
#define ASPOOL_FOLDER_MODE 0700
#define ASPOOL_FILE_MODE 0600

/* APP: 1 to 64 of these characters, the first one not a dot. */
#define ASPOOL_APP_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
#define ASPOOL_APP_MAX 64

/* What is in it. */
#define ASPOOL_CONSENT "consent"        /* there: the user agreed */
#define ASPOOL_CONSENT_TEXT "yes\n"
#define ASPOOL_CLIENT "client"          /* there: the user agreed to a client id; "ID TIME\n" */
#define ASPOOL_WITHDRAWN "withdrawn"    /* there: the receiver must still be asked to delete */
#define ASPOOL_RUN "run"                /* ID.PID.START.aplog: being written, or left by the dead */
#define ASPOOL_OUT "out"                /* ID.aplog: complete; ID.dead.aplog: what the dead left */
#define ASPOOL_PAUSED "paused"          /* lines "UNTIL VERSION": the receiver asked for a pause */
#define ASPOOL_SENT "sent"              /* lines "HASH TIME" */
#define ASPOOL_GIVEN_UP "given-up"      /* lines "HASH-OR-ID TIME REASON" */
#define ASPOOL_DIED "died"              /* lines "ID TIME": logs of the dead that came in a day */
#define ASPOOL_STATE "state"            /* the uploader's own */
#define ASPOOL_LOCK "lock"              /* the uploader's own */
#define ASPOOL_LOG_SUFFIX ".aplog"
#define ASPOOL_DEAD_SUFFIX ".dead" ASPOOL_LOG_SUFFIX
#define ASPOOL_ID_DIGITS 32             /* lower-case hexadecimal: ids and hashes */

/* Limits of a spool: run/ and out/ together.  Beyond them the oldest logs
 * of the dead go first, then the oldest complete ones, each with a line in given-up. */
#define ASPOOL_LOG_BYTES (1u << 20)     /* of one log, fixed at its start */
#define ASPOOL_BYTES 50000000u
#define ASPOOL_FILES 500u
#define ASPOOL_AGE (30u * 86400)        /* seconds since a log's last change */
#define ASPOOL_DEAD_A_DAY 100u          /* logs of dead processes that are taken in */
#define ASPOOL_CLIENT_AGE (90u * 86400) /* seconds until a client id is drawn anew */

/* Reasons in given-up that the runtime may write, too. */
#define ASPOOL_REASON_FULL "full"       /* the spool was: bytes or files */
#define ASPOOL_REASON_OLD "old"
#define ASPOOL_REASON_DEAD "dead"       /* ASPOOL_DEAD_A_DAY were there */
#define ASPOOL_REASON_NO_LOG "not-a-log"
#define ASPOOL_REASON_NOT_BEGUN "not-begun"     /* by the runtime only: no room for it */
/* By the uploader only; a number follows the first two. */
#define ASPOOL_REASON_REFUSED "refused"
#define ASPOOL_REASON_TRIES "tries"
#define ASPOOL_REASON_NO_CONSENT "no-consent"

/* A pause: UNTIL is seconds since 1970, VERSION a build-id in hexadecimal digits, or "*". */
#define ASPOOL_PAUSE_DAYS 90u           /* the longest */
#define ASPOOL_PAUSED_BYTES 4096u       /* most of that file; a longer one pauses all */
#define ASPOOL_VERSION_MAX 128          /* digits */
#define ASPOOL_PAUSE_HEADER "Algoprof-Pause:"   /* in an answer: "DAYS" or "DAYS VERSION" */

/* Objects at the receiver. */
#define ASPOOL_OBJECT_SUFFIX ".aplog.zst"
#define ASPOOL_DELETE_SUFFIX ".delete"
/* Most bytes of an object: zstd's bound for ASPOOL_LOG_BYTES. */
#define ASPOOL_OBJECT_BYTES (ASPOOL_LOG_BYTES + 4096u)
#define ASPOOL_DELETE_LINES 30000u      /* hashes in one deletion request */

/* The operator's files: ASPOOL_CONF_FOLDER/APP.conf, then all.conf. */
#define ASPOOL_CONF_FOLDER "/etc/algoprof"
#define ASPOOL_CONF_SUFFIX ".conf"
#define ASPOOL_CONF_ALL "all.conf"
#define ASPOOL_CONF_BYTES 65536u        /* a longer file is an error */

#endif
