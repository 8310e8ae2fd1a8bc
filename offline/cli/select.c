/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FILE:LINE, with the last components of its path. */
static bool is_at(const char *file, unsigned at, const char *name)
{
    char line[16];
    const char *colon = strrchr(name, ':');
    snprintf(line, sizeof line, ":%u", at);
    if (!colon || strcmp(colon, line) != 0)
        return false;
    size_t len = (size_t)(colon - name), all = strlen(file);
    return len > 0 && len <= all && memcmp(file + all - len, name, len) == 0 &&
           (len == all || file[all - len - 1] == '/');
}

bool select_is(const struct target *t, const char *name)
{
    return strcmp(t->key.name, name) == 0 || is_at(t->key.file, t->key.line, name);
}

static bool has(const char *text, const char *word)
{
    return text && strcasestr(text, word);
}

/* "alarm", "watch", "fine" and "unknown" find what is judged so. */
static bool matches(const struct target *t, const char *word)
{
    const struct fit *runs = judge_fit(t, judge_basis(t, VIEW_RUNS));
    return has(t->key.name, word) || has(t->key.file, word) || has(t->key.function, word) ||
           has(log_kind_name(t->key.kind), word) ||
           (runs->cls != FIT_NONE && strcmp(fit_class_name(runs->cls), word) == 0) ||
           strcmp(target_verdict_name(t->judgement.verdict), word) == 0 ||
           strncmp(t->key.build, word, strlen(word)) == 0;
}

static bool selected(const struct target *t, const struct selection *s)
{
    for (size_t i = 0; i < s->n_filter; i++)
        if (!matches(t, s->filter[i]))
            return false;
    return !s->target || select_is(t, s->target);
}

/* What qsort_r hands on. */
struct order {
    const struct report *report;
    const struct selection *selection;
};

static int compare(const void *a, const void *b, void *order)
{
    const struct order *o = order;
    const struct selection *s = o->selection;
    const struct target *x = *(const struct target *const *)a;
    const struct target *y = *(const struct target *const *)b;
    int result = s->sort ? column_compare(s->sort, o->report, x, y, s->reverse) : 0;
    return result ? result : (x->rank > y->rank) - (x->rank < y->rank);
}

/* ---- functions of in-house mode */

/* "superlinear" and "alarm" find what its callees do not explain. */
static bool function_matches(const struct functions *all, size_t i, const char *word)
{
    const struct function *f = &all->list[i];
    return has(f->name, word) || has(f->file, word) || strcmp(f->loop ? "loop" : "function", word) == 0 ||
           strcmp(f->shared ? "trms" : "rms", word) == 0 ||
           (f->growth.cls != FIT_NONE && strcmp(fit_class_name(f->growth.cls), word) == 0) ||
           ((strcmp(word, "superlinear") == 0 || strcmp(word, "alarm") == 0) && functions_suspect(all, i));
}

static int compare_functions(const void *a, const void *b, void *order)
{
    const struct selection *s = order;
    const struct function *f = *(const struct function *const *)a, *g = *(const struct function *const *)b;
    int result = s->function_sort ? function_column_compare(s->function_sort, f, g, s->reverse) : 0;
    return result ? result : (f->rank > g->rank) - (f->rank < g->rank);
}

static int select_functions(struct report *report, const struct selection *s)
{
    const struct functions *all = &report->set->functions;
    const struct function **list = calloc(all->n + 1, sizeof *list);
    report->functions = list;
    if (!list)
        return -1;
    for (size_t i = 0; i < all->n; i++) {
        const struct function *f = &all->list[i];
        bool wanted = !s->target || strcmp(f->name, s->target) == 0 || is_at(f->file, f->line, s->target);
        for (size_t k = 0; k < s->n_filter; k++)
            wanted &= function_matches(all, i, s->filter[k]);
        if (wanted)
            list[report->n_functions++] = f;
        if (f->cost > report->functions_total)
            report->functions_total = f->cost;
    }
    qsort_r(list, report->n_functions, sizeof *list, compare_functions, (void *)(uintptr_t)s);
    return 0;
}

/* ---- */

int select_targets(struct report *report, const struct selection *selection)
{
    const struct dataset *set = report->set;
    struct order order = { report, selection };
    const struct target **list = calloc(set->n_targets + 1, sizeof *list);
    report->shown = list;
    report->n_shown = 0;
    report->total = 0;
    if (!list)
        return -1;
    for (size_t i = 0; i < set->n_targets; i++) {
        report->total += set->targets[i].cost;
        if (selected(&set->targets[i], selection))
            list[report->n_shown++] = &set->targets[i];
    }
    qsort_r(list, report->n_shown, sizeof *list, compare, &order);
    return select_functions(report, selection);
}
