/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/search.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>

#define SEARCH_STEPS 60

/* Brent's minimum between three points, of which the middle one is lowest. */
static double minimise(stats_function *f, void *data, const double x[3], const double y[3], double tolerance, double *f_min)
{
    double best = x[1];
    gsl_function function = { f, data };
    gsl_min_fminimizer *s = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    if (!s)
        return best;
    if (gsl_min_fminimizer_set_with_values(s, &function, x[1], y[1], x[0], y[0], x[2], y[2]) == GSL_SUCCESS) {
        for (int i = 0; i < SEARCH_STEPS && gsl_min_fminimizer_iterate(s) == GSL_SUCCESS; i++)
            if (gsl_min_fminimizer_x_upper(s) - gsl_min_fminimizer_x_lower(s) < tolerance)
                break;
        if (gsl_min_fminimizer_f_minimum(s) < *f_min) {
            best = gsl_min_fminimizer_x_minimum(s);
            *f_min = gsl_min_fminimizer_f_minimum(s);
        }
    }
    gsl_min_fminimizer_free(s);
    return best;
}

double stats_search(stats_function *f, void *data, const double *x, size_t n, double tolerance, double *f_min)
{
    double y[STATS_GRID];
    size_t best = 0;
    for (size_t i = 0; i < n; i += i + 2 == n ? 1 : 2) {        /* every other one, and the last */
        y[i] = f(x[i], data);
        best = y[i] < y[best] ? i : best;
    }
    size_t from = best > 0 ? best - 1 : 0, to = best + 1 < n ? best + 1 : best;
    for (size_t i = from; i <= to; i++)
        if (i % 2 && i + 1 < n)
            y[i] = f(x[i], data);
    for (size_t i = from; i <= to; i++)
        best = y[i] < y[best] ? i : best;
    *f_min = y[best];
    if (best == 0 || best + 1 == n || !(y[best] < y[best - 1] && y[best] < y[best + 1]))
        return x[best];
    return minimise(f, data, x + best - 1, y + best - 1, tolerance, f_min);
}

double stats_root(stats_function *f, void *data, double low, double high, double tolerance)
{
    double root = GSL_NAN;
    gsl_function function = { f, data };
    gsl_root_fsolver *s = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (!s)
        return root;
    if (gsl_root_fsolver_set(s, &function, low, high) == GSL_SUCCESS) {
        for (int i = 0; i < SEARCH_STEPS && gsl_root_fsolver_iterate(s) == GSL_SUCCESS; i++) {
            root = gsl_root_fsolver_root(s);
            if (gsl_root_fsolver_x_upper(s) - gsl_root_fsolver_x_lower(s) < tolerance)
                break;
        }
    }
    gsl_root_fsolver_free(s);
    return root;
}
