/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ln cost as two straight lines in ln n that meet at the break; the scatter is
 * Student t as for the curves, fitted by EM: least squares with weights. */
#include "fit/fit_regimes.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

#define SIDE 3                  /* rows that a regime needs */
#define BREAKS 32
#define EM_STEPS 100
#define EM_TOLERANCE 1e-5
#define PARAMETERS 5            /* break, cost there, two exponents, sigma */

struct hinge {
    double cost, below, above;
};

static double residual(const struct hinge *h, const struct fit_row *row, double ln_at)
{
    double x = row->ln_size - ln_at;
    return row->ln_cost - h->cost - (x < 0 ? h->below : h->above) * x;
}

/* Weighted least squares: the weights are those of EM at *h with this scale,
 * or all 1 when scale is 0.  -1: singular. */
static int hinge_step(const struct fit_space *s, double ln_at, double scale, struct hinge *h)
{
    double m[9] = { 0 }, v[3] = { 0 };
    for (size_t i = 0; i < s->n; i++) {
        double d = scale > 0 ? residual(h, &s->row[i], ln_at) / scale : 1;
        double p = s->precision[i], w = 4 * p / (3 + p * d * d), x = s->row[i].ln_size - ln_at, y = s->row[i].ln_cost;
        int side = x < 0 ? 1 : 2;
        m[0] += w;
        m[3 * side] += w * x;
        m[4 * side] += w * x * x;
        v[0] += w * y;
        v[side] += w * x * y;
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(m, 3, 3);
    gsl_vector_view vector = gsl_vector_view_array(v, 3);
    if (gsl_linalg_cholesky_decomp1(&matrix.matrix) != GSL_SUCCESS ||
        gsl_linalg_cholesky_svx(&matrix.matrix, &vector.vector) != GSL_SUCCESS)
        return -1;
    *h = (struct hinge){ v[0], v[1], v[2] };
    return 0;
}

static void residuals(const struct fit_space *s, double ln_at, const struct hinge *h)
{
    for (size_t i = 0; i < s->n; i++)
        s->residual[i] = residual(h, &s->row[i], ln_at);
}

static void fit_break(const struct fit_space *s, size_t at, struct fit_regimes *out)
{
    double ln_at = s->row[at].ln_size;
    struct hinge h = { 0 };
    const struct t3_sample sample = { s->residual, s->precision, s->n };
    struct t3 t;
    out->bic = INFINITY;
    if (hinge_step(s, ln_at, 0, &h) != 0)
        return;
    residuals(s, ln_at, &h);
    stats_t3_start(&sample, &t);
    for (int step = 0; step < EM_STEPS; step++) {
        double old = t.scale;
        if (hinge_step(s, ln_at, t.scale, &h) != 0)
            return;
        residuals(s, ln_at, &h);
        t.scale = stats_t3_next_scale(&sample, old);
        if (fabs(t.scale - old) < EM_TOLERANCE * old)
            break;
    }
    double likelihood = stats_t3_log_likelihood(&sample, 0, t.scale);
    *out = (struct fit_regimes){ s->row[at].size, h.cost, h.below, h.above, t.scale,
                                 fit_bic(likelihood, PARAMETERS, s->n) };
}

void fit_regimes_find(struct fit_space *s, struct fit_regimes *best)
{
    *best = (struct fit_regimes){ .bic = INFINITY };
    if (s->n < 2 * SIDE + 1)
        return;
    size_t inner = s->n - 2 * SIDE, breaks = inner < BREAKS ? inner : BREAKS;
    for (size_t i = 0; i < breaks; i++) {
        struct fit_regimes r;
        fit_break(s, SIDE + (breaks < 2 ? 0 : i * (inner - 1) / (breaks - 1)), &r);
        if (r.bic < best->bic)
            *best = r;
    }
}
