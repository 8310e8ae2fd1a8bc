/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit_json.h"
#include "report/blame_lines.h"
#include "report/callers.h"
#include "report/out.h"
#include "report/out_functions.h"
#include "report/worst_instance.h"

static void add_estimate(json_t *all, const char *name, const struct estimate *e)
{
    json_object_set_new(all, name,
                        json_pack("{s:o, s:o, s:o}", "size", json_number(e->size), "size_low",
                                  json_number(e->low), "size_high", json_number(e->high)));
}

/* A recursion's chain is no estimate, so there is one only. */
static json_t *estimates(const struct target *t, const struct packed_point *point)
{
    json_t *all = json_object();
    struct packed_rest rest;
    point_unpack(t->pool, point, &rest);
    if (t->key.kind == ALOG_RECURSION)
        add_estimate(all, "chain", &rest.estimates[0]);
    else
        for (int i = 0; i < ESTIMATORS; i++)
            add_estimate(all, estimators[i].name, &rest.estimates[i]);
    return all;
}

static json_t *point_json(const struct report *report, const struct target *t,
                          const struct target_point *tp)
{
    const struct packed_point *p = tp->point;
    json_t *json = json_pack(
        "{s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:b, s:b, s:s, s:o, s:o, s:o, s:o}",
        "log", json_text(tp->log->path), "run", (int)p->run, "label", json_text(p->label), "user_size",
        json_number(p->user_size), "size", json_number(tp->size.size), "size_low", json_number(tp->size.low),
        "size_high", json_number(tp->size.high), "cost",
        out_cost_known(t, p) ? json_count(p->cost) : json_null(),
        "instances", json_count(p->instances), "sampled", json_count(p->sampled),
        "pairs", json_count(p->pairs), "cut", json_count(p->cut), "lost", json_count(p->lost),
        "thin", (int)p->thin, "exact", p->exact, "partial", p->partial,
        "estimator", out_estimator(report, t, tp), "warnings", json_warnings(tp->warnings),
        "work", json_number(p->accessed), "work_low", json_number(p->accessed_low),
        "work_high", json_number(p->accessed_high));
    if (json && p->refused > 0) {
        json_object_set_new(json, "starts", json_count(p->starts));
        json_object_set_new(json, "refused", json_count(p->refused));
    }
    if (json && tp->log->input > 0)
        json_object_set_new(json, "input_bytes", json_count(tp->log->input));
    if (json && !isnan(p->read_once))
        json_object_set_new(json, "read_once", json_number(p->read_once));
    if (json && t->key.kind == ALOG_RECURSION) {
        json_object_set_new(json, "calls", json_count(p->calls));
        json_object_set_new(json, "rms", json_number(p->rms));
        if (p->inner > 0)
            json_object_set_new(json, "inner", json_count(p->inner));
    }
    if (json && report->all_estimators)
        json_object_set_new(json, "estimates", estimates(t, p));
    return json;
}

static json_t *opaque_json(const struct target *t)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t->n_opaque; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "name", json_text(t->opaque[i].name),
                                              "calls", json_count(t->opaque[i].calls)));
    return list;
}

static json_t *worst_json(const struct target *t)
{
    struct worst worst;
    int found = worst_instance(t, &worst);
    if (found <= 0)
        return found < 0 ? NULL : json_null();
    return json_pack("{s:o, s:o, s:o}", "size", json_number(worst.size), "cost",
                     json_number(worst.cost), "over_typical", json_number(worst.over_typical));
}

static json_t *told_by_json(const struct target *t)
{
    static const char *const names[] = { [TOLD_BY_PROGRAM] = "program", [TOLD_BY_CALLER] = "command", [TOLD_BY_INPUT] = "input" };
    return t->told_by == TOLD_BY_NOBODY ? json_null() : json_string(names[t->told_by]);
}

json_t *json_target(const struct target *t, json_t *points)
{
    return json_pack(
        "{s:o, s:o, s:I, s:I, s:o, s:s, s:o, s:I, s:I, s:o, s:o, s:b, s:s, s:s, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "name", json_text(t->key.name), "file", json_text(t->key.file),
        "line", (json_int_t)t->key.line, "column", (json_int_t)t->key.column,
        "function", json_text(t->key.function), "kind", log_kind_name(t->key.kind),
        "build", json_text(t->key.build), "rank", (json_int_t)t->rank,
        "runs", (json_int_t)t->n_points, "instances", json_number(t->instances),
        "cost", json_number(t->cost), "alarm", t->judgement.verdict == TARGET_ALARM,
        "verdict", target_verdict_name(t->judgement.verdict),
        "decides", view_fit_name(t->judgement.decides),
        "confidence", confidence_name(judge_confidence(t, t->judgement.decides)),
        "fit", fit_to_json(&t->fit), "work_fit", fit_to_json(&t->work_fit), "points", points,
        "instances_fit", fit_to_json(&t->instances_fit), "instances_work_fit",
        fit_to_json(&t->instances_work_fit), "worst_instance", worst_json(t), "user_size_by",
        told_by_json(t), "user_fit",
        out_fit_json(t, VIEW_TOLD), "user_instances_fit", out_fit_json(t, VIEW_TOLD_INSTANCES), "user_work_fit",
        out_fit_json(t, VIEW_TOLD_WORK), "opaque", opaque_json(t),
        "warnings", json_warnings(t->warnings));
}

static json_t *losses_json(const uint64_t *logs)
{
    json_t *json = json_object();
    for (unsigned i = 0; i < ALOG_LOSSES; i++)
        if (logs[i] > 0)
            json_object_set_new(json, log_loss_name(i), json_count(logs[i]));
    return json;
}

void out_left_out(json_t *root, const struct dataset *set)
{
    if (set->n_left_out > 0)
        json_object_set_new(root, "left_out", json_count(set->n_left_out));
    if (set->n_left_out_logs > 0)
        json_object_set_new(root, "left_out_logs", json_count(set->n_left_out_logs));
}

json_t *out_skipped(const struct dataset *set)
{
    json_t *skipped = json_array();
    for (size_t i = 0; i < set->n_skipped; i++)
        json_array_append_new(skipped, json_pack("{s:o, s:o}", "log", json_text(set->skipped[i].path), "why",
                                                 json_text(set->skipped[i].why)));
    return skipped;
}

json_t *json_report(const struct report *report)
{
    static const char *const views[] = { "both", "runs", "instances" };
    json_t *root = json_pack("{s:i, s:I, s:i, s:s, s:s, s:o, s:o}", "algoprof", 1, "logs",
                             (json_int_t)report->set->n_logs, "cell", (int)report->cell,
                             "estimator", estimators[report->estimator].name, "view",
                             views[report->set->view], "skipped", out_skipped(report->set), "targets", json_array());
    if (root)
        out_left_out(root, report->set);
    uint64_t lost[ALOG_LOSSES];
    if (root && dataset_losses(report->set, lost) > 0)
        json_object_set_new(root, "lost", losses_json(lost));
    return root;
}

/* As json_print does, so many columns further right; gives up the reference.  NULL:
 * no memory. */
static char *indented(json_t *json, int columns)
{
    char *flat = json ? json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) : NULL, *text = NULL;
    size_t size = 0;
    FILE *lines = flat ? open_memstream(&text, &size) : NULL;
    for (const char *p = flat, *end; lines && *p; p = end) {
        end = strchrnul(p, '\n');
        end += *end == '\n';
        fwrite(p, 1, (size_t)(end - p), lines);
        if (end[-1] == '\n')
            fprintf(lines, "%*s", columns, "");
    }
    if (lines && fclose(lines) != 0) {
        free(text);
        text = NULL;
    }
    json_decref(json);
    free(flat);
    return text;
}

/* Prints the i-th element of a list.  0 or -1 (no memory). */
typedef int print_element(FILE *out, const void *of, size_t i);

/* Prints the object with n elements in its empty array `key', each on lines of its own behind so many blanks, and frees
 * its text (NULL: no memory).  There may be more of them than fit into memory as JSON.  0 or -1 (no memory). */
static int print_with(FILE *out, char *text, const char *key, int columns, size_t n, print_element *print,
                      const void *of)
{
    if (!text)
        return -1;
    const char *array = json_empty_array(text, key);
    int result = 0;
    fwrite(text, 1, (size_t)(array - text), out);
    for (size_t i = 0; result == 0 && i < n; i++) {
        fprintf(out, "%s\n%*s", i ? "," : "[", columns, "");
        result = print(out, of, i);
    }
    if (n > 0)
        fprintf(out, "\n%*s%s", columns - 2, "", array + 1);
    else
        fputs(array, out);
    free(text);
    return result;
}

struct target_of {
    const struct report *report;
    const struct target *target;
};

static int print_point(FILE *out, const void *of, size_t i)
{
    const struct target_of *t = of;
    char *point = indented(point_json(t->report, t->target, &t->target->points[i]), 8);
    if (point)
        fputs(point, out);
    free(point);
    return point ? 0 : -1;
}

static int print_tuple(FILE *out, const void *of, size_t i)
{
    const struct function *f = of;
    int result = out_tuple_json(out, &f->tuples[i], "\n          ");
    fputs("\n        }", out);
    return result;
}

static int print_target(FILE *out, const struct report *report, const struct target *t)
{
    json_t *json = json_target(t, json_array());
    if (json && report->callers && json_object_set_new(json, "callers", callers_json(report->callers, t)) != 0) {
        json_decref(json);
        return -1;
    }
    if (json && json_object_set_new(json, "by_callers", by_callers_json(report, t)) != 0) {
        json_decref(json);
        return -1;
    }
    const struct target_of of = { report, t };
    return print_with(out, indented(json, 4), "points", 8, t->n_points, print_point, &of);
}

/* Those of targets, then of functions. */
static int print_listed(FILE *out, const void *of, size_t i)
{
    const struct report *report = of;
    if (i < report->n_shown)
        return print_target(out, report, report->shown[i]);
    const struct function *f = report->functions[i - report->n_shown];
    return print_with(out, indented(out_function_json(f), 4), "tuples", 8, f->n_tuples, print_tuple, f);
}

int out_json(FILE *out, const struct report *report)
{
    size_t n = report->n_shown + report->n_functions;
    int result = print_with(out, indented(json_report(report), 0), "targets", 4, n, print_listed, report);
    if (result == 0)
        fputc('\n', out);
    return result;
}
