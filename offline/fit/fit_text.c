/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fit/fit_class.h"
#include "fit/fit_law.h"

#define NUMBER 32

static const struct {
    const char *code, *text;
} warnings[FIT_WARNINGS] = {
    [FIT_FEW_SIZES] = { "few-sizes", "fewer than 5 different sizes: no cost function" },
    [FIT_CLOSE_SIZES] = { "close-sizes",
                          "the largest size is less than twice the smallest: no cost function" },
    [FIT_FALLS] = { "falls", "cost falls while size grows: something else decides the cost" },
    [FIT_TWO_REGIMES] = { "two-regimes", "cost grows differently below and above some size" },
    [FIT_WEAK] = { "weak", "fewer than 8 sizes, or less than 10 times from the smallest to the largest" },
    [FIT_SCATTERED] = { "scattered", "something else than the size decides much of the cost" },
    [FIT_AMBIGUOUS] = { "ambiguous", "other classes fit as well" },
    [FIT_ZERO_COST] = { "zero-cost", "sizes whose typical cost is 0 were left out" },
    [FIT_BAD_POINTS] = { "bad-points",
                         "points whose size is not above 0 were left out" },
    [FIT_NOISY_SIZES] = { "noisy-sizes",
                          "the sizes are so uncertain that the exponent comes out too small" },
    [FIT_BALANCED] = { "balanced",
                       "calls grow with the bytes read, not with the chain: n is bytes read" },
    [FIT_NO_RMS] = { "no-rms",
                     "calls grow fast with the chain; whether the bytes read grow as fast is unknown" },
    [FIT_LEFT_OUT] = { "not-fitted", "not fitted: others have more of the cost, or grow faster" },
};

const char *fit_warning_code(unsigned bit_index)
{
    return bit_index < FIT_WARNINGS ? warnings[bit_index].code : NULL;
}

const char *fit_warning_text(unsigned bit_index)
{
    return bit_index < FIT_WARNINGS ? warnings[bit_index].text : NULL;
}

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

void fit_text_curve(const struct fit_curve *curve, const struct fit_space *s, struct fit *out)
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

void fit_text_regimes(const struct fit_regimes *r, struct fit *out)
{
    snprintf(out->formula, sizeof out->formula, "n^%.2f up to n = %.4g, then n^%.2f", r->below,
             r->at, r->above);
}
