/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/sampling_remedy.h"

#define EXACT "`ALGOPROF_RATE=1 ALGOPROF_BUDGET=0`, which is exact"

const char *target_remedy(const struct target *t)
{
    bool every = true, unlimited = true, short_of = false;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        bool budget = p->log->header.budget_ppm > 0 && p->log->header.flags & ALOG_H_BUDGET_ENFORCED;
        every &= p->log->targets[p->point->target].rate == 1;
        unlimited &= !budget;
        short_of |= budget && p->warnings & (1u << WARN_BUDGET_LIMITED | 1u << WARN_CUT);
    }
    if (t->warnings & 1u << WARN_SPACE_LIMITED || (t->warnings & 1u << WARN_THINNED && !short_of))
        return "a larger `ALGOPROF_MAX_LOG`";
    if (every && unlimited)
        return t->warnings & 1u << WARN_CUT ? "executions that end: what is cut is no sample" : NULL;
    if (every)
        return "`ALGOPROF_BUDGET=0`, so that each execution is traced to its end";
    if (unlimited)
        return "longer runs, or `ALGOPROF_RATE=1`, which is exact without a budget";
    return short_of ? "a larger `ALGOPROF_BUDGET`, or " EXACT : "longer runs, or " EXACT;
}

size_t target_cut_runs(const struct target *t, const struct packed_point **largest)
{
    size_t n = 0;
    *largest = NULL;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct packed_point *p = t->points[i].point;
        if (t->key.kind != ALOG_LOOP || p->instances != 1 || p->cut != 1 || p->sampled != 1)
            continue;
        n++;
        if (!*largest || p->cost > (*largest)->cost)
            *largest = p;
    }
    return n;
}
