/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/diff_out.h"

#include <math.h>

#include "report/out.h"

static void put_fit(FILE *out, const struct fit *fit)
{
    fputs(fit->cls == FIT_NONE ? "no class" : fit_class_name(fit->cls), out);
    if (!isnan(fit->exponent))
        fprintf(out, " (exponent %.2f)", fit->exponent);
}

#define THE_SAME 0.005          /* 1 to the digits shown */

/* Bytes accessed, where their class has changed otherwise than that of costs. */
static void put_work(FILE *out, const struct difference *d)
{
    enum view work = diff_basis(d, VIEW_WORK), runs = diff_basis(d, VIEW_RUNS);
    const struct fit *before = judge_fit(d->before, work), *after = judge_fit(d->after, work);
    bool alike = before->cls == judge_fit(d->before, runs)->cls && after->cls == judge_fit(d->after, runs)->cls;
    if (before->cls == FIT_NONE || after->cls == FIT_NONE || before->cls == after->cls || alike)
        return;
    fputs("; bytes accessed ", out);
    put_fit(out, before);
    fputs(" -> ", out);
    put_fit(out, after);
}

static void put_costs(FILE *out, const struct difference *d)
{
    char low[16], high[16];
    if (isnan(d->cost.median)) {
        fputs("; too few sizes that both saw", out);
        return;
    }
    fprintf(out, "; at sizes %s..%s costs ", text_count(d->size_low, low),
            text_count(d->size_high, high));
    if (fabs(d->cost.median - 1) < THE_SAME)
        fputs("the same", out);
    else
        fprintf(out, "%.3g times as much", d->cost.median);
    if (d->cost.high > d->cost.low * DIFF_RATIO)
        fprintf(out, " (%.3g to %.3g)", d->cost.low, d->cost.high);
    if (d->instances.median > DIFF_RATIO || d->instances.median < 1 / DIFF_RATIO)
        fprintf(out, ", executed %.3g times as often", d->instances.median);
}

int diff_text(FILE *out, const struct differences *all)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct difference *d = &all->list[i];
        const struct target *t = d->after ? d->after : d->before;
        fprintf(out, "%-10s  %s (%s:%u)%s: ", change_name(d->change), t->key.name, t->key.file, t->key.line,
                !t->profile ? "" : t->profile->shared ? " by trms" : " by rms");
        enum view runs = diff_basis(d, VIEW_RUNS);
        if (d->before)
            put_fit(out, judge_fit(d->before, runs));
        if (d->before && d->after)
            fputs(" -> ", out);
        if (d->after)
            put_fit(out, judge_fit(d->after, runs));
        if (view_is_told(runs))
            fprintf(out, " by %s", (d->after ? d->after : d->before)->told_by == TOLD_BY_INPUT ? "input read" : "your n");
        if (d->before && d->after) {
            put_costs(out, d);
            put_work(out, d);
        }
        fputc('\n', out);
    }
    if (all->unknown > 0)
        fprintf(out, "%zu profile%s of functions with too few sizes\n", all->unknown, all->unknown == 1 ? "" : "s");
    return 0;
}

static json_t *ratio_json(const struct ratio *r)
{
    return json_pack("{s:o, s:o, s:o}", "low", json_number(r->low), "median",
                     json_number(r->median), "high", json_number(r->high));
}

static json_t *side_json(const struct target *t)
{
    if (!t)
        return json_null();
    json_t *json = json_pack("{s:o, s:I, s:o, s:I, s:o, s:o}", "file", json_text(t->key.file),
                             "line", (json_int_t)t->key.line, "build", json_text(t->key.build), "runs",
                             (json_int_t)t->n_points, "size_low", json_number(t->size_low), "size_high",
                             json_number(t->size_high));
    out_fits(json, t);
    return json;
}

int diff_json(FILE *out, const struct differences *all)
{
    json_t *list = json_array();
    for (size_t i = 0; i < all->n; i++) {
        const struct difference *d = &all->list[i];
        const struct target *t = d->after ? d->after : d->before;
        json_t *json = json_pack("{s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "change",
                            change_name(d->change), "name", json_text(t->key.name), "function",
                            json_text(t->key.function), "kind", log_kind_name(t->key.kind), "old",
                            side_json(d->before), "new", side_json(d->after), "size_low",
                            json_number(d->size_low), "size_high", json_number(d->size_high),
                            "cost_ratio", ratio_json(&d->cost), "instances_ratio",
                            ratio_json(&d->instances));
        out_metric(json, t);
        json_array_append_new(list, json);
    }
    bool whole = json_array_size(list) == all->n;
    json_t *root = json_pack("{s:i, s:o}", "algoprof", 1, "targets", list);
    if (root && all->unknown > 0)
        json_object_set_new(root, "unknown", json_count(all->unknown));
    return json_print(out, root, whole);
}
