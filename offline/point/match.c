/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "point/match.h"

#include <stdlib.h>
#include <string.h>

bool match_is_like(const struct target_key *a, const struct target_key *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0 && a->kind == b->kind;
}

bool match_several_builds(const struct dataset *set)
{
    for (size_t i = 0; i < set->n_targets; i++)
        for (size_t k = 0; k < i; k++)
            if (match_is_like(&set->targets[i].key, &set->targets[k].key) &&
                strcmp(set->targets[i].key.build, set->targets[k].key.build) != 0)
                return true;
    return false;
}

/* A target on its way to its partner. */
struct place {
    const struct target_key *key;
    size_t index;
    size_t number;      /* among the likes of its build, by lines */
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* By what must be equal; folders only if `whole`. */
static int compare_kinds(const struct target_key *a, const struct target_key *b, bool whole)
{
    int c = strcmp(a->name, b->name);
    if (c == 0)
        c = (int)a->kind - (int)b->kind;
    if (c == 0)
        c = whole ? strcmp(a->file, b->file) : strcmp(base_name(a->file), base_name(b->file));
    return c;
}

static int compare_numbered(const struct place *a, const struct place *b, bool whole)
{
    int c = compare_kinds(a->key, b->key, whole);
    return c ? c : (a->number > b->number) - (a->number < b->number);
}

static int compare_lines(const void *a, const void *b, void *whole)
{
    const struct place *x = a, *y = b;
    int c = compare_kinds(x->key, y->key, *(bool *)whole);
    if (c == 0)
        c = strcmp(x->key->build, y->key->build);
    return c ? c : target_key_compare(x->key, y->key);
}

static int compare_places(const void *a, const void *b, void *whole)
{
    return compare_numbered(a, b, *(bool *)whole);
}

/* Sorts by what must be equal, and numbers the likes of one build. */
static void number_places(struct place *places, size_t n, bool whole)
{
    qsort_r(places, n, sizeof *places, compare_lines, &whole);
    for (size_t i = 0; i < n; i++) {
        bool like = i > 0 && compare_kinds(places[i - 1].key, places[i].key, whole) == 0 &&
                    strcmp(places[i - 1].key->build, places[i].key->build) == 0;
        places[i].number = like ? places[i - 1].number + 1 : 0;
    }
    qsort_r(places, n, sizeof *places, compare_places, &whole);
}

/* Pairs what has no partner yet.  An earlier target may have one in each later build. */
static int match_pass(const struct target_key *const *before, size_t n_before,
                      const struct target_key *const *after, size_t n_after, bool whole,
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
    number_places(x, n, whole);
    number_places(y, m, whole);
    for (size_t i = 0, k = 0; i < m && k < n;) {
        int c = compare_numbered(&x[k], &y[i], whole);
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

int match_targets(const struct target_key *const *before, size_t n_before,
                  const struct target_key *const *after, size_t n_after, size_t *of)
{
    bool *taken = calloc(n_before + 1, sizeof *taken);
    int result = -1;
    for (size_t i = 0; i < n_after; i++)
        of[i] = MATCH_NONE;
    if (taken && match_pass(before, n_before, after, n_after, true, taken, of) == 0) {
        for (size_t i = 0; i < n_after; i++)
            if (of[i] != MATCH_NONE)
                taken[of[i]] = true;
        result = match_pass(before, n_before, after, n_after, false, taken, of);
    }
    free(taken);
    return result;
}
