/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/functions_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"
#include "fit/fit_json.h"
#include "report/out.h"
#include "report/out_functions.h"

/* Of a function with more sizes neighbours are added up. */
#define MAX_TUPLES 4000

/* The source of that many functions is in the page, those of the first ranks. */
#define WITH_SOURCE 100

/* What there is to tell, in few bytes: most functions have no cost function. */
static json_t *fit_json(const struct fit *fit)
{
    return fit->cls == FIT_NONE && fit->formula[0] == 0 ? json_null() : fit_to_json(fit);
}

/* Of the activations of n neighbouring sizes. */
static struct function_tuple add_up(const struct function_tuple *t, size_t n)
{
    struct function_tuple all = t[0];
    double sizes = (double)t[0].size * (double)t[0].count;
    for (size_t i = 1; i < n; i++) {
        all.count += t[i].count;
        all.least = t[i].least < all.least ? t[i].least : all.least;
        all.most = t[i].most > all.most ? t[i].most : all.most;
        all.sum += t[i].sum;
        all.squares += t[i].squares;
        sizes += (double)t[i].size * (double)t[i].count;
    }
    if (n > 1)
        all.size = (uint64_t)llround(sizes / (double)all.count);
    return all;
}

static double variance(const struct function_tuple *t)
{
    long double n = (long double)t->count, mean = (long double)t->sum / n;
    long double v = (long double)t->squares / n - mean * mean;
    return v > 0 ? (double)v : 0;
}

/* A column for each property. */
static json_t *columns(const struct function *f)
{
    static const char *const names[] = { "size", "count", "min", "max", "sum", "variance" };
    json_t *column[6], *all = json_object();
    size_t step = (f->n_tuples + MAX_TUPLES - 1) / MAX_TUPLES;
    for (size_t c = 0; c < 6; c++)
        json_object_set_new(all, names[c], column[c] = json_array());
    for (size_t i = 0; i < f->n_tuples; i += step) {
        struct function_tuple t = add_up(f->tuples + i, f->n_tuples - i < step ? f->n_tuples - i : step);
        json_array_append_new(column[0], json_count(t.size));
        json_array_append_new(column[1], json_count(t.count));
        json_array_append_new(column[2], json_count(t.least));
        json_array_append_new(column[3], json_count(t.most));
        json_array_append_new(column[4], json_count(t.sum));
        json_array_append_new(column[5], json_number(variance(&t)));
    }
    return all;
}

static json_t *cost_json(const struct function *f, enum function_cost which)
{
    struct fit room;
    return fit_json(function_fit(f, which, &room));
}

json_t *function_page_json(const struct report *report, size_t i)
{
    const struct functions *all = &report->set->functions;
    const struct function *f = &all->list[i];
    const struct target_key key = { .build = "", .file = f->file, .name = f->name, .function = f->name,
                                   .line = f->line };
    char room[DEMANGLED_ROOM];
    json_t *o = json_pack("{s:o, s:b, s:o, s:I, s:s, s:I, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:I, s:o}",
                          "name", json_text(demangle(f->name, room)), "loop", f->loop, "file", json_text(f->file),
                          "line", (json_int_t)f->line, "metric", f->shared ? "trms" : "rms",
                          "rank", (json_int_t)f->rank, "activations", json_count(f->activations),
                          "cost", json_number(f->cost), "own", isnan(f->own) ? json_null() : json_number(f->own),
                          "suspect", functions_suspect(all, i), "opaque", out_callees_json(f, true),
                          "fit", cost_json(f, FUNCTION_WORST), "average_fit", cost_json(f, FUNCTION_AVERAGE),
                          "total_fit", cost_json(f, FUNCTION_TOTAL), "tuples", columns(f),
                          "sizes", (json_int_t)f->n_tuples,
                          "source", i < WITH_SOURCE ? out_source_json(report, &key, 0) : json_false());
    if (o && f->time)
        json_object_set_new(o, "time", json_true());
    if (o && f->shared) {
        json_object_set_new(o, "by_threads", json_count(f->by_threads));
        json_object_set_new(o, "by_kernel", json_count(f->by_kernel));
        json_object_set_new(o, "richness", json_number(f->richness));
        json_object_set_new(o, "volume", json_number(f->volume));
    }
    return o;
}
