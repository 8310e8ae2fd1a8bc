/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/blame_lines.h"

#include <stdlib.h>

#include "blame/blame.h"
#include "fit/fit_json.h"
#include "report/caller_names.h"

static int make(const struct report *report, const struct target *t, struct blame *blame)
{
    return blame_make(t, frames_name, (void *)(uintptr_t)&report->sources, blame);
}

static int put_group(FILE *out, const struct blame *blame, const struct blame_group *group, bool first)
{
    char exponent[32], *callers = blame_group_text(blame, group);
    if (!callers)
        return -1;
    out_exponent(&group->fit, exponent, sizeof exponent);
    fprintf(out, "  %-14s %s%s under %s: exponent %s, %zu execution%s\n", first ? "by caller" : "",
            blame->of == BLAME_WORK ? "work " : "", fit_class_name(group->fit.cls), callers, exponent, group->instances,
            group->instances == 1 ? "" : "s");
    free(callers);
    return 0;
}

int by_callers_text(FILE *out, const struct report *report, const struct target *t)
{
    struct blame blame;
    int result = make(report, t, &blame);
    for (size_t i = 0; result == 0 && i < blame.n_groups; i++)
        result = put_group(out, &blame, &blame.groups[i], i == 0);
    blame_free(&blame);
    return result;
}

static json_t *group_json(const struct blame *blame, const struct blame_group *group)
{
    json_t *callers = json_array();
    struct blame_caller c;
    for (size_t i = 0; blame_caller(blame, group, i, &c); i++)
        json_array_append_new(callers, json_pack("{s:o, s:o}", "name", json_text(c.function),
                                                 "place", json_text(c.place)));
    return json_pack("{s:o, s:s, s:o, s:o}", "callers", callers, "of", blame->of == BLAME_WORK ? "work" : "cost",
                     "instances", json_count(group->instances), "fit", fit_to_json(&group->fit));
}

json_t *by_callers_json(const struct report *report, const struct target *t)
{
    struct blame blame;
    int result = make(report, t, &blame);
    json_t *groups = json_array();
    for (size_t i = 0; result == 0 && i < blame.n_groups; i++)
        result = json_array_append_new(groups, group_json(&blame, &blame.groups[i]));
    blame_free(&blame);
    if (result == 0)
        return groups;
    json_decref(groups);
    return NULL;
}
