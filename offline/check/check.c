/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/finding_text.h"
#include "check/unexecuted_limits.h"
#include "common/nearest.h"
#include "fit/fit_class.h"
#include "target/cost_explained.h"
#include "target/same_target.h"

#define FAR_NAME 4u             /* letters to change from where on another target was not meant */

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICTS] = {
        [VERDICT_OK] = "ok",           [VERDICT_NEW] = "new",
        [VERDICT_ACCEPTED] = "accepted", [VERDICT_INCONCLUSIVE] = "inconclusive",
        [VERDICT_MISSING] = "missing", [VERDICT_REGRESSION] = "regression",
    };
    return names[verdict];
}

struct finding *findings_add(struct findings *out)
{
    if (array_grow(&out->list, &out->cap, out->n + 1, sizeof *out->list) != 0)
        return NULL;
    struct finding *f = &out->list[out->n++];
    *f = (struct finding){ .file = "" };
    return f;
}

/* The limit declared for a target: the bounds file goes before the source, and
 * both before --max-exponent.  False: none, or it is to be ignored. */
static bool declared_limit(const struct check *check, const struct target *t, struct yardstick *y,
                           bool *ignored)
{
    const struct bound *bound = check->bounds ? bounds_find(check->bounds, &t->key, true) : NULL;
    const char *source = fit_limit_name(t->limit);
    *ignored = bound && bound->ignore;
    *y = (struct yardstick){ .rule = "limit" };
    if (bound) {
        y->limit = bound->limit;
        snprintf(y->origin, sizeof y->origin, "%s:%zu", check->bounds->path, bound->line);
        return !bound->ignore;
    }
    if (source && limit_parse(source, &y->limit)) {
        snprintf(y->origin, sizeof y->origin, "limit in the source");
        return true;
    }
    y->rule = "max-exponent";
    y->limit = limit_of_power(check->max_exponent);
    snprintf(y->origin, sizeof y->origin, "--max-exponent");
    return !isnan(check->max_exponent);
}

static bool exceeds(const struct limit *limit, const struct fit *fit)
{
    return limit_judge(limit, fit) == LIMIT_EXCEEDED;
}

/* Runs are not as steep as they look if what the process read explains them, or single instances that keep the limit. */
static bool is_excused(const struct limit *limit, const struct target *t, enum view view)
{
    if (view != VIEW_RUNS && view != VIEW_WORK)
        return false;
    const struct fit *instances = judge_fit(t, view == VIEW_WORK ? VIEW_INSTANCES_WORK : VIEW_INSTANCES);
    return (limit_judge(limit, instances) == LIMIT_KEPT && instances_explain(t, view)) || input_explains(t, view);
}

/* What is looked at besides runs. */
static const enum view others[] = { VIEW_INSTANCES, VIEW_WORK, VIEW_INSTANCES_WORK };
#define OTHERS (sizeof others / sizeof *others)

/* How a finding calls the fit that it is of. */
static const char *name_of(const struct target *t, enum view view)
{
    static const char *const names[VIEWS] = {
        [VIEW_RUNS] = "", [VIEW_INSTANCES] = "single instances: ", [VIEW_WORK] = "bytes accessed: ",
        [VIEW_INSTANCES_WORK] = "bytes accessed by single instances: ", [VIEW_TOLD] = "by your n: ",
        [VIEW_TOLD_INSTANCES] = "single instances by your n: ", [VIEW_TOLD_WORK] = "bytes accessed by your n: ",
    };
    return view == VIEW_TOLD && t->told_by == TOLD_BY_INPUT ? "by input read: " : names[view];
}

/* The fit that is judged for a view: against the n that the program told where that is the better determined, and a
 * baseline knows it.  A baseline that knows neither leaves it at the view. */
static enum view basis_of(const struct target *t, enum view view, const bool *known)
{
    enum view basis = judge_basis(t, view);
    return known[basis] || !known[view] ? basis : view;
}

/* Instances whose cost their size hardly decides raise no alarm on their own. */
static bool other_exceeds(const struct limit *limit, const struct target *t, enum view view)
{
    const struct fit *fit = judge_fit(t, view);
    bool sure = view_is_of_work(view) ? judge_is_sure_of_work(t, view) : !(fit->warnings & 1u << FIT_SCATTERED);
    return exceeds(limit, fit) && sure && !is_excused(limit, t, view);
}

/* The first of the others that exceeds its limit, if it has one; VIEW_BOTH: none. */
static enum view find_exceeding(const struct target *t, const struct limit *limits, const bool *known)
{
    for (size_t i = 0; i < OTHERS; i++) {
        enum view view = basis_of(t, others[i], known);
        if (known[view] && other_exceeds(&limits[view], t, view))
            return view;
    }
    return VIEW_BOTH;
}

static void fail(struct finding *f, const struct yardstick *y, enum view view, const struct limit *limits)
{
    struct yardstick of = *y;
    of.limit = limits[view];
    f->verdict = VERDICT_REGRESSION;
    f->decides = view;
    finding_text_exceeded(f, judge_fit(f->target, view), &of, name_of(f->target, view));
}

/* Is work known to be within the limit?  What runs do not tell single instances may.  Of a recursion only what is
 * known counts: its calls are what it is limited by. */
static bool work_is_kept(const struct limit *limit, const struct target *t)
{
    const struct fit *work = judge_fit(t, judge_basis(t, VIEW_WORK));
    if (limit_judge(limit, work) == LIMIT_KEPT || limit_judge(limit, &t->instances_work_fit) == LIMIT_KEPT)
        return true;
    return t->key.kind == ALOG_RECURSION && !judge_work_is_doubtful(t, VIEW_WORK) &&
           !judge_work_is_doubtful(t, VIEW_INSTANCES_WORK);
}

/* Against limits of the fits that are known; the runs decide, and the others can make it worse.  declared: a limit,
 * which work has to be known to keep. */
static void judge(struct finding *f, const struct yardstick *y, const struct limit *limits, const bool *known,
                  bool declared)
{
    const struct target *t = f->target;
    enum view runs = basis_of(t, VIEW_RUNS, known), other = find_exceeding(t, limits, known);
    const struct fit *fit = judge_fit(t, runs);
    enum limit_verdict verdict = limit_judge(&limits[runs], fit);
    if (verdict == LIMIT_EXCEEDED && is_excused(&limits[runs], t, runs))
        verdict = LIMIT_UNCLEAR;
    f->verdict = VERDICT_INCONCLUSIVE;
    f->rule = y->rule;
    f->decides = runs;
    memcpy(f->limit, y->limit.name, sizeof f->limit);
    if (verdict == LIMIT_EXCEEDED) {
        fail(f, y, runs, limits);
    } else if (other != VIEW_BOTH) {
        fail(f, y, other, limits);
    } else if (verdict == LIMIT_UNCLEAR) {
        finding_text_unclear(f, fit, y, name_of(t, runs));
    } else if (declared && !t->profile && !work_is_kept(&y->limit, t)) {
        f->decides = judge_basis(t, VIEW_WORK);
        finding_text_unclear_work(f, judge_fit(t, f->decides), y, name_of(t, f->decides));
    } else {
        f->verdict = VERDICT_OK;
        finding_text_kept(f, fit, y, name_of(t, runs));
    }
}

/* Against a declared limit, which is one for all. */
static void judge_declared(struct finding *f, const struct yardstick *y)
{
    struct limit limits[VIEWS];
    bool known[VIEWS];
    for (int v = 0; v < VIEWS; v++) {
        limits[v] = y->limit;
        known[v] = true;
    }
    judge(f, y, limits, known, true);
}

/* Against the baseline: no class may grow. */
static void judge_baseline(struct finding *f, const struct baseline *baseline,
                           const struct baseline_target *was)
{
    enum view runs = basis_of(f->target, VIEW_RUNS, was->known);
    struct yardstick y = { .rule = "baseline", .limit = was->limit[runs] };
    snprintf(y.origin, sizeof y.origin, "baseline %s", baseline->path);
    if (was->known[runs]) {
        judge(f, &y, was->limit, was->known, false);
        return;
    }
    enum view other = find_exceeding(f->target, was->limit, was->known);
    f->rule = y.rule;
    if (other != VIEW_BOTH) {
        fail(f, &y, other, was->limit);
        return;
    }
    f->verdict = VERDICT_INCONCLUSIVE;
    snprintf(f->text, sizeof f->text, "the baseline %s has no class for it; write it anew from "
             "enough runs", baseline->path);
}

/* An accepted finding may be what it was, and no worse. */
static bool is_accepted(const struct baseline_target *was, const struct target *t)
{
    if (!was || !was->accepted)
        return false;
    enum view runs = basis_of(t, VIEW_RUNS, was->known);
    return !(was->known[runs] && exceeds(&was->limit[runs], judge_fit(t, runs))) &&
           find_exceeding(t, was->limit, was->known) == VIEW_BOTH;
}

static bool is_bounded(const struct baseline_target *was)
{
    bool bounded = false;
    for (enum view v = VIEW_RUNS; v < VIEWS; v++)
        bounded |= was->known[v];
    return bounded;
}

/* Functions of in-house mode are many, and most have too few sizes for a class: these are only judged if there is
 * something of their own to judge them by. */
static bool is_unknown_function(const struct target *t, const struct yardstick *y, const struct baseline_target *was)
{
    bool own = y && strcmp(y->rule, "limit") == 0;
    return t->profile && t->fit.cls == FIT_NONE && !own && !(was && was->known[VIEW_RUNS]);
}

static int judge_target(const struct check *check, const struct target *t,
                        const struct baseline_target *was, struct findings *out)
{
    struct finding f = { .target = t, .name = t->key.name, .file = t->key.file,
                         .line = t->key.line, .rule = "baseline" };
    struct finding other = f;
    struct yardstick y;
    bool ignored;
    bool declared = declared_limit(check, t, &y, &ignored);
    if (!ignored && is_unknown_function(t, declared ? &y : NULL, was)) {
        out->unknown++;
        return 0;
    }
    if (ignored || (!declared && !check->baseline)) {
        out->unbounded += !ignored;
        return 0;
    }
    if (declared)
        judge_declared(&f, &y);
    if (declared && f.verdict != VERDICT_OK && is_accepted(was, t)) {
        f.verdict = VERDICT_ACCEPTED;
        f.reason = was->accepted;
        finding_text_accepted(&f);
    }
    if (was && (is_bounded(was) || !declared)) {
        judge_baseline(&other, check->baseline, was);
        if (!declared || (other.verdict == VERDICT_REGRESSION && f.verdict != VERDICT_REGRESSION))
            f = other;
    } else if (!declared) {
        f.verdict = VERDICT_NEW;
        snprintf(f.text, sizeof f.text, "is not in the baseline %s", check->baseline->path);
    }
    if (t->profile)
        finding_text_metric(&f);
    struct finding *to = findings_add(out);
    if (!to)
        return -1;
    *to = f;
    return 0;
}

/* The first target of the logs that a TARGET means, never mind whether it ran. */
static const struct target_key *find_marked(const struct dataset *set, const char *target)
{
    for (size_t i = 0; i < set->n_logs; i++)
        for (size_t k = 0; k < set->logs[i]->n_targets; k++)
            if (bounds_target_is(target, &set->logs[i]->targets[k].key))
                return &set->logs[i]->targets[k].key;
    return NULL;
}

static const char *nearest_name(const struct dataset *set, const char *target)
{
    struct nearest nearest = nearest_begin(target, FAR_NAME);
    for (size_t i = 0; i < set->n_targets; i++)
        nearest_try(&nearest, set->targets[i].key.name);
    for (size_t i = 0; i < set->n_logs; i++)
        for (size_t k = 0; k < set->logs[i]->n_targets; k++)
            nearest_try(&nearest, set->logs[i]->targets[k].key.name);
    return nearest.found;
}

/* Lines of the bounds file that no executed target belongs to. */
static int add_unmatched_bounds(const struct bounds *bounds, const struct dataset *set,
                                struct findings *out)
{
    for (size_t i = 0; i < bounds->n; i++) {
        const struct bound *b = &bounds->list[i];
        if (b->matched || b->ignore)
            continue;
        struct finding *f = findings_add(out);
        if (!f)
            return -1;
        const struct target_key *marked = find_marked(set, b->target);
        const char *near = marked ? NULL : nearest_name(set, b->target);
        f->verdict = VERDICT_MISSING;
        f->rule = "limit";
        f->name = b->target;
        memcpy(f->limit, b->limit.name, sizeof f->limit);
        if (marked) {
            f->file = marked->file;
            f->line = marked->line;
        }
        snprintf(f->text, sizeof f->text, "%s:%zu: %s%s%s%s", bounds->path, b->line,
                 marked ? "was never executed in these logs" : "no such target in these logs",
                 near ? "; is '" : "", near ? near : "", near ? "' meant?" : "");
    }
    return 0;
}

/* Targets of the baseline that are gone. */
static int add_vanished(const struct check *check, const struct dataset *set, const size_t *of,
                        struct findings *out)
{
    const struct baseline *baseline = check->baseline;
    bool *seen = calloc(baseline->n + 1, sizeof *seen);
    int result = seen ? 0 : -1;
    for (size_t i = 0; result == 0 && i < set->n_targets; i++)
        if (of[i] != MATCH_NONE)
            seen[of[i]] = true;
    for (size_t i = 0; result == 0 && i < baseline->n; i++) {
        const struct baseline_target *was = &baseline->targets[i];
        const struct bound *bound =
            check->bounds ? bounds_find(check->bounds, &was->key, false) : NULL;
        if (seen[i] || (bound && bound->ignore))
            continue;
        struct finding *f = findings_add(out);
        if (!f) {
            result = -1;
            break;
        }
        f->verdict = VERDICT_MISSING;
        f->rule = "baseline";
        f->name = was->key.name;
        f->file = was->key.file;
        f->line = was->key.line;
        snprintf(f->text, sizeof f->text, "is in the baseline %s and %s", baseline->path,
                 find_marked(set, was->key.name) ? "was never executed in these logs"
                                                 : "in none of these logs: was it removed or "
                                                   "renamed? Then write the baseline anew");
    }
    free(seen);
    return result;
}

/* Was the function profiled by in-house mode, and is it within that limit? */
static bool is_kept_by_profile(const struct findings *all, const struct finding *f)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct finding *g = &all->list[i];
        if (g->target && g->target->profile && g->verdict == VERDICT_OK && strcmp(g->rule, "limit") == 0 &&
            strcmp(g->limit, f->limit) == 0 && strcmp(g->file, f->file) == 0 &&
            strcmp(g->name, f->target->key.function) == 0)
            return true;
    }
    return false;
}

/* A run of the laboratory tells little of marked targets, as over runs; the profile of their function does. */
static void settle_by_profiles(struct findings *all)
{
    for (size_t i = 0; i < all->n; i++) {
        struct finding *f = &all->list[i];
        if (f->verdict == VERDICT_INCONCLUSIVE && f->target && !f->target->profile && strcmp(f->rule, "limit") == 0 &&
            is_kept_by_profile(all, f)) {
            f->verdict = VERDICT_OK;
            finding_text_profiled(f);
        }
    }
}

static int by_verdict(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    if (x->verdict != y->verdict)
        return x->verdict > y->verdict ? -1 : 1;
    size_t i = x->target ? x->target->rank : SIZE_MAX, k = y->target ? y->target->rank : SIZE_MAX;
    if (i != k)
        return i < k ? -1 : 1;
    int c = strcmp(x->file, y->file);
    return c ? c : strcmp(x->name, y->name);
}

static int by_likeness(const void *a, const void *b)
{
    const struct finding *x = *(struct finding *const *)a, *y = *(struct finding *const *)b;
    return match_compare(&x->target->key, &y->target->key);
}

/* Names the build of those of which there are several.  0 or -1 (no memory). */
static int tell_builds(struct findings *out)
{
    struct finding **list = calloc(out->n + 1, sizeof *list);
    size_t n = 0;
    if (!list)
        return -1;
    for (size_t i = 0; i < out->n; i++)
        if (out->list[i].target)
            list[n++] = &out->list[i];
    qsort(list, n, sizeof *list, by_likeness);
    for (size_t i = 0, end; i < n; i = end) {
        const struct target_key *first = &list[i]->target->key;
        for (end = i + 1; end < n && match_is_like(first, &list[end]->target->key); end++)
            ;
        bool several = strcmp(first->build, list[end - 1]->target->key.build) != 0;
        for (size_t k = i; several && k < end; k++) {
            const char *build = list[k]->target->key.build;
            list[k]->build = build[0] ? build : "unknown";
        }
    }
    free(list);
    return 0;
}

int check_run(const struct check *check, const struct dataset *set, struct findings *out)
{
    size_t *of = calloc(set->n_targets + 1, sizeof *of);
    const struct baseline *baseline = check->baseline;
    int result = of && (!baseline || baseline_match(baseline, set, of) == 0) ? 0 : -1;
    for (size_t i = 0; result == 0 && i < set->n_targets; i++)
        result = judge_target(check, &set->targets[i],
                              baseline && of[i] != MATCH_NONE ? &baseline->targets[of[i]] : NULL,
                              out);
    if (result == 0 && baseline)
        result = add_vanished(check, set, of, out);
    if (result == 0)
        result = idle_limits(check, set, out);
    if (result == 0 && check->bounds)
        result = add_unmatched_bounds(check->bounds, set, out);
    settle_by_profiles(out);
    if (result == 0 && out->n > 0)
        qsort(out->list, out->n, sizeof *out->list, by_verdict);
    for (size_t i = 0; i < out->n; i++)
        out->count[out->list[i].verdict]++;
    if (result == 0)
        result = tell_builds(out);
    free(of);
    return result;
}

void findings_free(struct findings *findings)
{
    free(findings->list);
    *findings = (struct findings){ 0 };
}
