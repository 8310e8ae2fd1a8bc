/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inhouse/function_callees.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int function_callees_add(struct function *f, const char *name, uint64_t calls)
{
    char *copy = strdup(name);
    if (!copy || array_grow(&f->opaque, &f->cap_opaque, f->n_opaque + 1, sizeof *f->opaque) != 0) {
        free(copy);
        return -1;
    }
    f->opaque[f->n_opaque++] = (struct function_callee){ copy, calls };
    return 0;
}

int function_callees_move(struct function *to, struct function *from)
{
    if (array_grow(&to->opaque, &to->cap_opaque, to->n_opaque + from->n_opaque, sizeof *to->opaque) != 0)
        return -1;
    for (size_t i = 0; i < from->n_opaque; i++)
        to->opaque[to->n_opaque++] = from->opaque[i];
    from->n_opaque = 0;
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct function_callee *)a)->name, ((const struct function_callee *)b)->name);
}

static int by_calls(const void *a, const void *b)
{
    const struct function_callee *x = a, *y = b;
    int order = (x->calls < y->calls) - (x->calls > y->calls);
    return order ? order : by_name(a, b);
}

/* One for each name, those of most calls first; how many. */
static size_t sum_up(struct function_callee *list, size_t n, bool free_names)
{
    size_t kept = 0;
    if (n == 0)
        return 0;
    qsort(list, n, sizeof *list, by_name);
    for (size_t i = 0; i < n; i++) {
        struct function_callee c = list[i], *last = kept ? &list[kept - 1] : NULL;
        if (!last || strcmp(last->name, c.name) != 0) {
            list[kept++] = c;
            continue;
        }
        last->calls = last->calls + c.calls < c.calls ? UINT64_MAX : last->calls + c.calls;
        if (free_names)
            free(c.name);
    }
    qsort(list, kept, sizeof *list, by_calls);
    return kept;
}

void function_callees_sum_up(struct function *f)
{
    f->n_opaque = sum_up(f->opaque, f->n_opaque, true);
}

struct function_callee *function_callees_of_all(const struct functions *all, size_t *n)
{
    size_t most = 0;
    for (size_t i = 0; i < all->n; i++)
        most += all->list[i].n_opaque;
    struct function_callee *list = most ? calloc(most, sizeof *list) : NULL;
    *n = 0;
    if (!list)
        return NULL;
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->list[i].n_opaque; k++)
            list[(*n)++] = all->list[i].opaque[k];
    *n = sum_up(list, *n, false);
    return list;
}

void function_callees_free(struct function *f)
{
    for (size_t i = 0; i < f->n_opaque; i++)
        free(f->opaque[i].name);
    free(f->opaque);
}
