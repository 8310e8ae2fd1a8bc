/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_law.h"

#include <math.h>

#include "fit/fit_class.h"

/* The curve is relative to f (n_min): rise (1) is ln (f (1) / f (n_min)), and
 * f (1) is 1 but for 2^n. */
struct fit_law fit_law_of(const struct fit_curve *curve, const struct fit_space *s)
{
    struct fit_law law = { .cls = curve->cls, .power = fit_shapes[curve->cls].power,
                           .logs = fit_shapes[curve->cls].logs, .unit = 1, .besides = s->besides, .from = s->from };
    struct fit_curve plain = *curve;
    plain.setup = 0;
    law.ln_factor = curve->t.location + fit_curve_rise(&plain, s, 1);
    if (law.logs > 0)
        law.unit = curve->shape;
    if (curve->cls == FIT_POWER)
        law.power = curve->shape;
    if (curve->cls == FIT_EXP) {
        law.rate = curve->shape / (s->row[s->n - 1].size - s->row[0].size);
        law.ln_factor -= law.rate;
    }
    if (curve->setup > 0)
        law.constant = exp(curve->t.location + log(curve->setup));
    return law;
}

double fit_law_cost(const struct fit_law *law, double size)
{
    double n = size < law->from ? size : size - law->besides;
    if (!(n > 0))
        return law->constant;
    return exp(law->ln_factor + law->power * log(n) + law->logs * log(log2(fmax(n / law->unit, 2))) +
               law->rate * n) + law->constant;
}
