/* SPDX-License-Identifier: MIT
 *
 * Logs that were lost before they were sent: the next complete log that is sent tells how
 * many they were, and why (docs/spool.md, "Losses").
 */
#ifndef UPLOAD_TELL_LOSSES_H
#define UPLOAD_TELL_LOSSES_H

#include "object.h"
#include "spool_pass.h"

/* Appends a block that tells of losses to the object's log, and names it anew; object->plain
 * keeps the hash of the log without.  False: there is no room, and nothing is changed. */
bool lost_tell(struct object *object, const struct alog_lost *lost);

/* For a complete log that is read: if it told of losses when its sending was begun, it tells
 * of them again, so that it is the same object.  If its sending was not begun and no other
 * log tells of losses, it tells of those there are. */
void lost_add(struct pass *pass, const struct spool_log *log, struct object *object);

/* Before logs of a list are sent: sees to a log that told of losses and is not there any more. */
void lost_begin(struct records *records, const struct spool_list *list);

/* The object got through; or its log goes unsent, and what it would have told is told by
 * another. */
void lost_sent(struct records *records, const char *id);
void lost_again(struct records *records, const char *id);

/* The receiver refused the object.  If nothing else happened to it before, the receiver does
 * not have it: the next log tells of the losses, and this one is the plain log again. */
void lost_refused(struct records *records, const char *id, struct record *record, const struct object *object);

#endif
