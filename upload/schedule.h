/* SPDX-License-Identifier: MIT
 *
 * When to send, and when to try again.  All times in seconds; no clock in here.
 */
#ifndef UPLOAD_SCHEDULE_H
#define UPLOAD_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCHEDULE_RETRIES = 6,           /* after 15 and 30 minutes, 1, 2, 4, 8 hours */
    SCHEDULE_FIRST_DELAY = 15 * 60,
    SCHEDULE_LAST_DELAY = 8 * 3600,
    SCHEDULE_REFUSALS = 3,          /* days on which an object is refused before it is given up */
    SCHEDULE_DAY = 24 * 3600,
    SCHEDULE_LONGEST_WAIT = SCHEDULE_DAY,
    SCHEDULE_PER_MINUTE = 15,
    SCHEDULE_LIVE = 24 * 3600,      /* between sendings of a log that is still written */
};

/* How long to wait after that many failures in a row (1 or more), a quarter more or
 * less: `fraction` is random in [0, 1).  Does not grow past the last delay. */
int64_t schedule_delay(unsigned failures, double fraction);

/* A Retry-After header's value: seconds or an HTTP date.  Seconds from `now` on, 0
 * to a day; -1 if it is neither. */
int64_t schedule_retry_after(const char *value, int64_t now);

/* The last sendings, so that no more than SCHEDULE_PER_MINUTE begin in any minute. */
struct schedule_recent {
    int64_t times[SCHEDULE_PER_MINUTE];     /* a ring; 0: none */
    size_t next;
};

/* Seconds until one more may begin; 0: now. */
int64_t schedule_recent_wait(const struct schedule_recent *recent, int64_t now);
void schedule_recent_add(struct schedule_recent *recent, int64_t now);

/* A moment to wait for that stands in a file: whether it has come.  One that lies
 * further ahead than any wait was noted by another clock. */
bool schedule_is_due(int64_t moment, int64_t now);

#endif
