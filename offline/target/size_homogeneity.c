/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/size_homogeneity.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "fit/stats.h"
#include "target/dataset.h"
#include "target/dataset_fit.h"

#define LEVEL 0.05
#define LEAST_ERROR 0.02        /* of ln size: nearer sizes are one */

bool sizes_may_be_one(const struct target *t)
{
    double n = 0, sum = 0, x = 0, xx = 0;
    stats_init();
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        if (isnan(p->fitted_size) || !(p->size.size > 0))
            continue;
        double error = fmax(dataset_size_error(&p->size), LEAST_ERROR), weight = 1 / (error * error), ln = log(p->size.size);
        n++;
        sum += weight;
        x += weight * ln;
        xx += weight * ln * ln;
    }
    return n >= 2 && gsl_cdf_chisq_Q(fmax(0, xx - x * x / sum), n - 1) > LEVEL;
}
