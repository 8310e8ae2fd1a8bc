/* SPDX-License-Identifier: MIT
 *
 * The closed runs of a log that is still being written (docs/log-format.md, Runs).
 */
#ifndef UPLOAD_CLOSED_RUNS_H
#define UPLOAD_CLOSED_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct closed_runs {
    unsigned runs;              /* up to the last one that has an end; 0: none */
    unsigned process_runs;      /* likewise of the process's */
    uint8_t thread[8192], ended[8192];  /* a bit for each: is it a thread's; has it an end */
};

/* Finds the runs that are closed in a log's first `used` bytes, as its newest commit has them.  `runs` is 0 where
 * none with counts is, or the writer changed something while the log was read: another time. */
void closed_runs_find(const uint8_t *log, size_t used, struct closed_runs *);

/* Makes a log of the closed runs, which is an earlier state of that one; its writer does
 * not change them any more.  Of others that were begun before it has the beginning only, so that runs are numbered
 * without gaps.  `log`: as it was read after they were found to be closed, since
 * what is read while the writer goes on is not one moment: of a run that ends meanwhile it may
 * have the end, and not the counts that were put into a place before.  `to` has room for as many
 * bytes.  The bytes written; 0 as above. */
size_t closed_runs_copy(const uint8_t *log, size_t used, uint64_t sequence, uint8_t *to,
                        const struct closed_runs *);

#endif
