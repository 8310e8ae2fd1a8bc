/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_class.h"

#include <stdio.h>

_Static_assert(FIT_POWER < 32, "classes are bits of fit.set");

static const char *const names[FIT_POWER + 1] = {
    [FIT_NONE] = "?",
#define COST_CLASS(id, number, name, term, power, logs) [FIT_##id] = name,
#define COST_EXPONENTIAL(id, number, name) [FIT_##id] = name,
#include "algoprof/cost_classes.def"
    [FIT_POWER] = "n^b",
};

const struct fit_shape fit_shapes[FIT_POWER + 1] = {
#define COST_CLASS(id, number, name, term, power, logs) [FIT_##id] = { power, logs, term },
#include "algoprof/cost_classes.def"
};

const char *fit_class_name(enum fit_class cls)
{
    return (unsigned)cls <= FIT_POWER ? names[cls] : names[FIT_NONE];
}

const char *fit_growth(const struct fit *fit, char *text)
{
    if (fit->cls != FIT_POWER)
        return fit_class_name(fit->cls);
    snprintf(text, FIT_GROWTH_ROOM, "n^%.3g", fit->exponent);
    return text;
}

const char *fit_limit_name(unsigned number)
{
    switch (number) {
#define COST_CLASS(id, number, name, term, power, logs) case number: return name;
#define COST_EXPONENTIAL(id, number, name) case number: return name;
#include "algoprof/cost_classes.def"
    default:
        return NULL;
    }
}
