/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/explained.h"

#include <math.h>

#include "fit/stats.h"
#include "target/dataset.h"

#define SLACK 1.5           /* of what the law says: instances scatter, and sizes are estimates */
#define BEYOND 2.0          /* how far above the instances' sizes the law is believed */

/* Is the law of single instances known for sure, tame, and known for sizes as large as the runs'? */
static bool is_known(const struct target *t, enum view instances, const struct fit *runs)
{
    const struct fit *fit = judge_fit(t, instances);
    return fit->n_laws > 0 && judge_alarm(fit) == 0 && fit->exponent <= STEEPEST_FINE &&
           judge_confidence(t, instances) == CONFIDENCE_HIGH && runs->size_high <= BEYOND * fit->size_high;
}

bool instances_explain(const struct target *t, enum view runs)
{
    const enum view instances = runs == VIEW_WORK ? VIEW_INSTANCES_WORK : VIEW_INSTANCES;
    if (t->key.kind != ALOG_LOOP || !is_known(t, instances, judge_fit(t, runs)))
        return false;
    const struct fit_law *law = judge_fit(t, instances)->law;
    struct stats_line line = { 0 };
    for (size_t i = 0; i < t->n_points; i++) {
        const struct packed_point *p = t->points[i].point;
        double size = t->points[i].size.size, cost = runs == VIEW_WORK ? p->accessed_low : (double)p->cost;
        if (t->points[i].use == POINT_WILD || !(size > 0) || !(cost > 0))
            continue;
        double most = (double)p->instances * fit_law_cost(law, size);
        if (!(cost <= SLACK * most))
            return false;
        stats_line_add(&line, log(size), log(most));
    }
    return stats_line_slope(&line) < STEEPEST_FINE;
}
