/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/student_t.h"

#include <gsl/gsl_math.h>
#include <stdbool.h>

#define STEPS 200
#define EM_TOLERANCE 1e-4       /* of location in scales, and of ln scale: the
                                   likelihood is then good to its square */
#define NEWTON_TOLERANCE 1e-2   /* likewise: what is left then is about the square of that */
#define NEWTON_REACH 0.5        /* a longer step may lead to another hill */

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
