/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bar on stderr, if that is a terminal and the work takes more than a second.
 */
#ifndef OFFLINE_PROGRESS_H
#define OFFLINE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    const char *what;
    size_t total, done;
    double start, shown;        /* seconds, monotonic */
    bool on, drawn;
};

void progress_start(struct progress *progress, const char *what, size_t total);

/* One of `total` is done.  Any thread. */
void progress_step(struct progress *progress);

/* Wipes the bar, so that other lines can follow.  Any thread; idempotent. */
void progress_clear(struct progress *progress);

#endif
