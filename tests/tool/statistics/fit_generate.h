/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Data sets of known cost function, as they are met in the field.
 */
#ifndef FIT_GENERATE_H
#define FIT_GENERATE_H

#include <gsl/gsl_rng.h>

#include "fit/fit.h"

#define GENERATE_POINTS_MAX 30
#define GENERATE_RUNS_MAX 50

enum noise { NOISE_MULTIPLICATIVE, NOISE_MAXIMUM, NOISE_ONE_SIDED, NOISES };

struct design {
    enum fit_class cls;
    double exponent;    /* of FIT_POWER */
    int points;         /* 5, 10, 30 */
    int decades;        /* 1, 2 */
    enum noise noise;
    double level;       /* 0.02, 0.1, 0.3 */
    int setup;          /* with an additive constant of 0.5 to 2 costs at n_min */
    double n_min;       /* 10, 100, 1000 */
    int loose;          /* the decades' ends are not among the sizes */
};

/* One design, all its parts drawn evenly; not loose. */
void generate_design(gsl_rng *rng, struct design *d);

/* Points of a design: sizes at both ends of the decades unless loose, the others
 * log-uniform over them, redrawn until the tool does not refuse them (5 that differ by 5 %, range 2).  Returns how
 * often they were redrawn. */
int generate_points(gsl_rng *rng, const struct design *d, struct fit_point *points);

#endif
