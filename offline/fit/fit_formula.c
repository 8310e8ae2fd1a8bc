/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fit/fit_class.h"
#include "fit/fit_law.h"

#define NUMBER 32

/* e^ln with 3 digits, also where that is beyond double. */
static const char *number(double ln, char *out)
{
    double log10 = ln / M_LN10, exponent = floor(log10);
    if (fabs(log10) < 300)
        snprintf(out, NUMBER, "%.3g", exp(ln));
    else
        snprintf(out, NUMBER, "%.3ge%+.0f", pow(10, log10 - exponent), exponent);
    return out;
}

static const char *term_of(const struct fit_law *law, char *out)
{
    if (law->cls == FIT_EXP && law->rate < 1e-3)    /* a base too near 1 to be written */
        snprintf(out, NUMBER, "e^(%.3g n)", law->rate);
    else if (law->cls == FIT_EXP)
        snprintf(out, NUMBER, "%.5g^n", exp(law->rate));
    else if (law->cls == FIT_POWER)
        snprintf(out, NUMBER, "n^%.2f", law->power);
    else if (law->logs > 0 && law->unit > 1)       /* "n log2 n" becomes "n log2 (n/16)" */
        snprintf(out, NUMBER, "%.*s(n/%g)", (int)strlen(fit_shapes[law->cls].term) - 1, fit_shapes[law->cls].term, law->unit);
    else
        snprintf(out, NUMBER, "%s", fit_shapes[law->cls].term);
    return out;
}

/* n is what is above the law's constant part: then it is named m. */
static void explain(const struct fit_law *law, char *formula, size_t room)
{
    size_t len = strlen(formula);
    for (size_t i = 0; i < len; i++)
        if (formula[i] == 'n')
            formula[i] = 'm';
    len += (size_t)snprintf(formula + len, room - len, ", m = n - %.4g", law->besides);
    if (law->from > 0 && len < room)
        snprintf(formula + len, room - len, " from n = %.4g on", law->from);
}

void fit_formula_of_curve(const struct fit_curve *curve, const struct fit_space *s, struct fit *out)
{
    char factor[NUMBER], setup[NUMBER], term[NUMBER];
    const struct fit_law law = fit_law_of(curve, s);
    const char *times = curve->cls == FIT_EXP ? "*" : "";
    number(law.ln_factor, factor);
    if (curve->cls == FIT_1)
        snprintf(out->formula, sizeof out->formula, "%s", factor);
    else if (curve->setup > 0)
        snprintf(out->formula, sizeof out->formula, "%s + %s %s%s%s",
                 number(curve->t.location + log(curve->setup), setup), factor, times,
                 *times ? " " : "", term_of(&law, term));
    else
        snprintf(out->formula, sizeof out->formula, "%s %s%s%s", factor, times,
                 *times ? " " : "", term_of(&law, term));
    if (law.besides > 0 && curve->cls != FIT_1)
        explain(&law, out->formula, sizeof out->formula);
}

void fit_formula_of_regimes(const struct fit_regimes *r, struct fit *out)
{
    snprintf(out->formula, sizeof out->formula, "n^%.2f up to n = %.4g, then n^%.2f", r->below,
             r->at, r->above);
}
