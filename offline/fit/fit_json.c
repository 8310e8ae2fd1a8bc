/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_json.h"

#include <math.h>

/* JSON has no NaN and no infinity. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *alternatives(const struct fit *fit)
{
    json_t *list = json_array();
    for (int c = FIT_1; c <= FIT_POWER; c++)
        if (fit->set & 1u << c && c != (int)fit->cls)
            json_array_append_new(list, json_string(fit_class_name((enum fit_class)c)));
    return list;
}

static json_t *warnings(const struct fit *fit)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < FIT_WARNINGS; i++)
        if (fit->warnings & 1u << i)
            json_array_append_new(list, json_string(fit_warning_code(i)));
    return list;
}

/* The best one first; "alternatives" names the others. */
static json_t *curves(const struct fit *fit)
{
    json_t *list = json_array();
    for (int i = 0; i < fit->n_laws; i++) {
        const struct fit_law *law = &fit->law[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "class",
                                              fit_class_name(law->cls), "ln_factor",
                                              number(law->ln_factor), "power", number(law->power),
                                              "logs", number(law->logs), "unit",
                                              number(law->unit), "rate",
                                              number(law->rate), "constant",
                                              number(law->constant), "besides", number(law->besides),
                                              "from", number(law->from)));
    }
    return list;
}

json_t *fit_to_json(const struct fit *fit)
{
    const char *name = fit->cls == FIT_NONE ? NULL : fit_class_name(fit->cls);
    return json_pack("{s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s?, s:o, s:o,"
                     " s:o, s:o, s:i, s:I, s:o, s:o}",
                     "class", name, "exponent", number(fit->exponent), "exponent_low",
                     number(fit->exponent_low), "exponent_high", number(fit->exponent_high),
                     "base", number(fit->base), "base_low", number(fit->base_low), "base_high",
                     number(fit->base_high), "alternatives", alternatives(fit), "formula",
                     fit->formula[0] ? fit->formula : NULL, "r2", number(fit->r2), "warnings",
                     warnings(fit), "sigma", number(fit->sigma), "setup", number(fit->setup),
                     "distinct_sizes", fit->distinct_sizes, "rows", (json_int_t)fit->rows,
                     "next_size", fit->next_size > 0 ? number(fit->next_size) : json_null(),
                     "curves", curves(fit));
}
