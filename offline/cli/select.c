/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool select_is(const struct target *t, const char *name)
{
    char line[16];
    if (strcmp(t->key.name, name) == 0)
        return true;
    const char *colon = strrchr(name, ':');
    snprintf(line, sizeof line, ":%u", t->key.line);
    if (!colon || strcmp(colon, line) != 0)
        return false;
    size_t len = (size_t)(colon - name), all = strlen(t->key.file);
    return len > 0 && len <= all && memcmp(t->key.file + all - len, name, len) == 0 &&
           (len == all || t->key.file[all - len - 1] == '/');
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
    return 0;
}
