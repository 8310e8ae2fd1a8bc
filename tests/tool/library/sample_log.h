/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Logs that several tests use.
 */
#ifndef TESTS_SAMPLE_LOG_H
#define TESTS_SAMPLE_LOG_H

#include <stdbool.h>

#include "logmake.h"

/* A small log with every kind of block: two targets (the second inside the
 * first), two threads, a pair, a cut instance, an opaque call, a dropped block,
 * one of an unknown tag.  Finished.
 * Totals: site 0: 7 instances, cost 700; site 1: 20 instances, cost 50. */
void sample_log(struct logmake *log, uint8_t run_id);

/* A run of one target (site 0 "scan", scan.c:10) in which instance i of n reads
 * bytes [0, (i + 1) * step) in (i + 1) * step iterations, all traced: size
 * n * step, cost step * n (n + 1) / 2. */
void exact_log(struct logmake *log, uint8_t run_id, const char *build_id, unsigned n,
               unsigned step);

/* A run of the same target in which `pairs` pairs of instances were traced of
 * `instances`; each reads `size` bytes, of which it shares those from `shared`
 * on with all others (shared = 0: the same bytes; shared = size: nothing). */
void pairs_log(struct logmake *log, uint8_t run_id, unsigned pairs, uint64_t instances,
               unsigned size, unsigned shared);

/* A run of one recursion ("f", f.c:1) of 100 outermost instances and 54321
 * calls, of which were traced: fib (4) and fib (3), a pair; the walk of a list
 * of 2000 nodes of 16 bytes (its rows are sums); a cut one; one whose RMS was
 * given up. */
void chain_log(struct logmake *log, uint8_t run_id);

/* A log of a service: run 0 (its start: nothing marked ran), then `runs` - 1 runs
 * "request 1" and so on.  Run r has one instance of the loop "serve" (serve.c:20)
 * on thread r % 3, which is traced: it reads n = r * step bytes in n^2 iterations;
 * 2 n is the user's size of instance and run.  In the last run but one the
 * traced instance of a second loop, "accept" (serve.c:10), crossed the run's end.
 * crashed: killed in the last run, before that was closed. */
void service_log(struct logmake *log, uint8_t run_id, unsigned runs, unsigned step, bool crashed);

/* A run of `targets` targets of the build "build", each with one instance, which
 * is traced.  Those of target i read 10 to 10^5 bytes, more with each run; the
 * cost is the size to the power 1, 1.5 or 2, with some scatter.  Target 0 has a
 * name made to break pages, target 1 is in run 1 only, target 2 always of the
 * same size, and target 3 is never executed. */
void wide_log(struct logmake *log, unsigned run, unsigned targets);

#endif
