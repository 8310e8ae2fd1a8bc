/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points for tests of the fit, after <cmocka.h>.
 */
#ifndef FIT_POINTS_H
#define FIT_POINTS_H

#include <math.h>

#include "fit/fit.h"

#define WARNED(fit, warning) ((fit).warnings & 1u << (warning))

static inline struct fit run(const struct fit_point *points, size_t n)
{
    struct fit fit;
    assert_int_equal(fit_run(points, n, &fit), 0);
    return fit;
}

static inline void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g, not %.9g", value, expected);
}

/* n sizes from low, each `factor' above the last, of cost 0. */
static inline void sizes(struct fit_point *points, int n, double low, double factor)
{
    for (int i = 0; i < n; i++)
        points[i] = (struct fit_point){ .size = low * pow(factor, i), .weight = 1 };
}

#endif
