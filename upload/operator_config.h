/* SPDX-License-Identifier: MIT
 *
 * The operator's files, docs/spool.md.
 */
#ifndef UPLOAD_CONFIG_H
#define UPLOAD_CONFIG_H

#include <stdbool.h>

#include "say.h"

struct config {
    bool enabled, round, obey_pause;
    char *url, *ca;         /* NULL: not told */
};

/* Reads those of `app` in `folder`.  0, or -1 with the file, line and reason: then
 * profiling is switched off.  Free it in either case. */
int config_read(struct config *config, const char *folder, const char *app, struct err *err);
void config_free(struct config *config);

#endif
