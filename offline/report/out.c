/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the formats have in common.
 */
#include "report/out.h"
#include "fit/fit_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct fit *out_fit(const struct target *target)
{
    return judge_fit(target, target->judgement.decides);
}

void out_metric(json_t *json, const struct target *target)
{
    if (json && target->profile)
        json_object_set_new(json, "metric", json_string(target->profile->shared ? "trms" : "rms"));
}

json_t *out_fit_json(const struct target *target, enum view view)
{
    return view_is_told(view) && target->told_by == TOLD_BY_NOBODY ? json_null() : fit_to_json(judge_fit(target, view));
}

void out_fits(json_t *json, const struct target *target)
{
    for (enum view v = VIEW_RUNS; v < VIEWS; v++)
        json_object_set_new(json, view_fit_name(v), out_fit_json(target, v));
}

const char *out_told_name(const struct target *target)
{
    return target->told_by == TOLD_BY_INPUT ? "input read" : "your n";
}

const char *out_told_source(const struct target *target)
{
    static const char *const sources[] = {
        [TOLD_BY_PROGRAM] = "what the program told (algoprof_size)",
        [TOLD_BY_CALLER] = "the size that the command was given",
        [TOLD_BY_INPUT] = "how many bytes the process read from files and pipes",
    };
    return sources[target->told_by];
}

#define EVEN 2.0                /* one side of an interval over the other */
#define TINY 0.05               /* sides that hardly show */
#define SHORT 0.1               /* sides of an uneven interval whose middle says as much as the exponent */

/* "EXPONENT ±HALF"; of an uneven interval its middle, where it is short, or else its ends. */
static void put_interval(const struct fit *fit, char *text, size_t room)
{
    double low = fit->exponent_low, high = fit->exponent_high;
    double below = fit->exponent - low, above = high - fit->exponent, longer = fmax(below, above);
    if (longer < EVEN * fmin(below, above) || longer < TINY)
        snprintf(text, room, "%.2f ±%.2f", fit->exponent, (high - low) / 2);
    else if (longer < SHORT)
        snprintf(text, room, "%.2f ±%.2f", (low + high) / 2, (high - low) / 2);
    else
        snprintf(text, room, "%.2f..%.2f", low, high);
}

void out_exponent(const struct fit *fit, char *text, size_t room)
{
    bool base = isnan(fit->exponent) && fit->cls == FIT_EXP && isfinite(fit->base);
    if (base && isfinite(fit->base_high - fit->base_low))
        snprintf(text, room, "base %.3g ±%.1g", fit->base, (fit->base_high - fit->base_low) / 2);
    else if (base)
        snprintf(text, room, "base %.3g", fit->base);
    else if (isnan(fit->exponent))
        snprintf(text, room, "?");
    else if (isnan(fit->exponent_low) || isnan(fit->exponent_high))
        snprintf(text, room, "%.2f", fit->exponent);
    else
        put_interval(fit, text, room);
}

const char *out_confidence(const struct target *target)
{
    const char *name = confidence_name(judge_confidence(target, target->judgement.decides));
    return name ? name : "none";
}

const char *out_estimator(const struct report *report, const struct target *target,
                          const struct target_point *point)
{
    if (point->point->exact)
        return "exact";
    return target->key.kind == ALOG_RECURSION ? "chain" : estimators[report->estimator].name;
}

const char *out_point_name(const struct target_point *p, char *text, size_t room)
{
    if (p->point->run == 0)
        return p->log->path;
    snprintf(text, room, "%s#%u", p->log->path, p->point->run + 1);
    return text;
}

bool out_cost_known(const struct target *target, const struct packed_point *point)
{
    return target->key.kind != ALOG_RECURSION || point->cost > 0;
}

json_t *json_warnings(unsigned warnings)
{
    json_t *list = json_array();
    for (int i = 0; i < WARNINGS; i++)
        if (warnings & 1u << i)
            json_array_append_new(list, json_string(warn_code((enum warning)i)));
    return list;
}
