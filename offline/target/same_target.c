/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/same_target.h"

#include <stdlib.h>
#include <string.h>

bool match_is_like(const struct target_key *a, const struct target_key *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0 && a->kind == b->kind;
}

int match_compare(const struct target_key *a, const struct target_key *b)
{
    int c = strcmp(a->name, b->name);
    if (c == 0)
        c = strcmp(a->file, b->file);
    if (c == 0)
        c = (int)a->kind - (int)b->kind;
    return c ? c : strcmp(a->build, b->build);
}

static int by_likeness(const void *a, const void *b)
{
    return match_compare(*(const struct target_key *const *)a, *(const struct target_key *const *)b);
}

bool match_several_builds(const struct dataset *set)
{
    const struct target_key **keys = calloc(set->n_targets + 1, sizeof *keys);
    bool several = false;
    for (size_t i = 0; keys && i < set->n_targets; i++)
        keys[i] = &set->targets[i].key;
    if (keys)
        qsort(keys, set->n_targets, sizeof *keys, by_likeness);
    for (size_t i = 1; keys && i < set->n_targets; i++)
        several |= match_is_like(keys[i - 1], keys[i]) && strcmp(keys[i - 1]->build, keys[i]->build) != 0;
    free(keys);
    return several;
}

/* A target on its way to its partner. */
struct place {
    const struct target_key *key;
    size_t index;
    size_t number;      /* among the likes of its build, by lines */
};

/* What must be equal besides name, kind, and the file without folders. */
enum { WHOLE_FILE = 1, FUNCTION = 2 };

static int compare_kinds(const struct target_key *a, const struct target_key *b, unsigned what)
{
    int c = strcmp(a->name, b->name);
    if (c == 0)
        c = (int)a->kind - (int)b->kind;
    if (c == 0)
        c = what & WHOLE_FILE ? strcmp(a->file, b->file) : strcmp(path_name(a->file), path_name(b->file));
    if (c == 0 && what & FUNCTION)
        c = strcmp(a->function, b->function);
    return c;
}

static int compare_numbered(const struct place *a, const struct place *b, unsigned what)
{
    int c = compare_kinds(a->key, b->key, what);
    return c ? c : (a->number > b->number) - (a->number < b->number);
}

static int compare_lines(const void *a, const void *b, void *what)
{
    const struct place *x = a, *y = b;
    int c = compare_kinds(x->key, y->key, *(unsigned *)what);
    if (c == 0)
        c = strcmp(x->key->build, y->key->build);
    return c ? c : target_key_compare(x->key, y->key);
}

static int compare_places(const void *a, const void *b, void *what)
{
    return compare_numbered(a, b, *(unsigned *)what);
}

/* Sorts by what must be equal, and numbers the likes of one build. */
static void number_places(struct place *places, size_t n, unsigned what)
{
    qsort_r(places, n, sizeof *places, compare_lines, &what);
    for (size_t i = 0; i < n; i++) {
        bool like = i > 0 && compare_kinds(places[i - 1].key, places[i].key, what) == 0 &&
                    strcmp(places[i - 1].key->build, places[i].key->build) == 0;
        places[i].number = like ? places[i - 1].number + 1 : 0;
    }
    qsort_r(places, n, sizeof *places, compare_places, &what);
}

/* Pairs what has no partner yet. */
static int match_pass(const struct target_key *const *before, size_t n_before,
                      const struct target_key *const *after, size_t n_after, unsigned what,
                      const bool *taken, size_t *of)
{
    struct place *x = calloc(n_before + 1, sizeof *x), *y = calloc(n_after + 1, sizeof *y);
    size_t n = 0, m = 0;
    if (!x || !y) {
        free(x);
        free(y);
        return -1;
    }
    for (size_t i = 0; i < n_before; i++)
        if (!taken[i])
            x[n++] = (struct place){ before[i], i, 0 };
    for (size_t i = 0; i < n_after; i++)
        if (of[i] == MATCH_NONE)
            y[m++] = (struct place){ after[i], i, 0 };
    number_places(x, n, what);
    number_places(y, m, what);
    for (size_t i = 0, k = 0; i < m && k < n;) {
        int c = compare_numbered(&x[k], &y[i], what);
        if (c == 0)
            of[y[i].index] = x[k].index;
        if (c < 0)
            k++;
        else
            i++;
    }
    free(x);
    free(y);
    return 0;
}

/* What is after is of one build. */
static int match_build(const struct target_key *const *before, size_t n_before,
                       const struct target_key *const *after, size_t n_after, size_t *of)
{
    static const unsigned passes[] = { WHOLE_FILE | FUNCTION, FUNCTION, WHOLE_FILE, 0 };
    bool *taken = calloc(n_before + 1, sizeof *taken);
    int result = taken ? 0 : -1;
    for (size_t i = 0; i < n_after; i++)
        of[i] = MATCH_NONE;
    for (size_t k = 0; k < sizeof passes / sizeof *passes && result == 0; k++) {
        result = match_pass(before, n_before, after, n_after, passes[k], taken, of);
        for (size_t i = 0; i < n_after; i++)
            if (of[i] != MATCH_NONE)
                taken[of[i]] = true;
    }
    free(taken);
    return result;
}

static int compare_builds(const void *a, const void *b, void *keys)
{
    const struct target_key *const *of = *(const struct target_key *const **)keys;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    int c = strcmp(of[x]->build, of[y]->build);
    return c ? c : (x > y) - (x < y);
}

int match_targets(const struct target_key *const *before, size_t n_before,
                  const struct target_key *const *after, size_t n_after, size_t *of)
{
    size_t *order = calloc(n_after + 1, sizeof *order), *found = calloc(n_after + 1, sizeof *found);
    const struct target_key **keys = calloc(n_after + 1, sizeof *keys);
    int result = order && found && keys ? 0 : -1;
    for (size_t i = 0; result == 0 && i < n_after; i++)
        order[i] = i;
    if (result == 0)
        qsort_r(order, n_after, sizeof *order, compare_builds, &after);
    for (size_t from = 0, to; result == 0 && from < n_after; from = to) {
        for (to = from; to < n_after && strcmp(after[order[from]]->build, after[order[to]]->build) == 0; to++)
            keys[to - from] = after[order[to]];
        result = match_build(before, n_before, keys, to - from, found);
        for (size_t i = from; result == 0 && i < to; i++)
            of[order[i]] = found[i - from];
    }
    free(order);
    free(found);
    free(keys);
    return result;
}
