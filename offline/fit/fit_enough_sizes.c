/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_enough_sizes.h"

#include <math.h>

#define LEAST_RANGE 2.0
#define WEAK_SIZES 8
#define WEAK_RANGE 10.0
#define LEAST_GROWTH 16.0       /* of the costs of close sizes that are counted */
#define WEAK_GROWTH 100.0

/* Do the costs of counted sizes grow by that factor? */
static bool grows(const struct fit *out, enum fit_sizes sizes, double factor)
{
    return sizes == FIT_COUNTED && out->cost_high >= factor * out->cost_low;
}

bool fit_enough_sizes(const struct fit_rows *rows, enum fit_sizes sizes, struct fit *out)
{
    out->rows = rows->n;
    out->distinct_sizes = rows->distinct;
    out->warnings |= rows->warnings;
    for (size_t i = 0; i < rows->n; i++) {
        out->size_low = fmin(out->size_low, rows->row[i].size);
        out->size_high = fmax(out->size_high, rows->row[i].size);
        out->cost_low = fmin(out->cost_low, exp(rows->row[i].ln_cost));
        out->cost_high = fmax(out->cost_high, exp(rows->row[i].ln_cost));
    }
    if (rows->distinct < FIT_LEAST_SIZES) {
        out->warnings |= 1u << FIT_FEW_SIZES;
        return false;
    }
    double ln_range = rows->row[rows->n - 1].ln_size - rows->row[0].ln_size;
    if (ln_range < log(LEAST_RANGE) && !grows(out, sizes, LEAST_GROWTH)) {
        out->warnings |= 1u << FIT_CLOSE_SIZES;
        return false;
    }
    if (rows->distinct < WEAK_SIZES || (ln_range < log(WEAK_RANGE) && !grows(out, sizes, WEAK_GROWTH)))
        out->warnings |= 1u << FIT_WEAK;
    return true;
}
