/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Codes and texts of a fit's warnings; those of points and targets are in point/warning_texts.c. */
#include "fit/fit.h"

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
