/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fit of docs/methods.md: all curves, then the verdicts in order. */
#include "fit/fit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "fit/fit_constant_part.h"
#include "fit/fit_class.h"
#include "fit/fit_curve.h"
#include "fit/fit_enough_sizes.h"
#include "fit/fit_formula.h"
#include "fit/fit_law.h"
#include "fit/fit_regimes.h"
#include "fit/fit_rows.h"
#include "fit/search.h"
#include "fit/stats.h"

#define REGIME_SIZES 8
#define SET_BIC 6.5             /* classes this close to the best are not excluded: as many
                                   alarms missed as false certainties (docs/methods.md) */
#define POWER_BIC 6.0           /* n^b must beat the named classes by more */
#define NEAR_NAMED 0.05         /* exponents nearer to a named class are that class */
#define REGIMES_BIC 10.0
#define LEAST_BEND 2            /* an exponential doubles at least, beside the widest gap */
#define REGIMES_APART 0.5       /* exponents nearer than that are one bent curve */
#define FLAT_GROWTH 1.1         /* less over the whole range is "1" */
#define FALLS_P 0.01
#define SCATTERED 0.5
#define TELL_SIGMAS 3.0         /* two curves this far apart can be told apart */
#define TELL_FACTOR 1e6         /* no advice beyond this multiple of the largest size */
#define LEAST_RELIABILITY 0.5   /* of the sizes, for the exponent's correction */

#define BESIDES_SIZES 12        /* with a constant part of fewer sizes most curves are as good */

#define CURVES (FIT_EXP + 1)    /* indexed by class; FIT_NONE is not used */

struct fitting {
    struct fit_space space;
    enum fit_sizes sizes;
    bool no_exponential;        /* no exponential is asked for */
    struct fit_curve curve[CURVES], power, likeliest;
    enum fit_class best;
    unsigned tame;              /* bits of classes that fit_beyond_tame found, once ambiguity_set has asked */
};

static void set_warning(struct fit *out, enum fit_warning warning)
{
    out->warnings |= 1u << warning;
}

static void clear(struct fit *out)
{
    *out = (struct fit){ .cls = FIT_NONE, .exponent = NAN, .exponent_low = NAN,
                         .exponent_high = NAN, .base = NAN, .base_low = NAN, .base_high = NAN,
                         .r2 = NAN, .sigma = NAN, .setup = NAN, .size_low = NAN, .size_high = NAN,
                         .cost_low = NAN, .cost_high = NAN };
}

/* Does the exponential grow beside the widest gap between sizes, too?  What grows by next to nothing
 * but from many small sizes to one far one, any power with a constant fits as well. */
static bool bends_in_sight(const struct fit_curve *curve, const struct fit_space *s)
{
    double width = s->row[s->n - 1].size - s->row[0].size, gap = 0;
    for (size_t i = 1; i < s->n; i++)
        gap = fmax(gap, s->row[i].size - s->row[i - 1].size);
    return curve->shape * (1 - gap / width) > log(LEAST_BEND);
}

static void fit_curves(struct fitting *f)
{
    f->best = FIT_1;
    for (int c = FIT_1; c < CURVES; c++) {
        struct fit_curve *curve = &f->curve[c];
        fit_curve_class(&f->space, (enum fit_class)c, curve, NULL);
        if (c == FIT_EXP && f->no_exponential)
            curve->bic = INFINITY;
        if (curve->bic < f->curve[f->best].bic && (c != FIT_EXP || bends_in_sight(curve, &f->space)))
            f->best = (enum fit_class)c;
    }
    fit_curve_class(&f->space, FIT_POWER, &f->power, &f->likeliest);
}

/* A fall of less than a tenth is "1", however regular. */
static bool falls(const struct fitting *f)
{
    double *cost = f->space.residual;
    if (fit_curve_growth(&f->likeliest, &f->space) > -log(FLAT_GROWTH))
        return false;
    for (size_t i = 0; i < f->space.n; i++)
        cost[i] = f->space.row[i].ln_cost;
    return stats_kendall_falls(cost, f->space.n) < FALLS_P;
}

/* Of ln cost, by squares about the mean, as everywhere else. */
static double r2_of(const struct fit_curve *curve, const struct fit_space *s)
{
    double mean = 0, total = 0, rest = 0;
    for (size_t i = 0; i < s->n; i++)
        mean += s->row[i].ln_cost / (double)s->n;
    for (size_t i = 0; i < s->n; i++) {
        double t = s->row[i].ln_cost - mean;
        double r = s->row[i].ln_cost - curve->t.location -
                   fit_curve_rise(curve, s, s->row[i].size);
        total += t * t;
        rest += r * r;
    }
    if (curve->cls == FIT_1 || !(total > 1e-20))
        return NAN;
    return fmax(0, 1 - rest / total);
}

/* Stretches the interval to its exponent; open ends (NaN) stay open. */
static void include_exponent(struct fit *out)
{
    if (out->exponent_low > out->exponent)
        out->exponent_low = out->exponent;
    if (out->exponent_high < out->exponent)
        out->exponent_high = out->exponent;
}

/* Errors of the sizes that the data show: independent ones of the standard error e
 * scatter ln cost by e times the exponent, so what does not scatter has none. */
static double shown_error2(const struct fitting *f, double error2)
{
    const struct fit_space *s = &f->space;
    const struct fit_curve *curve = &f->power;
    double rest = 0, slope2 = curve->shape * curve->shape;
    for (size_t i = 0; i < s->n; i++)
        rest += pow(s->row[i].ln_cost - curve->t.location - fit_curve_rise(curve, s, s->row[i].size), 2);
    if (s->n < 4 || !(slope2 > 0))
        return error2;
    return fmin(error2, rest / (double)(s->n - 3) / slope2);
}

/* The fitted exponent is too small by the share of var (ln n) that is error of
 * the sizes (errors in variables); the interval widens likewise. */
static void give_exponent(struct fitting *f, double error2, struct fit *out)
{
    const struct fit_space *s = &f->space;
    double mean = 0, variance = 0, sum = 0, reliability;
    for (size_t i = 0; i < s->n; i++) {
        sum += s->precision[i];
        mean += s->precision[i] * s->row[i].ln_size;
    }
    mean /= sum;
    for (size_t i = 0; i < s->n; i++)
        variance += s->precision[i] * pow(s->row[i].ln_size - mean, 2) / sum;
    variance *= (double)s->n / (double)(s->n - 1);
    if (!(1 - error2 / variance > LEAST_RELIABILITY))
        set_warning(out, FIT_NOISY_SIZES);
    reliability = fmax(1 - shown_error2(f, error2) / variance, LEAST_RELIABILITY);
    fit_curve_interval(&f->space, &f->likeliest, &out->exponent_low, &out->exponent_high);
    /* The simpler of the fits with and without setup cost: setup cost that is
     * scatter only would always make the exponent larger. */
    out->exponent = f->power.shape / reliability;
    out->exponent_low /= reliability;
    out->exponent_high /= reliability;
    include_exponent(out);
}

static void give_base(struct fitting *f, struct fit *out)
{
    struct fit_space *s = &f->space;
    double low, high, width = s->row[s->n - 1].size - s->row[0].size;
    struct fit_curve bic, likeliest;
    fit_curve_class(s, FIT_EXP, &bic, &likeliest);
    fit_curve_interval(s, &likeliest, &low, &high);
    out->base = exp(likeliest.shape / width);
    out->base_low = exp(low / width);
    out->base_high = exp(high / width);
}

struct apart {
    const struct fit_space *space;
    const struct fit_curve *a, *b;
};

/* Above 0 where the curves can be told apart. */
static double apart(double ln_size, void *data)
{
    const struct apart *p = data;
    double n = exp(ln_size);
    return fabs(p->a->t.location + fit_curve_rise(p->a, p->space, n) - p->b->t.location -
                fit_curve_rise(p->b, p->space, n)) -
           TELL_SIGMAS * fmax(p->a->t.scale, p->b->t.scale);
}

/* The smallest largest size at which the best is told apart from every other
 * that can be; 0: none in sight. */
static double next_size(const struct fitting *f, unsigned set)
{
    const struct fit_space *s = &f->space;
    double from = s->row[s->n - 1].ln_size, step = M_LN2 / 2, size = 0;
    for (int c = FIT_1; c < CURVES; c++) {
        struct apart p = { s, &f->curve[f->best], &f->curve[c] };
        if (c == (int)f->best || !(set & 1u << c))
            continue;
        for (double ln = from; ln < from + log(TELL_FACTOR); ln += step)
            if (apart(ln + step, &p) > 0) {
                double root = apart(ln, &p) > 0 ? ln : stats_root(apart, &p, ln, ln + step, 1e-3);
                size = fmax(size, exp(root));
                break;
            }
    }
    return isfinite(size) ? size : 0;
}

/* Whether a shape parameter of its own makes the curve truly better: BIC alone
 * takes one too easily when there are few rows. */
static bool shape_is_real(const struct fitting *f, const struct fit_curve *shaped,
                          const struct fit_curve *plain)
{
    return 2 * (shaped->t.log_likelihood - plain->t.log_likelihood) >
           fit_curve_deviance(f->space.n);
}

/* A power so near to a named one says that there is a constant beside it, not
 * that it is another power. */
static bool near_named(const struct fitting *f)
{
    const struct fit_shape *named = &fit_shapes[f->best];
    return f->best != FIT_EXP && !(named->logs > 0) &&
           fabs(f->power.shape - named->power) < NEAR_NAMED;
}

/* Is it a steep curve of enough sizes that may have a constant part? */
static bool may_be_beyond(const struct fitting *f, const struct fit_curve *curve)
{
    return f->sizes != FIT_COUNTED && curve->cls > FIT_NLOGN && f->space.n >= BESIDES_SIZES;
}

/* The tame classes that are as good as a steep curve, if all sizes have a constant part: these bend upwards at small
 * sizes. */
static unsigned tame_beyond(struct fitting *f, const struct fit_curve *curve)
{
    return may_be_beyond(f, curve) ? fit_beyond_tame(&f->space, curve->bic) : 0;
}

static unsigned ambiguity_set(struct fitting *f)
{
    const struct fit_curve *best = f->power.bic < f->curve[f->best].bic ? &f->power : &f->curve[f->best];
    f->tame = tame_beyond(f, best);
    unsigned set = f->tame;
    enum fit_class plain = FIT_1;
    for (int c = FIT_1; c < CURVES; c++) {
        if (f->curve[c].bic <= f->curve[f->best].bic + SET_BIC)
            set |= 1u << c;
        if (c != FIT_EXP && f->curve[c].bic < f->curve[plain].bic)
            plain = (enum fit_class)c;
    }
    if (f->best == FIT_EXP && !shape_is_real(f, &f->curve[FIT_EXP], &f->curve[plain]))
        set |= 1u << plain;
    return set;
}

static void give_laws(const struct fitting *f, const struct fit_curve *best, struct fit *out)
{
    out->law[out->n_laws++] = fit_law_of(best, &f->space);
    for (int c = FIT_1; c < CURVES; c++)
        if (out->set & 1u << c && c != (int)best->cls)
            out->law[out->n_laws++] = fit_law_of(&f->curve[c], &f->space);
}

static void give_class(struct fitting *f, const struct fit_curve *curve, unsigned set,
                       struct fit *out)
{
    out->cls = curve->cls;
    out->set = set | 1u << curve->cls;
    out->tame_beyond = set & f->tame;
    out->tame_above = may_be_beyond(f, curve) && fit_beyond_tame_above(&f->space, curve);
    out->sigma = curve->t.scale;
    out->setup = curve->setup;
    out->r2 = r2_of(curve, &f->space);
    fit_formula_of_curve(curve, &f->space, out);
    give_laws(f, curve, out);
    if (out->sigma > SCATTERED)
        set_warning(out, FIT_SCATTERED);
    /* Of n^b the set holds the nearest classes; they are excluded. */
    if (out->cls != FIT_POWER && out->set & (out->set - 1)) {
        set_warning(out, FIT_AMBIGUOUS);
        out->next_size = next_size(f, out->set);
    }
    if (out->cls == FIT_1) {
        out->exponent = 0;
        include_exponent(out);
    }
    if (out->cls == FIT_EXP) {
        out->exponent = out->exponent_low = out->exponent_high = NAN;
        give_base(f, out);
    }
}

static void choose(struct fitting *f, const struct fit_rows *rows, struct fit *out)
{
    const struct fit_curve *best = &f->curve[f->best];
    give_exponent(f, rows->error2, out);
    if (f->power.bic < best->bic - POWER_BIC && shape_is_real(f, &f->likeliest, best) && !near_named(f))
        give_class(f, &f->power, ambiguity_set(f), out);
    else
        give_class(f, best, ambiguity_set(f), out);
}

/* Cost is a function of the sizes less a constant part of all or the large ones, which explains the rows no worse than two regimes do. */
static int choose_beyond(const struct fitting *f, const struct fit_rows *rows, const struct fit_beyond *beyond,
                         struct fit *out)
{
    struct fit_rows rest;
    struct fitting g = { .best = FIT_NONE, .sizes = f->sizes, .no_exponential = f->no_exponential };
    int result = fit_rows_beyond(rows, beyond->from, beyond->besides, &rest);
    if (result == 0)
        result = fit_space_make(&g.space, &rest);
    if (result == 0) {
        g.space.besides = beyond->besides;
        g.space.from = beyond->from > 0 ? rows->row[beyond->from].size : 0;
        fit_curves(&g);
        choose(&g, &rest, out);
        if (out->next_size > 0)
            out->next_size += beyond->besides;
        if (out->cls != FIT_EXP) {
            out->exponent_low = fmin(out->exponent_low, beyond->low);
            out->exponent_high = fmax(out->exponent_high, beyond->high);
        }
    }
    fit_space_free(&g.space);
    free(rest.row);
    return result;
}

/* 0, or -1: no memory. */
static int judge(struct fitting *f, const struct fit_rows *rows, struct fit *out)
{
    const struct fit_curve *best = &f->curve[f->best];
    struct fit_regimes regimes = { .bic = INFINITY };
    struct fit_beyond beyond = { .bic = INFINITY };
    double single = fmin(best->bic, f->power.bic);
    if (falls(f)) {
        set_warning(out, FIT_FALLS);
        return 0;
    }
    if (fit_curve_growth(best, &f->space) < log(FLAT_GROWTH)) {
        unsigned set = ambiguity_set(f);
        give_exponent(f, rows->error2, out);
        f->best = FIT_1;
        give_class(f, &f->curve[FIT_1], set, out);
        return 0;
    }
    if (rows->distinct >= REGIME_SIZES)
        fit_regimes_find(&f->space, &regimes);
    if (!(regimes.bic < single - REGIMES_BIC && fabs(regimes.above - regimes.below) > REGIMES_APART)) {
        choose(f, rows, out);
        return 0;
    }
    if (f->sizes == FIT_MEASURED && f->space.n >= BESIDES_SIZES)
        fit_beyond_find(&f->space, &beyond);
    if (beyond.bic <= regimes.bic)
        return choose_beyond(f, rows, &beyond, out);
    set_warning(out, FIT_TWO_REGIMES);
    out->sigma = regimes.sigma;
    fit_formula_of_regimes(&regimes, out);
    return 0;
}

static int run(const struct fit_point *points, size_t n, enum fit_sizes sizes, bool no_exponential, struct fit *out)
{
    struct fit_rows rows;
    struct fitting f = { .best = FIT_NONE, .sizes = sizes, .no_exponential = no_exponential };
    int result = 0;
    stats_init();
    clear(out);
    if (fit_rows_make(points, n, sizes, &rows) != 0)
        return -1;
    if (fit_enough_sizes(&rows, sizes, out)) {
        result = fit_space_make(&f.space, &rows);
        if (result == 0) {
            fit_curves(&f);
            result = judge(&f, &rows, out);
        }
        fit_space_free(&f.space);
    }
    free(rows.row);
    return result;
}

int fit_run_of(const struct fit_point *points, size_t n, enum fit_sizes sizes, struct fit *out)
{
    return run(points, n, sizes, false, out);
}

int fit_run_no_exponential(const struct fit_point *points, size_t n, struct fit *out)
{
    return run(points, n, FIT_MEASURED, true, out);
}

#define BUDGET 10000u           /* of logs of any size, */
#define BUDGET_BYTES 35u        /* and one more for so many bytes */
#define PRICE 16u               /* of any fit, and one for each row */

uint64_t fit_budget(uint64_t bytes)
{
    return BUDGET + bytes / BUDGET_BYTES;
}

uint64_t fit_price(size_t rows)
{
    return rows < FIT_LEAST_SIZES ? 0 : PRICE + (rows < FIT_ROWS_MAX ? rows : FIT_ROWS_MAX);
}

void fit_leave_out(struct fit *out)
{
    clear(out);
    set_warning(out, FIT_LEFT_OUT);
}
