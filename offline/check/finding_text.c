/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/finding_text.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static void add(struct finding *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct finding *f, const char *format, ...)
{
    size_t len = strlen(f->text);
    va_list args;
    va_start(args, format);
    vsnprintf(f->text + len, sizeof f->text - len, format, args);
    va_end(args);
}

/* "n^2 or n^2 log n, exponent 2.01 (1.95 to 2.08)" */
static void add_fit(struct finding *f, const struct fit *fit)
{
    add(f, "%s", fit_class_name(fit->cls));
    for (int c = FIT_1; c <= FIT_POWER; c++)
        if (fit->set & 1u << c && c != (int)fit->cls)
            add(f, " or %s", fit_class_name((enum fit_class)c));
    if (fit->cls == FIT_EXP && isfinite(fit->base))
        add(f, ", base %.3g", fit->base);
    if (isnan(fit->exponent))
        return;
    add(f, ", exponent %.2f", fit->exponent);
    if (!isnan(fit->exponent_low) && !isnan(fit->exponent_high))
        add(f, " (%.2f to %.2f)", fit->exponent_low, fit->exponent_high);
}

/* Over the sizes that were seen: how much cost grew, how much it might have. */
static void add_growth(struct finding *f, const struct fit *fit, const struct limit *limit)
{
    bool told = view_is_told(f->decides);
    double low = told ? fit->size_low : f->target->size_low, high = told ? fit->size_high : f->target->size_high;
    char from[16], to[16], grew[16], may[16];
    if (fit->n_laws == 0 || fit->warnings & 1u << FIT_BALANCED || !(low >= 1) || !(high > low))
        return;
    double factor = fit_law_cost(&fit->law[0], high) / fit_law_cost(&fit->law[0], low);
    double allowed = limit_growth(limit, low, high);
    if (!isfinite(factor) || !isfinite(allowed) || factor < allowed)
        return;
    add(f, "; from %s %s to %s its cost grew %s-fold, where %s allows %s-fold", told ? "n =" : "size",
        text_count(low, from), text_count(high, to),
        text_count(round(factor), grew), limit->name, text_count(round(allowed), may));
}

void finding_text_kept(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which)
{
    const struct fit *work = judge_fit(f->target, judge_basis(f->target, VIEW_WORK));
    add(f, "%s", which);
    add_fit(f, fit);
    add(f, ", within %s (%s)", y->limit.name, y->origin);
    if (work->cls != FIT_NONE && work->cls != fit->cls) {
        add(f, "; bytes accessed: ");
        add_fit(f, work);
    }
}

void finding_text_exceeded(struct finding *f, const struct fit *fit, const struct yardstick *y,
                    const char *which)
{
    add(f, "%s", which);
    add_fit(f, fit);
    add(f, ", exceeds %s (%s)", y->limit.name, y->origin);
    if (f->decides == VIEW_RUNS || f->decides == VIEW_TOLD)
        add_growth(f, fit, &y->limit);
}

/* Likewise of a function of in-house mode. */
static void add_function_doubts(struct finding *f, const struct fit *fit)
{
    size_t sizes = f->target->profile->n_tuples;
    if (fit->warnings & (1u << FIT_FEW_SIZES | 1u << FIT_CLOSE_SIZES)) {
        add(f, "activations of %zu different size%s; it takes at least 5, the largest at least twice the smallest",
            sizes, sizes == 1 ? "" : "s");
        return;
    }
    add(f, "no class");
    for (unsigned i = 0; i < FIT_WARNINGS; i++)
        if (fit->warnings & 1u << i && i != FIT_AMBIGUOUS)
            add(f, "; %s (%s)", fit_warning_text(i), fit_warning_code(i));
}

/* Why there is no class. */
static void add_doubts(struct finding *f, const struct fit *fit)
{
    if (f->target->profile) {
        add_function_doubts(f, fit);
        return;
    }
    size_t runs = f->target->n_points;
    char size[16], executions[16];
    if (f->target->warnings & 1u << WARN_NO_INPUT)
        add(f, "no input read: %s iterations an execution, %s executions",
            text_count(f->target->cost / f->target->instances, size), text_count(f->target->instances, executions));
    else if (fit->distinct_sizes == 0)
        add(f, "%zu run%s, none with a size and a cost to tell; run it with ALGOPROF_RATE=1 ALGOPROF_BUDGET=0",
            runs, runs == 1 ? "" : "s");
    else if (runs == 1)
        add(f, "one run only; run it with at least 5 different sizes");
    else if (fit->distinct_sizes == 1)
        add(f, "all %zu runs have the same size, about %s; run it with at least 5 different sizes",
            runs, text_count(f->target->size_high, size));
    else if (fit->warnings & (1u << FIT_FEW_SIZES | 1u << FIT_CLOSE_SIZES))
        add(f, "%zu runs with %d different sizes; it takes at least 5, the largest at least twice "
               "the smallest%s", runs, fit->distinct_sizes,
            f->target->key.kind == ALOG_RECURSION ? ", or with 16 times its calls" : "");
    else {
        add(f, "no class");
        for (unsigned i = 0; i < FIT_WARNINGS; i++)
            if (fit->warnings & 1u << i && i != FIT_AMBIGUOUS)
                add(f, "; %s (%s)", fit_warning_text(i), fit_warning_code(i));
    }
}

void finding_text_unclear(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which)
{
    char size[16];
    add(f, "%s", which);
    if (fit->cls == FIT_NONE) {
        add_doubts(f, fit);
        return;
    }
    add_fit(f, fit);
    add(f, ": cannot tell whether that is within %s (%s)", y->limit.name, y->origin);
    if (fit->next_size > 0)
        add(f, "; sizes up to %s would", text_count(fit->next_size, size));
}

void finding_text_unclear_work(struct finding *f, const struct fit *fit, const struct yardstick *y, const char *which)
{
    if (fit->distinct_sizes > 0 && !(fit->warnings & (1u << FIT_FEW_SIZES | 1u << FIT_CLOSE_SIZES)))
        finding_text_unclear(f, fit, y, which);
    else
        add(f, "%stoo few runs tell whether that is within %s (%s); run it with ALGOPROF_BUDGET=0", which,
            y->limit.name, y->origin);
}

void finding_text_metric(struct finding *f)
{
    add(f, "; worst cost by %s", f->target->profile->shared ? "trms" : "rms");
}

void finding_text_profiled(struct finding *f)
{
    add(f, "; but the profile of %s is within it", f->target->key.function);
}

void finding_text_accepted(struct finding *f)
{
    add(f, "; accepted: %s", f->reason);
}
