/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/class_limit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit_class.h"

#define MAX_POWER 100

/* An exponent's interval may be this much above a limit: n - constant looks like
 * n^1.04. */
#define TOLERANCE 0.05

/* log n looks like that power of n at most, over the sizes that occur (rank.c). */
#define LOG_POWER 0.2

static struct limit limit_of_class(enum fit_class cls)
{
    struct limit limit = { fit_shapes[cls].power, fit_shapes[cls].logs, cls == FIT_EXP, "" };
    snprintf(limit.name, sizeof limit.name, "%s", fit_class_name(cls));
    return limit;
}

struct limit limit_of_power(double power)
{
    struct limit limit = { .power = power };
    snprintf(limit.name, sizeof limit.name, "n^%.4g", power);
    return limit;
}

/* Without blanks; false if it does not fit. */
static bool squeeze(const char *text, char *out, size_t room)
{
    for (; *text; text++) {
        if (isspace((unsigned char)*text))
            continue;
        if (room-- <= 1)
            return false;
        *out++ = *text;
    }
    *out = 0;
    return true;
}

bool limit_parse(const char *text, struct limit *limit)
{
    char given[32], known[32], *end;
    if (!squeeze(text, given, sizeof given))
        return false;
    for (int cls = FIT_1; cls <= FIT_EXP; cls++)
        if (squeeze(fit_class_name((enum fit_class)cls), known, sizeof known) &&
            strcmp(given, known) == 0) {
            *limit = limit_of_class((enum fit_class)cls);
            return true;
        }
    if (given[0] != 'n' || given[1] != '^' || !isdigit((unsigned char)given[2]) ||
        given[2 + strspn(given + 2, "0123456789.")])
        return false;
    double power = strtod(given + 2, &end);
    if (*end || !(power <= MAX_POWER))
        return false;
    *limit = limit_of_power(power);
    return true;
}

static bool is_larger(const struct limit *a, const struct limit *b)
{
    if (a->exponential || b->exponential)
        return a->exponential && !b->exponential;
    return a->power > b->power || (!(a->power < b->power) && a->logs > b->logs);
}

bool limit_of_fit(const struct fit *fit, struct limit *limit)
{
    if (fit->cls == FIT_NONE)
        return false;
    *limit = limit_of_class(FIT_1);
    for (int cls = FIT_1; cls <= FIT_POWER; cls++) {
        if (!((fit->set | 1u << fit->cls) & 1u << cls))
            continue;
        struct limit one = limit_of_class((enum fit_class)cls);
        if (cls == FIT_POWER)
            one = limit_of_power(isnan(fit->exponent_high) ? fit->exponent : fit->exponent_high);
        if (is_larger(&one, limit))
            *limit = one;
    }
    return true;
}

/* Of a free power the interval tells. */
static enum limit_verdict judge_power(const struct limit *limit, const struct fit *fit)
{
    double most = limit->power + LOG_POWER * limit->logs + TOLERANCE;
    if (limit->exponential || fit->exponent_high <= most)
        return LIMIT_KEPT;
    return fit->exponent_low > most ? LIMIT_EXCEEDED : LIMIT_UNCLEAR;
}

enum limit_verdict limit_judge(const struct limit *limit, const struct fit *fit)
{
    const struct limit near = { limit->power, limit->logs + 1, limit->exponential, "" };
    bool beyond = true, within = true;
    if (fit->cls == FIT_NONE)
        return LIMIT_UNCLEAR;
    for (int cls = FIT_1; cls <= FIT_POWER; cls++) {
        if (!((fit->set | 1u << fit->cls) & 1u << cls))
            continue;
        const struct limit one = limit_of_class((enum fit_class)cls);
        bool best = cls == (int)fit->cls;
        if (cls == FIT_POWER) {
            enum limit_verdict verdict = judge_power(limit, fit);
            beyond &= verdict == LIMIT_EXCEEDED;
            within &= verdict == LIMIT_KEPT;
        } else {
            beyond &= is_larger(&one, limit);
            within &= !is_larger(&one, best ? limit : &near);
        }
    }
    return beyond ? LIMIT_EXCEEDED : within ? LIMIT_KEPT : LIMIT_UNCLEAR;
}

double limit_growth(const struct limit *limit, double low, double high)
{
    if (limit->exponential)
        return INFINITY;
    return pow(high / low, limit->power) *
           pow(log2(fmax(high, 2)) / log2(fmax(low, 2)), limit->logs);
}

bool limit_class_grew(const struct fit *before, const struct fit *after)
{
    struct limit limit;
    return limit_of_fit(before, &limit) && limit_judge(&limit, after) == LIMIT_EXCEEDED;
}
