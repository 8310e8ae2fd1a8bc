/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of uninstrumented functions that traced instances called.
 */
#include <stdlib.h>
#include <string.h>

#include "point/make_point.h"

/* Calls by name; names point into the log. */
struct entry {
    const char *name;
    uint64_t calls;
};

struct tally {
    struct entry *list;
    size_t n, cap, unique;      /* the first `unique` have different names */
    bool failed;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static void tally_compact(struct tally *t)
{
    size_t unique = 0;
    if (t->n > 0)
        qsort(t->list, t->n, sizeof *t->list, by_name);
    for (size_t i = 0; i < t->n; i++) {
        if (unique > 0 && strcmp(t->list[unique - 1].name, t->list[i].name) == 0)
            t->list[unique - 1].calls += t->list[i].calls;
        else
            t->list[unique++] = t->list[i];
    }
    t->n = t->unique = unique;
}

static void tally_add(void *arg, const char *name, uint64_t calls)
{
    struct tally *t = arg;
    if (t->n >= 4096 && t->n >= 2 * t->unique)
        tally_compact(t);
    if (array_grow(&t->list, &t->cap, t->n + 1, sizeof *t->list) != 0)
        t->failed = true;
    else
        t->list[t->n++] = (struct entry){ name, calls };
}

static int by_opaque_name(const void *a, const void *b)
{
    return strcmp(((const struct opaque *)a)->name, ((const struct opaque *)b)->name);
}

static int by_calls(const void *a, const void *b)
{
    const struct opaque *x = a, *y = b;
    if (x->calls != y->calls)
        return x->calls > y->calls ? -1 : 1;
    return strcmp(x->name, y->name);
}

size_t opaque_merge(struct opaque *list, size_t n)
{
    size_t unique = 0;
    if (n == 0)
        return 0;
    qsort(list, n, sizeof *list, by_opaque_name);
    for (size_t i = 0; i < n; i++) {
        if (unique > 0 && strcmp(list[unique - 1].name, list[i].name) == 0) {
            list[unique - 1].calls += list[i].calls;
            free(list[i].name);
        } else {
            list[unique++] = list[i];
        }
    }
    qsort(list, unique, sizeof *list, by_calls);
    return unique;
}

/* Merges only when the list is full, and then leaves as much room again: not for each of
 * many runs. */
static int make_room(struct log_target *target, size_t more)
{
    if (target->n_opaque + more <= target->cap_opaque)
        return 0;
    target->n_opaque = opaque_merge(target->opaque, target->n_opaque);
    size_t need = (more > target->n_opaque ? more : target->n_opaque) + target->n_opaque;
    return array_grow(&target->opaque, &target->cap_opaque, need, sizeof *target->opaque);
}

int opaque_collect(const struct log *log, const struct sampled *sampled, size_t n,
                   struct log_target *target, struct point *point)
{
    struct tally t = { 0 };
    int result = 0;
    for (size_t i = 0; i < n; i++)
        log_opaque(log, sampled[i].in, tally_add, &t);
    tally_compact(&t);
    if (t.failed || make_room(target, t.n) != 0)
        result = -1;
    for (size_t i = 0; result == 0 && i < t.n; i++) {
        char *name = strdup(t.list[i].name);
        if (name)
            target->opaque[target->n_opaque++] = (struct opaque){ name, t.list[i].calls };
        else
            result = -1;
    }
    if (t.n > 0)
        point->warnings |= 1u << WARN_OPAQUE;
    free(t.list);
    return result;
}
