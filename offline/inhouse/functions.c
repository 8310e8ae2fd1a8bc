/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inhouse/functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inhouse/function_callees.h"
#include "inhouse/function_fit.h"

#define SUPERLINEAR 1.1         /* growth is, if what is certain of it is above */
#define INHERITED 0.9           /* a caller's cost that is its callee's but for a tenth */
#define MOST_PLACES 64u         /* that a callee is moved ahead of its callers */

static int compare_key(const struct function *a, const struct function *b)
{
    int c = strcmp(a->file, b->file);
    if (c == 0)
        c = (a->line > b->line) - (a->line < b->line);
    if (c == 0)
        c = strcmp(a->name, b->name);
    if (c == 0)
        c = a->time - b->time;
    return c ? c : a->shared - b->shared;
}

static int by_key(const void *a, const void *b)
{
    return compare_key(a, b);
}

/* Adds the log's functions at the end of the list, each by rms and by trms; in that order. */
static int add_functions(struct functions *all, const struct log_profiles *p)
{
    if (array_grow(&all->list, &all->cap, all->n + 2 * p->n_functions, sizeof *all->list) != 0)
        return -1;
    for (size_t i = 0; i < 2 * p->n_functions; i++) {
        const struct log_function *from = &p->functions[i / 2];
        struct function *f = &all->list[all->n++];
        *f = (struct function){ .name = strdup(from->name), .file = strdup(from->file), .line = from->line,
                                .shared = i % 2, .time = p->time, .loop = from->loop, .limit = from->limit };
        if (!f->name || !f->file)
            return -1;
    }
    return 0;
}

static struct function_tuple tuple_of(const struct log_tuple *t)
{
    struct function_tuple f = { .size = t->size, .least = UINT64_MAX, .own_least = UINT64_MAX };
    if (t->own) {
        f.own_count = t->count;
        f.own_least = t->least;
        f.own_most = t->most;
        f.own_sum = t->sum;
        f.own_squares = t->squares;
    } else {
        f.count = t->count;
        f.least = t->least;
        f.most = t->most;
        f.sum = t->sum;
        f.squares = t->squares;
    }
    return f;
}

/* For so many more than there is room for: what comes of one log is known, and no more is needed. */
static int make_room(struct function *f, size_t more)
{
    struct function_tuple *list = realloc(f->tuples, (f->cap_tuples + more) * sizeof *list);
    if (more && !list)
        return -1;
    f->tuples = more ? list : f->tuples;
    f->cap_tuples += more;
    return 0;
}

int functions_add(struct functions *all, const uint8_t run_id[16], const struct log_profiles *p)
{
    if (p->n_functions == 0)
        return 0;
    int known = run_ids_add(&all->runs, run_id);
    if (known != 0)
        return known < 0 ? -1 : 0;
    size_t first = all->n;
    if (add_functions(all, p) != 0)
        return -1;
    all->lost += p->lost;
    all->bytes += p->bytes;
    for (size_t i = 0; i < p->n; i++) {
        struct function *f = &all->list[first + 2 * p->list[i].rec.function + p->list[i].shared];
        if (make_room(f, p->list[i].rec.rows) != 0)
            return -1;
    }
    struct log_tuples at = { 0 };
    struct log_tuple t;
    while (log_tuples_next(p, &at, &t)) {
        struct function *f = &all->list[first + 2 * t.function + t.shared];
        f->tuples[f->n_tuples++] = tuple_of(&t);
    }
    for (size_t i = 0; i < p->n_induced; i++) {
        struct function *f = &all->list[first + 2 * p->induced[i].function + 1];
        f->by_threads += p->induced[i].by_threads;
        f->by_kernel += p->induced[i].by_kernel;
    }
    for (size_t i = 0; i < 2 * p->n_opaque; i++) {
        const struct log_opaque_call *call = &p->opaque[i / 2];
        if (function_callees_add(&all->list[first + 2 * call->function + i % 2], call->name, call->calls) != 0)
            return -1;
    }
    return 0;
}

/* ---- summing up */

static void free_function(struct function *f)
{
    free(f->name);
    free(f->file);
    free(f->tuples);
    free(f->fits);
    function_callees_free(f);
}

/* Of functions with one key the first takes over the others' tuples. */
static int join_functions(struct functions *all)
{
    size_t kept = 0;
    if (all->n)
        qsort(all->list, all->n, sizeof *all->list, by_key);
    for (size_t i = 0; i < all->n; i++) {
        struct function *f = &all->list[i], *last = kept ? &all->list[kept - 1] : NULL;
        if (!last || compare_key(last, f) != 0) {
            struct function moved = *f;
            all->list[kept++] = moved;
            if (kept - 1 != i)
                *f = (struct function){ 0 };
            continue;
        }
        if (f->n_tuples) {
            if (array_grow(&last->tuples, &last->cap_tuples, last->n_tuples + f->n_tuples, sizeof *f->tuples) != 0)
                return -1;
            memcpy(last->tuples + last->n_tuples, f->tuples, f->n_tuples * sizeof *f->tuples);
            last->n_tuples += f->n_tuples;
        }
        last->limit = f->limit > last->limit ? f->limit : last->limit;
        last->by_threads += f->by_threads;
        last->by_kernel += f->by_kernel;
        if (function_callees_move(last, f) != 0)
            return -1;
        free_function(f);
        *f = (struct function){ 0 };
    }
    all->n = kept;
    return 0;
}

static int by_size(const void *a, const void *b)
{
    const struct function_tuple *t = a, *u = b;
    return (t->size > u->size) - (t->size < u->size);
}

static void join_tuple(struct function_tuple *to, const struct function_tuple *t)
{
    to->count += t->count;
    to->least = t->least < to->least ? t->least : to->least;
    to->most = t->most > to->most ? t->most : to->most;
    to->sum += t->sum;
    to->squares += t->squares;
    to->own_count += t->own_count;
    to->own_least = t->own_least < to->own_least ? t->own_least : to->own_least;
    to->own_most = t->own_most > to->own_most ? t->own_most : to->own_most;
    to->own_sum += t->own_sum;
    to->own_squares += t->own_squares;
}

/* The function's sums over its tuples; those without activations, whose profile is lost, go.  How many stay. */
static size_t sum_up(struct function *f, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        struct function_tuple t = f->tuples[i];
        if (t.count == 0)
            continue;
        f->activations += t.count;
        f->cost += (double)t.sum;
        f->own += function_knows_own(&t) ? (double)t.own_sum : NAN;
        f->largest = fmax(f->largest, (double)t.most);
        f->tuples[kept++] = t;
    }
    return kept;
}

static void join_tuples(struct function *f)
{
    size_t kept = 0;
    if (f->n_tuples)
        qsort(f->tuples, f->n_tuples, sizeof *f->tuples, by_size);
    for (size_t i = 0; i < f->n_tuples; i++) {
        struct function_tuple *t = &f->tuples[i], *last = kept ? &f->tuples[kept - 1] : NULL;
        if (last && last->size == t->size)
            join_tuple(last, t);
        else
            f->tuples[kept++] = *t;
    }
    f->n_tuples = sum_up(f, kept);
    kept = f->n_tuples;
    f->size_low = kept ? f->tuples[0].size : 0;
    f->size_high = kept ? f->tuples[kept - 1].size : 0;
}

/* A function by trms beside the same by rms, which is before it. */
static void compare_metrics(struct functions *all)
{
    for (size_t i = 1; i < all->n; i++) {
        struct function *f = &all->list[i], *plain = f - 1;
        double rms = 0, trms = 0;
        if (!f->shared || plain->shared || f->time != plain->time || !plain->n_tuples || !f->n_tuples)
            continue;
        for (size_t k = 0; k < plain->n_tuples; k++)
            rms += (double)plain->tuples[k].size * (double)plain->tuples[k].count;
        for (size_t k = 0; k < f->n_tuples; k++)
            trms += (double)f->tuples[k].size * (double)f->tuples[k].count;
        f->richness = ((double)f->n_tuples - (double)plain->n_tuples) / (double)plain->n_tuples;
        f->volume = trms > 0 ? 1 - rms / trms : 0;
    }
}

/* Functions of the metric that have activations. */
static void keep_metric(struct functions *all, enum metric which)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->n; i++) {
        struct function f = all->list[i];
        if (f.n_tuples == 0 || (which != METRIC_ALL && f.shared != (which == METRIC_TRMS)))
            free_function(&f);
        else
            all->list[kept++] = f;
    }
    all->n = kept;
}

/* ---- ranking: by the growth of the worst cost that is certain; a callee before a caller that has no more cost than that */

static double growth(const struct function *f)
{
    return f->growth.cls == FIT_NONE ? -1 : f->growth.sure;
}

static int by_growth(const void *a, const void *b)
{
    const struct function *f = a, *g = b;
    double x = growth(f), y = growth(g);
    x = isfinite(x) ? round(4 * x) : x;         /* steps of a quarter */
    y = isfinite(y) ? round(4 * y) : y;
    if (x != y)
        return x > y ? -1 : 1;
    if (f->cost != g->cost)
        return f->cost > g->cost ? -1 : 1;
    return compare_key(f, g);
}

/* Of two with about one cost that with more activations is called by the other; a loop is in its function, too. */
static bool may_be_called_by(const struct function *f, const struct function *caller)
{
    return f->activations > caller->activations
           || (f->activations == caller->activations && f->loop && !caller->loop);
}

static void callees_first(struct functions *all)
{
    for (size_t i = 1; i < all->n; i++)
        for (size_t k = i; k > 0 && i - k < MOST_PLACES; k--) {
            struct function *f = &all->list[k], *caller = f - 1;
            bool alike = round(4 * growth(f)) == round(4 * growth(caller)) && f->cost >= INHERITED * caller->cost;
            if (!alike || !may_be_called_by(f, caller))
                break;
            struct function swap = *caller;
            *caller = *f;
            *f = swap;
        }
}

int functions_finish(struct functions *all, enum metric which)
{
    int status = join_functions(all);
    for (size_t i = 0; i < all->n; i++) {
        join_tuples(&all->list[i]);
        function_callees_sum_up(&all->list[i]);
    }
    compare_metrics(all);
    keep_metric(all, which);
    if (status == 0)
        status = functions_fit(all);
    if (status == 0 && all->n)
        qsort(all->list, all->n, sizeof *all->list, by_growth);
    callees_first(all);
    for (size_t i = 0; i < all->n; i++)
        all->list[i].rank = i + 1;
    return status;
}

bool functions_suspect(const struct functions *all, size_t i)
{
    const struct function *f = &all->list[i];
    if (!(f->growth.sure > SUPERLINEAR))
        return false;
    for (size_t k = 0; k < i; k++) {    /* a callee with about its cost stands before it */
        const struct function *callee = &all->list[k];
        if (callee->shared == f->shared && callee->time == f->time && may_be_called_by(callee, f) && callee->cost <= f->cost
            && callee->cost >= INHERITED * f->cost)
            return false;
    }
    return true;
}

void functions_free(struct functions *all)
{
    for (size_t i = 0; i < all->n; i++)
        free_function(&all->list[i]);
    free(all->list);
    run_ids_free(&all->runs);
}
