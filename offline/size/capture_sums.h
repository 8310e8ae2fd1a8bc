/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the classical estimators (estimator_list.h) need of a run's samples.
 */
#ifndef OFFLINE_CAPTURE_H
#define OFFLINE_CAPTURE_H

#include <stddef.h>
#include <stdint.h>

#include "size/cell_sweep.h"

#define CAPTURE_RARE 10         /* q[j] up to this j */

/* Sums over the whole samples of one target in one run, in cells.  Cells of an
 * aligned word that the same samples read are one observation. */
struct capture {
    double instances;           /* of the run */
    double samples, pairs;
    double seen, words;         /* in whole samples; observations they make up */
    double marked;              /* in all samples, cut ones too */
    double q[CAPTURE_RARE + 1]; /* q[j]: cells in exactly j samples */
    /* over pairs: of N1 and N2 cells, M common */
    double pairs_common;        /* pairs with M > 0 */
    double pair_sum, chapman_sum;   /* of N1 N2 / M over these; of (N1+1)(N2+1)/(M+1) - 1 in words */
    /* over samples one after the other: C cells, M in earlier ones, R of the C in these */
    double cm, r, cm2, rm;      /* sums of C M, R, C M^2, R M */
    double r2_over_cm;          /* of R^2 / (C M) */
    double informative;         /* samples with C M > 0 */
};

struct capture_collect;

/* Begins to collect from a sweep (cell_sweep.h) whose sets 2k and 2k + 1 are
 * pair k, those up to `samples` other whole samples, and those beyond cut
 * ones.  NULL: no memory. */
struct capture_collect *capture_collect_new(size_t pairs, size_t samples, unsigned word_shift);
void capture_collect_free(struct capture_collect *collect);
void capture_collect_lines(struct capture_collect *collect, const struct sweep_lines *lines);

/* Cells of a whole sample. */
uint64_t capture_collect_size(const struct capture_collect *collect, size_t sample);

void capture_collect_finish(const struct capture_collect *collect, double instances,
                            struct capture *out);

#endif
