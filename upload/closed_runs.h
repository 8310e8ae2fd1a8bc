/* SPDX-License-Identifier: MIT
 *
 * The closed runs of a log that is still being written (docs/log-format.md, Runs).
 */
#ifndef UPLOAD_CLOSED_RUNS_H
#define UPLOAD_CLOSED_RUNS_H

#include <stddef.h>
#include <stdint.h>

/* Makes a log of them, which is an earlier state of that one; its writer does not change
 * them any more.  `log`: its first `used` bytes, as its newest commit has them; `to` has
 * room for as many.  *runs: how many are closed.  The bytes written; 0: none with counts is, or
 * the writer changed something while the log was read: another time. */
size_t closed_runs_copy(const uint8_t *log, size_t used, uint64_t sequence, uint8_t *to,
                        unsigned *runs);

#endif
