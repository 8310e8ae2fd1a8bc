/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Maximum likelihood of one cost function.  Given setup and shape the rest is
 * a location and scale (student_t.h); these two are searched from outside, on a
 * grid first, since the likelihood may have several maxima. */
#include "fit/fit_curve.h"

#include <math.h>
#include <stdlib.h>

#include "fit/fit_class.h"
#include "fit/search.h"

#define SETUP_MIN 0.01          /* less than that cannot be told from none */
#define SETUP_STEPS 21
#define SETUP_TOLERANCE 0.01    /* of ln setup */
#define SHAPE_TOLERANCE 1e-4
#define SHAPE_STEPS 32
#define RATIO_MAX 600.0         /* ln ratio beyond which setup does not matter */
#define GROWTH_MIN 1.1          /* ln growth of an exponential over the range: factor 3;
                                   below it is a straight line to the eye */
#define LEAST_ELEMENTS 8.0      /* sizes in elements, where log2 counts these instead of bytes */

/* Bytes of an element: sizes are in bytes, but n log n counts comparisons of elements. */
static const double log_unit[] = { 1, 4, 16, 64 };

int fit_space_make(struct fit_space *s, const struct fit_rows *rows)
{
    double low = INFINITY, high = -INFINITY, mean = 0;
    *s = (struct fit_space){ .row = rows->row, .n = rows->n };
    s->rise = calloc(4 * rows->n + 1, sizeof *s->rise);
    if (!s->rise)
        return -1;
    s->ratio = s->rise + rows->n;
    s->residual = s->ratio + rows->n;
    s->precision = s->residual + rows->n;
    for (size_t i = 0; i < rows->n; i++) {
        low = fmin(low, rows->row[i].ln_cost);
        high = fmax(high, rows->row[i].ln_cost);
        mean += log(rows->row[i].precision) / (double)rows->n;
    }
    for (size_t i = 0; i < rows->n; i++)
        s->precision[i] = rows->row[i].precision / exp(mean);
    s->span = high - low;
    return 0;
}

void fit_space_free(struct fit_space *s)
{
    free(s->rise);
    s->rise = NULL;
}

double fit_bic(double log_likelihood, int parameters, size_t n)
{
    return -2 * log_likelihood + parameters * log((double)n);
}

/* ln log2 (max (n, 2)) */
static double ln_log2(double ln_size)
{
    return ln_size <= M_LN2 ? 0 : log(ln_size / M_LN2);
}

/* ln (f (n) / f (n_min)) */
static double rise_at(const struct fit_space *s, enum fit_class cls, double shape, double n,
                      double ln_n)
{
    const struct fit_row *first = &s->row[0], *last = &s->row[s->n - 1];
    if (cls == FIT_EXP)
        return shape * ((n - first->size) / (last->size - first->size));
    if (cls == FIT_POWER)
        return shape * (ln_n - first->ln_size);
    double rise = fit_shapes[cls].power * (ln_n - first->ln_size);
    if (fit_shapes[cls].logs > 0)
        rise += fit_shapes[cls].logs * (ln_log2(ln_n - log(shape)) - ln_log2(first->ln_size - log(shape)));
    return rise;
}

static double with_setup(double rise, double setup)
{
    return setup > 0 && rise < RATIO_MAX ? log(exp(rise) + setup) : rise;
}

double fit_curve_rise(const struct fit_curve *curve, const struct fit_space *s, double n)
{
    return with_setup(rise_at(s, curve->cls, curve->shape, n, log(n)), curve->setup);
}

double fit_curve_growth(const struct fit_curve *curve, const struct fit_space *s)
{
    return fit_curve_rise(curve, s, s->row[s->n - 1].size) -
           fit_curve_rise(curve, s, s->row[0].size);
}

static void set_shape(struct fit_space *s, enum fit_class cls, double shape)
{
    for (size_t i = 0; i < s->n; i++) {
        s->rise[i] = rise_at(s, cls, shape, s->row[i].size, s->row[i].ln_size);
        s->ratio[i] = s->rise[i] < RATIO_MAX ? exp(s->rise[i]) : 0;
    }
}

/* The shape is set; t is where to start, and becomes the fit. */
static void fit_setup(struct fit_space *s, double setup, struct t3 *t)
{
    for (size_t i = 0; i < s->n; i++) {
        double rise = s->rise[i];
        if (setup > 0 && s->ratio[i] > 0)
            rise = log(s->ratio[i] + setup);
        s->residual[i] = s->row[i].ln_cost - rise;
    }
    const struct t3_sample sample = { s->residual, s->precision, s->n };
    if (isnan(t->location))
        stats_t3_start(&sample, t);
    stats_t3_fit(&sample, t);
}

struct setup_search {
    struct fit_space *space;
    double least;               /* of the objective */
    struct t3 best;             /* of the setup with that */
};

/* What a setup cost takes of the log-likelihood. */
static double setup_price(double ln_setup)
{
    double beyond = ln_setup - log(FIT_SETUP_FREE);
    return beyond > 0 ? FIT_SETUP_PRICE / 2 + beyond : 0;
}

static double setup_objective(double ln_setup, void *data)
{
    struct setup_search *search = data;
    /* From the robust start each time: what is found must not depend on the
     * order of the search. */
    struct t3 t = { .location = NAN };
    fit_setup(search->space, exp(ln_setup), &t);
    t.log_likelihood -= setup_price(ln_setup);
    if (-t.log_likelihood < search->least) {
        search->least = -t.log_likelihood;
        search->best = t;
    }
    return -t.log_likelihood;
}

/* The most likely setup > 0 of the shape that is set. */
static void search_setup(struct fit_space *s, struct fit_curve *best)
{
    const double low = log(SETUP_MIN), step = (log(FIT_SETUP_MAX) - low) / (SETUP_STEPS - 1);
    struct setup_search search = { .space = s, .least = INFINITY, .best = { .log_likelihood = -INFINITY } };
    double grid[SETUP_STEPS], f_min;
    for (int i = 0; i < SETUP_STEPS; i++)
        grid[i] = low + i * step;
    double at = stats_search(setup_objective, &search, grid, SETUP_STEPS, SETUP_TOLERANCE, &f_min);
    best->setup = exp(at);
    best->t = search.best;
}

/* The two fits of the shape that is set: without setup cost, and with. */
static void fit_both(struct fit_space *s, struct fit_curve *without, struct fit_curve *with)
{
    without->setup = 0;
    without->t.location = NAN;
    fit_setup(s, 0, &without->t);
    *with = *without;
    if (without->shape >= 0 && s->rise[s->n - 1] > 0)
        search_setup(s, with);
}

void fit_curve_shape(struct fit_space *s, enum fit_class cls, double shape, struct fit_curve *best)
{
    struct fit_curve without = { .cls = cls, .shape = shape }, with;
    set_shape(s, cls, shape);
    fit_both(s, &without, &with);
    *best = with.t.log_likelihood > without.t.log_likelihood ? with : without;
}

struct shape_search {
    struct fit_space *space;
    enum fit_class cls;
    bool setup;
    double least;               /* of the objective */
    struct fit_curve best;      /* of the shape with that */
};

static double shape_objective(double shape, void *data)
{
    struct shape_search *search = data;
    struct fit_curve curve = { .cls = search->cls, .shape = shape, .t = { .location = NAN } };
    if (search->setup) {
        fit_curve_shape(search->space, search->cls, shape, &curve);
    } else {
        set_shape(search->space, search->cls, shape);
        fit_setup(search->space, 0, &curve.t);
    }
    if (-curve.t.log_likelihood < search->least) {
        search->least = -curve.t.log_likelihood;
        search->best = curve;
    }
    return -curve.t.log_likelihood;
}

/* Grid of shapes: of exponentials geometric, of powers even up to what the
 * spread of the costs allows. */
static double grid_shape(const struct fit_space *s, enum fit_class cls, int i)
{
    double x = (double)i / (SHAPE_STEPS - 1);
    double top = 2 * s->span + log1p(FIT_SETUP_MAX) + 1;
    if (cls == FIT_EXP)
        return GROWTH_MIN * pow(top / GROWTH_MIN, x);
    double range = s->row[s->n - 1].ln_size - s->row[0].ln_size;
    double low = fmax(FIT_POWER_MIN, -s->span / range - 0.1);
    return low + x * (fmin(FIT_POWER_MAX, top / range) - low);
}

/* The most likely shape, with or without setup cost. */
static void search_shape(struct fit_space *s, enum fit_class cls, bool setup,
                         struct fit_curve *best)
{
    struct shape_search search = { .space = s, .cls = cls, .setup = setup, .least = INFINITY,
                                   .best = { .cls = cls, .t = { .location = NAN, .log_likelihood = -INFINITY } } };
    double grid[SHAPE_STEPS], f_min;
    for (int i = 0; i < SHAPE_STEPS; i++)
        grid[i] = grid_shape(s, cls, i);
    stats_search(shape_objective, &search, grid, SHAPE_STEPS, SHAPE_TOLERANCE, &f_min);
    *best = search.best;
}

/* A unit that was chosen is one parameter more. */
static int chosen_unit(const struct fit_curve *curve)
{
    return fit_shapes[curve->cls].logs > 0 && curve->shape > log_unit[0];
}

static bool is_likelier(const struct fit_curve *a, const struct fit_curve *b, size_t rows)
{
    return fit_bic(a->t.log_likelihood, chosen_unit(a), rows) < fit_bic(b->t.log_likelihood, chosen_unit(b), rows);
}

/* Both fits of a named class, each with the element's size that is most likely. */
static void search_unit(struct fit_space *s, struct fit_curve *without, struct fit_curve *with)
{
    struct fit_curve plain = *without, offset;
    size_t units = fit_shapes[without->cls].logs > 0 ? sizeof log_unit / sizeof *log_unit : 1;
    for (size_t i = 0; i < units && (i == 0 || s->row[0].size > LEAST_ELEMENTS * log_unit[i]); i++) {
        plain.shape = log_unit[i];
        set_shape(s, plain.cls, plain.shape);
        fit_both(s, &plain, &offset);
        if (i == 0 || is_likelier(&plain, without, s->n))
            *without = plain;
        if (i == 0 || is_likelier(&offset, with, s->n))
            *with = offset;
    }
}

void fit_curve_class(struct fit_space *s, enum fit_class cls, struct fit_curve *best,
                     struct fit_curve *likeliest)
{
    struct fit_curve without = { .cls = cls }, with;
    int parameters = 2;         /* c, sigma */
    if (cls == FIT_EXP || cls == FIT_POWER) {
        parameters++;
        search_shape(s, cls, false, &without);
        search_shape(s, cls, true, &with);
    } else {
        search_unit(s, &without, &with);
    }
    without.bic = fit_bic(without.t.log_likelihood, parameters + chosen_unit(&without), s->n);
    with.bic = fit_bic(with.t.log_likelihood, parameters + (with.setup > 0) + chosen_unit(&with), s->n);
    *best = with.bic < without.bic ? with : without;
    if (likeliest)
        *likeliest = with.t.log_likelihood > without.t.log_likelihood ? with : without;
}
