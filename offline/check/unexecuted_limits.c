/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/unexecuted_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/bounds_file.h"
#include "fit/fit_class.h"

typedef const struct target_key *key_ref;

static int by_key_in_any_build(const void *a, const void *b)
{
    struct target_key x = **(const key_ref *)a, y = **(const key_ref *)b;
    x.build = y.build;
    return target_key_compare(&x, &y);
}

static int by_place(const void *a, const void *b)
{
    const struct target_key *x = &(*(const struct log_target *const *)a)->key;
    const struct target_key *y = &(*(const struct log_target *const *)b)->key;
    int order = strcmp(x->name, y->name);
    if (order == 0)
        order = strcmp(x->file, y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static void sort(void *list, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    if (n > 1)
        qsort(list, n, size, compare);
}

/* The keys of what was executed, sorted.  NULL: no memory. */
static key_ref *executed_keys(const struct dataset *set)
{
    key_ref *keys = calloc(set->n_targets + 1, sizeof *keys);
    for (size_t i = 0; keys && i < set->n_targets; i++)
        keys[i] = &set->targets[i].key;
    if (keys)
        sort(keys, set->n_targets, sizeof *keys, by_key_in_any_build);
    return keys;
}

static bool is_idle(const struct check *check, const struct dataset *set, const key_ref *executed,
                    const struct log_target *t)
{
    key_ref key = &t->key;
    return fit_limit_name(t->limit) && !(check->bounds && bounds_find(check->bounds, key, false)) &&
           !bsearch(&key, executed, set->n_targets, sizeof *executed, by_key_in_any_build);
}

struct idle {
    const struct log_target **list;
    size_t n, cap;
};

/* What is idle in some log.  0 or -1 (no memory). */
static int list_idle(const struct check *check, const struct dataset *set, const key_ref *executed,
                     struct idle *idle)
{
    for (size_t i = 0; i < set->n_logs; i++)
        for (size_t k = 0; k < set->logs[i]->n_targets; k++) {
            const struct log_target *t = &set->logs[i]->targets[k];
            if (!is_idle(check, set, executed, t))
                continue;
            if (array_grow(&idle->list, &idle->cap, idle->n + 1, sizeof *idle->list) != 0)
                return -1;
            idle->list[idle->n++] = t;
        }
    return 0;
}

static int add_one(const struct log_target *t, struct findings *out)
{
    const char *limit = fit_limit_name(t->limit);
    struct finding *f = findings_add(out);
    if (!f)
        return -1;
    f->verdict = VERDICT_MISSING;
    f->rule = "limit";
    f->name = t->key.name;
    f->file = t->key.file;
    f->line = t->key.line;
    snprintf(f->limit, sizeof f->limit, "%s", limit);
    snprintf(f->text, sizeof f->text, "has the limit %s in the source and was never executed in these logs",
             limit);
    return 0;
}

int idle_limits(const struct check *check, const struct dataset *set, struct findings *out)
{
    struct idle idle = { .n = 0 };
    key_ref *executed = executed_keys(set);
    int result = executed ? list_idle(check, set, executed, &idle) : -1;
    sort(idle.list, idle.n, sizeof *idle.list, by_place);
    for (size_t i = 0; result == 0 && i < idle.n; i++)
        if (i == 0 || by_place(&idle.list[i - 1], &idle.list[i]) != 0)
            result = add_one(idle.list[i], out);
    free(idle.list);
    free(executed);
    return result;
}
