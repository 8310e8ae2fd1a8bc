/* SPDX-License-Identifier: MIT
 *
 * The closed runs of a log that is still being written (docs/log-format.md, Runs).
 */
#ifndef UPLOAD_CLOSED_RUNS_H
#define UPLOAD_CLOSED_RUNS_H

#include <stddef.h>
#include <stdint.h>

/* How many runs are closed in a log's first `used` bytes, as its newest commit has them.  0:
 * none with counts is, or the writer changed something while the log was read: another time. */
unsigned closed_runs_count(const uint8_t *log, size_t used);

/* Makes a log of the first `runs` runs, which is an earlier state of that one; its writer does
 * not change them any more.  `log`: as it was read after they were found to be closed, since
 * what is read while the writer goes on is not one moment: of a run that ends meanwhile it may
 * have the end, and not the counts that were put into a place before.  `to` has room for as many
 * bytes.  The bytes written; 0 as above. */
size_t closed_runs_copy(const uint8_t *log, size_t used, uint64_t sequence, uint8_t *to,
                        unsigned runs);

#endif
