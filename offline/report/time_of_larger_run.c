/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/time_of_larger_run.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "report/out.h"
#include "report/text_columns.h"
#include "report/units.h"
#include "target/verdict.h"

#define LEAST_SECONDS 0.004     /* that two runs differ by: else their time is that of their start */
#define LEAST_RATIO 2.0         /* of their costs */
#define FAR 10                  /* times the largest size */

struct run {
    double cost, seconds;
};

/* CPU time of the run, without what tracing added; NaN: unknown. */
static double seconds_of(const struct target *t, size_t i, const struct plain_run *plain, size_t n_plain)
{
    const struct log_points *log = t->points[i].log;
    for (size_t k = 0; k < n_plain; k++)
        if (strcmp(plain[k].log, log->path) == 0)
            return plain[k].seconds;
    bool whole = (i == 0 || t->points[i - 1].log != log) && (i + 1 == t->n_points || t->points[i + 1].log != log);
    if (n_plain > 0 || !whole || !log->has_spent || log->spent.traced_ns == UINT64_MAX || log->spent.process_ns == 0)
        return NAN;
    return (double)log->spent.process_ns / 1e9;
}

double pace_seconds(const struct target *t, double cost, const struct plain_run *plain, size_t n_plain)
{
    struct run low = { INFINITY, NAN }, high = { -INFINITY, NAN };
    if (view_is_of_instances(t->judgement.decides))
        return NAN;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct packed_point *p = t->points[i].point;
        struct run run = { view_is_of_work(t->judgement.decides) ? p->accessed : (double)p->cost,
                           seconds_of(t, i, plain, n_plain) };
        if (t->points[i].use == POINT_WILD || isnan(run.seconds) || isnan(run.cost))
            continue;
        if (run.cost < low.cost)
            low = run;
        if (run.cost > high.cost)
            high = run;
    }
    if (!(high.seconds - low.seconds >= LEAST_SECONDS) || !(high.cost >= LEAST_RATIO * low.cost))
        return NAN;
    return high.seconds + (cost - high.cost) * (high.seconds - low.seconds) / (high.cost - low.cost);
}

char *pace_text(double seconds, char *text)
{
    static const struct { double seconds; const char *name; } units[] = {
        { 365.25 * 86400, "years" }, { 86400, "days" }, { 3600, "h" }, { 60, "min" }, { 1, "s" }, { 1e-3, "ms" },
    };
    size_t i = 0;
    while (i + 1 < sizeof units / sizeof *units && seconds < (units[i].seconds > 1 ? 1.5 : 1) * units[i].seconds)
        i++;
    double value = seconds / units[i].seconds;
    snprintf(text, 16, value < 99.5 ? "%.2g %s" : value < 1e6 ? "%.0f %s" : "%.0e %s", value, units[i].name);
    return text;
}

/* An exponential cost at ten times the largest size is beyond all measure: what doubles it says more. */
static void note_doubling(struct table *table, const struct target *t, const char *of)
{
    const char *more = column_size_is_calls(t) ? "levels more" : view_is_told(t->judgement.decides) ? "more of n" : "bytes more";
    table_note(table, "%s costs twice as much with each %.3g %s", of, M_LN2 / log(out_fit(t)->base), more);
}

void note_larger_run(struct table *table, const struct report *report, const struct target *t)
{
    const struct fit *fit = out_fit(t);
    enum view decides = t->judgement.decides;
    const char *of = view_is_of_instances(decides) ? "an execution" : "a run";
    char n[16], cost[16], time[16];
    if (t->judgement.verdict != TARGET_ALARM || fit->n_laws == 0 || !(fit->size_high > 0))
        return;
    if (fit->cls == FIT_EXP) {
        note_doubling(table, t, of);
        return;
    }
    double most = fit_law_cost(&fit->law[0], FAR * fit->size_high);
    if (!isfinite(most))
        return;
    const char *unit = view_is_of_work(decides) ? "bytes accessed" : unit_of_cost(t);
    double seconds = pace_seconds(t, most, report->plain, report->n_plain);
    text_count(FAR * fit->size_high, n);
    text_count(most, cost);
    if (isnan(seconds))
        table_note(table, "at n = %s, ten times the largest, %s costs %s %s", n, of, cost, unit);
    else
        table_note(table, "at n = %s, ten times the largest: %s of CPU %s (%s %.*s)", n, pace_text(seconds, time), of,
                   cost, (int)strcspn(unit, " "), unit);
}
