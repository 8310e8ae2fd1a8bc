/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/baseline.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/bounds_file.h"
#include "target/same_target.h"
#include "report/out.h"

static enum fit_class class_of(const char *name)
{
    for (int cls = FIT_1; name && cls <= FIT_POWER; cls++)
        if (strcmp(name, fit_class_name((enum fit_class)cls)) == 0)
            return (enum fit_class)cls;
    return FIT_NONE;
}

static double number_of(const json_t *json)
{
    return json_is_number(json) ? json_number_value(json) : NAN;
}

/* Of a "fit" object what limit_of_fit looks at; false: unknown names in it. */
static bool read_fit(const json_t *json, struct limit *limit, bool *known)
{
    const json_t *cls = json_object_get(json, "class"), *name;
    size_t i;
    struct fit fit = { .exponent = number_of(json_object_get(json, "exponent")),
                       .exponent_high = number_of(json_object_get(json, "exponent_high")) };
    *known = false;
    if (!cls || json_is_null(cls))
        return true;
    fit.cls = class_of(json_string_value(cls));
    if (fit.cls == FIT_NONE)
        return false;
    json_array_foreach(json_object_get(json, "alternatives"), i, name) {
        enum fit_class other = class_of(json_string_value(name));
        if (other == FIT_NONE)
            return false;
        fit.set |= 1u << other;
    }
    *known = limit_of_fit(&fit, limit);
    return !*known || !isnan(limit->power);
}

static bool read_fits(const json_t *json, struct baseline_target *t)
{
    bool sound = true;
    for (enum view v = VIEW_RUNS; v < VIEWS; v++)
        sound &= read_fit(json_object_get(json, view_fit_name(v)), &t->limit[v], &t->known[v]);
    return sound;
}

static char *copy_text(const json_t *json)
{
    const char *text = json_string_value(json);
    return text_clean(text ? text : "", text ? strlen(text) : 0);
}

static uint8_t read_kind(const json_t *json)
{
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const char *metric = json_string_value(json_object_get(json, "metric"));
    if (kind && strcmp(kind, "function") == 0)
        return metric && strcmp(metric, "trms") == 0 ? KIND_FUNCTION_TRMS : KIND_FUNCTION;
    return kind && strcmp(kind, "recursion") == 0 ? ALOG_RECURSION : ALOG_LOOP;
}

/* 0, 1 (no such target as there should be) or -1 (no memory). */
static int read_target(const json_t *json, struct baseline_target *t)
{
    const json_t *reason = json_object_get(json, "accepted");
    json_int_t line = json_integer_value(json_object_get(json, "line"));
    t->key = (struct target_key){ .build = copy_text(json_object_get(json, "build")),
                                  .file = copy_text(json_object_get(json, "file")),
                                  .name = copy_text(json_object_get(json, "name")),
                                  .function = copy_text(json_object_get(json, "function")),
                                  .line = line > 0 ? (uint32_t)line : 0 };
    if (json_is_string(reason))
        t->accepted = copy_text(reason);
    if (!t->key.build || !t->key.file || !t->key.name || !t->key.function ||
        (json_is_string(reason) && !t->accepted))
        return -1;
    t->key.kind = read_kind(json);
    if (!t->key.name[0] || (reason && !json_is_null(reason) && (!t->accepted || !t->accepted[0])) ||
        !read_fits(json, t))
        return 1;
    return 0;
}

/* As json_load_file, which takes what cannot be read, as a folder, for an empty file:
 * *number says why. */
static json_t *load(const char *path, json_error_t *error, int *number)
{
    FILE *in = fopen(path, "re");
    if (!in)
        return json_load_file(path, 0, error);      /* says so */
    errno = 0;
    json_t *root = json_loadf(in, 0, error);
    if (!root && ferror(in))
        *number = errno ? errno : EIO;
    fclose(in);
    return root;
}

int baseline_read(const char *path, struct baseline *baseline, struct err *err)
{
    json_error_t error;
    int number = 0;
    json_t *root = load(path, &error, &number);
    const json_t *targets = json_object_get(root, "targets"), *json;
    size_t i;
    int result = 0;
    *baseline = (struct baseline){ .path = strdup(path) };
    if (number)
        return err_set(err, "cannot be read: %s", strerror(number));
    if (!root)
        return error.line > 0
                   ? err_set(err, "line %d: %s; a baseline is made by check --write-baseline",
                             error.line, error.text)
                   : err_set(err, "%s", error.text);
    if (!json_is_array(targets)) {
        json_decref(root);
        return err_set(err, "is no baseline (no \"targets\"); one is made by check --write-baseline");
    }
    baseline->targets = calloc(json_array_size(targets) + 1, sizeof *baseline->targets);
    if (!baseline->targets || !baseline->path)
        result = err_memory(err);
    json_array_foreach(targets, i, json) {
        if (result != 0)
            break;
        int status = read_target(json, &baseline->targets[baseline->n++]);
        if (status != 0)
            result = status < 0 ? err_memory(err)
                                : err_set(err, "target number %zu: needs a name, a fit with known "
                                               "classes, and a reason where it is accepted", i + 1);
    }
    json_decref(root);
    return result;
}

void baseline_free(struct baseline *baseline)
{
    for (size_t i = 0; i < baseline->n; i++) {
        struct baseline_target *t = &baseline->targets[i];
        free(t->key.build);
        free(t->key.file);
        free(t->key.name);
        free(t->key.function);
        free(t->accepted);
    }
    free(baseline->targets);
    free(baseline->path);
    *baseline = (struct baseline){ 0 };
}

int baseline_match(const struct baseline *baseline, const struct dataset *set, size_t *of)
{
    const struct target_key **before = calloc(baseline->n + 1, sizeof *before);
    const struct target_key **after = calloc(set->n_targets + 1, sizeof *after);
    int result = -1;
    if (before && after) {
        for (size_t i = 0; i < baseline->n; i++)
            before[i] = &baseline->targets[i].key;
        for (size_t i = 0; i < set->n_targets; i++)
            after[i] = &set->targets[i].key;
        result = match_targets(before, baseline->n, after, set->n_targets, of);
    }
    free(before);
    free(after);
    return result;
}

/* Fills in each target's reason, or NULL. */
static int find_reasons(const struct dataset *set, const struct baseline *old,
                        const struct acceptance *accept, size_t n_accept, const char **reason,
                        struct err *err)
{
    size_t *of = calloc(set->n_targets + 1, sizeof *of);
    int result = of && (!old || baseline_match(old, set, of) == 0) ? 0 : err_memory(err);
    for (size_t i = 0; result == 0 && old && i < set->n_targets; i++)
        reason[i] = of[i] == MATCH_NONE ? NULL : old->targets[of[i]].accepted;
    free(of);
    for (size_t k = 0; result == 0 && k < n_accept; k++) {
        size_t found = 0;
        for (size_t i = 0; result == 0 && i < set->n_targets; i++) {
            const struct target *t = &set->targets[i];
            if (!bounds_target_is(accept[k].target, &t->key))
                continue;
            found++;
            reason[i] = accept[k].reason;
            if (t->fit.cls == FIT_NONE && t->instances_fit.cls == FIT_NONE && judge_fit(t, VIEW_TOLD)->cls == FIT_NONE)
                result = err_set(err, "%.60s cannot be accepted: its class cannot be told from "
                                      "these logs", t->key.name);
        }
        if (found == 0)
            result = err_set(err, "no target '%.60s' to accept in these logs", accept[k].target);
    }
    return result;
}

static json_t *target_json(const struct target *t, const char *reason)
{
    json_t *json = json_pack("{s:o, s:o, s:o, s:I, s:s, s:o*}", "name", json_text(t->key.name),
                             "function", json_text(t->key.function), "file", json_text(t->key.file),
                             "line", (json_int_t)t->key.line, "kind", log_kind_name(t->key.kind),
                             "accepted", reason ? json_text(reason) : NULL);
    out_metric(json, t);
    out_fits(json, t);
    return json;
}

/* Most functions of in-house mode have no class, and are not judged without one. */
static bool belongs(const struct target *t)
{
    return !t->profile || t->fit.cls != FIT_NONE;
}

size_t baseline_size(const struct dataset *set)
{
    size_t n = 0;
    for (size_t i = 0; i < set->n_targets; i++)
        n += belongs(&set->targets[i]);
    return n;
}

int baseline_write(FILE *out, const struct dataset *set, const struct baseline *old,
                   const struct acceptance *accept, size_t n_accept, struct err *err)
{
    if (match_several_builds(set))
        return err_set(err, "the logs are of several builds: a baseline is of one");
    const char **reason = calloc(set->n_targets + 1, sizeof *reason);
    json_t *list = json_array(), *root = NULL;
    int result = reason ? find_reasons(set, old, accept, n_accept, reason, err) : err_memory(err);
    for (size_t i = 0; result == 0 && i < set->n_targets; i++)
        if (belongs(&set->targets[i]) && json_array_append_new(list, target_json(&set->targets[i], reason[i])) != 0)
            result = err_memory(err);
    if (result == 0 && !(root = json_pack("{s:i, s:O}", "algoprof", 1, "targets", list)))
        result = err_memory(err);
    if (result == 0) {
        json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputc('\n', out);
    }
    json_decref(root);
    json_decref(list);
    free(reason);
    return result;
}
