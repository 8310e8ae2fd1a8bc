/* SPDX-License-Identifier: GPL-3.0-or-later
 * Targets that have nothing but their fits. */
#ifndef TEST_FITTED_H
#define TEST_FITTED_H

#include <math.h>

#include "target/dataset.h"
#include "target/verdict.h"

static inline struct fit fit_of(enum fit_class cls, unsigned others)
{
    static const double powers[] = { [FIT_N] = 1, [FIT_NLOGN] = 1, [FIT_N15] = 1.5, [FIT_N2] = 2,
                                     [FIT_N2LOGN] = 2, [FIT_N3] = 3, [FIT_POWER] = 1.7 };
    double b = cls == FIT_EXP || cls == FIT_NONE ? NAN : powers[cls];
    return (struct fit){ .cls = cls, .set = others | 1u << cls, .exponent = b, .exponent_low = b > 1 ? b - 0.1 : b,
                         .exponent_high = b + 0.1, .base = cls == FIT_EXP ? 2 : NAN, .size_low = 1000, .size_high = 64000, .cost_low = 10,
                         .cost_high = 1e6 };
}

static inline struct target target_of(uint32_t line, double cost, enum fit_class cls,
                               enum fit_class instances)
{
    static char none[] = "", file[] = "a.c";
    return (struct target){ .key = { none, file, none, none, line, 1, ALOG_LOOP },
                            .cost = cost, .share = NAN, .fit = fit_of(cls, 0),
                            .instances_fit = fit_of(instances, 0) };
}

static inline enum target_verdict verdict_of(const struct target *t)
{
    return judge_verdict(t, VIEW_BOTH).verdict;
}

#endif
