/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/worst_instance.h"

#include <math.h>

#include "target/row_merge.h"

/* Where the function says nothing of that size: 1. */
static double over_typical(const struct target *t, const struct row *row)
{
    const struct fit *fit = &t->instances_fit;
    double expected = fit->n_laws > 0 && row->size > 0 ? fit_law_cost(&fit->law[0], row->size) : NAN;
    return expected > 0 && isfinite(expected) ? row->cost / expected : 1;
}

int worst_instance(const struct target *t, struct worst *out)
{
    struct row_merge *rows = row_merge_new(t, PACKED_ROWS);
    struct row row, worst = { 0 };
    int found = 0, next = rows ? 1 : -1;
    while (next > 0 && (next = row_merge_next_unique(rows, &row)) > 0) {
        double more = found ? over_typical(t, &row) / over_typical(t, &worst) : INFINITY;
        if (more > 1 || (!(more < 1) && row.cost > worst.cost))
            worst = row;
        found = 1;
    }
    row_merge_free(rows);
    if (next < 0)
        return -1;
    *out = (struct worst){ worst.size, worst.cost,
                           t->instances_fit.n_laws > 0 ? over_typical(t, &worst) : NAN };
    return found;
}
