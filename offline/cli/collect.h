/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From LOG arguments to a dataset.
 */
#ifndef OFFLINE_COLLECT_H
#define OFFLINE_COLLECT_H

#include "target/dataset.h"
#include "target/query.h"

/* Told of each input that cannot be used. */
typedef void collect_skipped(const char *path, const char *why);

/* Reads what the query wants of all logs and databases that the arguments stand for
 * (inputs.h, db.h), logs in parallel, and adds it; what cannot be used is told, in
 * the order given (of a database's bad logs ten lines), and kept in set->skipped.
 * dataset_finish is the caller's.  0 or -1 (no memory). */
int collect_logs(char **logs, size_t n, const struct query *query, collect_skipped *skipped,
                 struct dataset *set);

#endif
