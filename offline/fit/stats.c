/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sort.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 200
#define EM_TOLERANCE 1e-4       /* of location in scales, and of ln scale: the
                                   likelihood is then good to its square */
#define NEWTON_TOLERANCE 1e-2   /* likewise: what is left then is about the square of that */
#define NEWTON_REACH 0.5        /* a longer step may lead to another hill */
#define SEARCH_STEPS 60
#define KENDALL_EXACT 40

static void errors_are_returned(void)
{
    gsl_set_error_handler_off();
}

void stats_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, errors_are_returned);
}

static int compare_weighted(const void *a, const void *b)
{
    const struct weighted *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

void stats_line_add(struct stats_line *line, double x, double y)
{
    line->n++;
    line->x += x;
    line->y += y;
    line->xx += x * x;
    line->xy += x * y;
}

double stats_line_slope(const struct stats_line *line)
{
    return (line->xy - line->x * line->y / line->n) / (line->xx - line->x * line->x / line->n);
}

double stats_weighted_median(struct weighted *sample, size_t n)
{
    double total = 0, below = 0;
    size_t i = 0;
    if (n == 1)
        return sample[0].value;
    qsort(sample, n, sizeof *sample, compare_weighted);
    for (size_t k = 0; k < n; k++)
        total += sample[k].weight;
    /* Halves of each: the sum of two large values may overflow. */
    for (; i + 1 < n; i++) {
        below += sample[i].weight;
        if (below > total / 2)
            break;
        if (below >= total / 2)
            return sample[i].value / 2 + sample[i + 1].value / 2;
    }
    return sample[i].value;
}

void stats_t3_start(const struct t3_sample *sample, struct t3 *t)
{
    const double *x = sample->x, *p = sample->precision;
    size_t n = sample->n;
    double sum = 0, sum_p = 0, sum2 = 0;
#pragma omp simd reduction(+ : sum, sum_p)
    for (size_t i = 0; i < n; i++) {
        sum += p[i] * x[i];
        sum_p += p[i];
    }
    t->location = sum / sum_p;
#pragma omp simd reduction(+ : sum2)
    for (size_t i = 0; i < n; i++)
        sum2 += p[i] * (x[i] - t->location) * (x[i] - t->location);
    t->scale = fmax(sqrt(sum2 / (double)n), T3_SCALE_MIN);
    t->log_likelihood = GSL_NAN;
}

/* The logarithm is taken of products: it would take most of the time of a fit. */
double stats_t3_log_likelihood(const struct t3_sample *sample, double location, double scale)
{
    const double *x = sample->x, *p = sample->precision;
    size_t n = sample->n;
    double product = 1, sum = 0, factor = 1 / (3 * scale * scale);
    for (size_t i = 0; i < n; i++) {
        double d = x[i] - location;
        product *= 1 + p[i] * d * d * factor;
        if (product > 1e200) {
            sum += log(product);
            product = 1;
        }
    }
    sum += log(product);
    return -(double)n * log(scale) - 2 * sum;
}

/* Sums over a sample of the weight w = 4 / (3 + p d^2 / scale^2), d being the distance from the location. */
struct sums {
    double w, wp, wpd, ww, wwp, wwpd;
};

static struct sums sum_up(const struct t3_sample *sample, double location, double scale)
{
    const double *x = sample->x, *p = sample->precision;
    double factor = 1 / (scale * scale), w0 = 0, w1 = 0, w2 = 0, ww0 = 0, ww1 = 0, ww2 = 0;
#pragma omp simd reduction(+ : w0, w1, w2, ww0, ww1, ww2)
    for (size_t i = 0; i < sample->n; i++) {
        double d = x[i] - location, w = 4 / (3 + p[i] * d * d * factor), wp = w * p[i], wpd = wp * d;
        w0 += w;
        w1 += wp;
        w2 += wpd;
        ww0 += w * w;
        ww1 += w * wp;
        ww2 += w * wpd;
    }
    return (struct sums){ w0, w1, w2, ww0, ww1, ww2 };
}

/* A step of location, in scales, and of ln scale; and the scale after it. */
struct step {
    double location, ln_scale, scale;
};

/* Newton's; since w p d^2 / scale^2 = 4 - 3 w all derivatives are such sums.  False: the likelihood is no hill here, or
 * its top is not near. */
static bool newton_step(const struct sums *s, double n, double scale, struct step *step)
{
    double slope = s->wpd / scale, slope_s = 3 * (n - s->w);
    double bend = 1.5 * s->wwp - s->wp, bend_s = 6 * s->w - 4.5 * s->ww, both = 1.5 * s->wwpd / scale;
    double det = bend * bend_s - both * both;
    if (scale <= T3_SCALE_MIN || !(bend > 0) || !(det > 0))
        return false;
    double ln_scale = (bend * slope_s - both * slope) / det;
    *step = (struct step){ (bend_s * slope - both * slope_s) / det, ln_scale,
                           fmax(scale * (2 + ln_scale) / (2 - ln_scale), T3_SCALE_MIN) };      /* about e^ln_scale */
    return fabs(step->location) < NEWTON_REACH && fabs(ln_scale) < NEWTON_REACH;
}

/* EM's.  Dividing by the weights' sum, not by n, makes it converge faster to the same place. */
static struct step em_step(const struct sums *s, double n, double scale)
{
    double move = s->wpd / s->wp, variance = (scale * scale * (4 * n - 3 * s->w) - move * s->wpd) / s->w;
    double next = variance > T3_SCALE_MIN * T3_SCALE_MIN ? sqrt(variance) : T3_SCALE_MIN;
    return (struct step){ move / scale, next / scale - 1, next };
}

void stats_t3_fit(const struct t3_sample *sample, struct t3 *t)
{
    double location = t->location, scale = t->scale, n = (double)sample->n;
    for (int i = 0; i < STEPS; i++) {
        struct sums sums = sum_up(sample, location, scale);
        struct step step;
        bool newton = newton_step(&sums, n, scale, &step);
        if (!newton)
            step = em_step(&sums, n, scale);
        location += step.location * scale;
        scale = step.scale;
        double enough = newton ? NEWTON_TOLERANCE : EM_TOLERANCE;
        if (fabs(step.location) < enough && fabs(step.ln_scale) < enough)
            break;
    }
    t->location = location;
    t->scale = scale;
    t->log_likelihood = stats_t3_log_likelihood(sample, location, scale);
}

double stats_t3_next_scale(const struct t3_sample *sample, double scale)
{
    double sum = 0, sum2 = 0;
    for (size_t i = 0; i < sample->n; i++) {
        double d = sample->x[i] / scale, p = sample->precision[i], w = 4 / (3 + p * d * d);
        sum += w;
        sum2 += w * p * sample->x[i] * sample->x[i];
    }
    return fmax(sqrt(sum2 / sum), T3_SCALE_MIN);
}

/* P (at most `most` of the pairs of a random permutation of n are in order):
 * the i-th value inserted is in order with 0 .. i - 1 of those before it, all
 * equally likely. */
static double kendall_exact(size_t n, size_t most)
{
    enum { PAIRS = KENDALL_EXACT * (KENDALL_EXACT - 1) / 2 + 1 };
    double p[PAIRS] = { 1 }, next[PAIRS], sum = 0;
    size_t pairs = 0;
    for (size_t i = 2; i <= n; i++) {
        double window = 0;
        pairs += i - 1;
        for (size_t k = 0; k <= pairs; k++) {
            window += p[k];
            if (k >= i)
                window -= p[k - i];
            next[k] = window / (double)i;
        }
        memcpy(p, next, (pairs + 1) * sizeof *p);
    }
    for (size_t k = 0; k <= most && k <= pairs; k++)
        sum += p[k];
    return sum;
}

/* Variance of (pairs in order - pairs out of order), times 18. */
static double kendall_variance18(const double *y, size_t n, int *ties)
{
    double *sorted = malloc(n * sizeof *sorted), v = (double)n * ((double)n - 1) * (2 * (double)n + 5);
    if (!sorted)
        return GSL_NAN;
    memcpy(sorted, y, n * sizeof *y);
    gsl_sort(sorted, 1, n);
    *ties = 0;
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && sorted[k] <= sorted[i]; k++)
            *ties = 1;
        double t = (double)(k - i);
        v -= t * (t - 1) * (2 * t + 5);
    }
    free(sorted);
    return v;
}

double stats_kendall_falls(const double *y, size_t n)
{
    size_t up = 0, down = 0;
    int ties = 0;
    if (n < 2)
        return 1;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            up += y[k] > y[i];
            down += y[k] < y[i];
        }
    double variance = kendall_variance18(y, n, &ties) / 18;
    if (!ties && n <= KENDALL_EXACT)
        return kendall_exact(n, up);
    if (!(variance > 0))
        return gsl_isnan(variance) ? variance : 1;
    return gsl_cdf_ugaussian_P(((double)up - (double)down + 1) / sqrt(variance));
}

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
