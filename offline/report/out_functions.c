/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/out_functions.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text_table.h"
#include "fit/fit_json.h"

static void add_row(struct table *table, const struct function *f)
{
    char rank[24], name[64], place[80], activations[24], size[48], cost[32], exponent[48] = "?";
    snprintf(rank, sizeof rank, "%zu", f->rank);
    size_t len = strlen(f->name), path = strlen(f->file);
    snprintf(name, sizeof name, "%.60s%s", f->name, len > 60 ? ".." : "");
    snprintf(place, sizeof place, "%s%s:%" PRIu32, path > 48 ? "..." : "", f->file + (path > 48 ? path - 48 : 0), f->line);
    snprintf(activations, sizeof activations, "%" PRIu64, f->activations);
    snprintf(size, sizeof size, "%" PRIu64 "..%" PRIu64, f->size_low, f->size_high);
    snprintf(cost, sizeof cost, "%.3g", f->cost);
    const struct fit *w = &f->worst;
    if (w->cls != FIT_NONE && !isnan(w->exponent))
        snprintf(exponent, sizeof exponent, "%.2f", w->exponent);
    const char *cells[] = { rank, name, place, f->shared ? "trms" : "rms", activations, size, cost,
                            w->cls == FIT_NONE ? "?" : w->formula,
                            f->average.cls == FIT_NONE ? "?" : fit_class_name(f->average.cls), exponent };
    table_row(table, cells);
}

int out_functions_text(FILE *out, const struct functions *functions)
{
    static const char *const head[] = { "rank", "function", "place", "metric", "activations", "size", "blocks",
                                        "worst cost", "average", "exponent" };
    struct table table = { .columns = 10, .right = 1u << 0 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 9, .indent = "" };
    table_row(&table, head);
    for (size_t i = 0; i < functions->n; i++)
        add_row(&table, &functions->list[i]);
    if (table_print(&table, out) != 0)
        return -1;
    size_t loops = 0;
    for (size_t i = 0; i < functions->n; i++)
        loops += functions->list[i].loop;
    fprintf(out, "%zu function%s", functions->n - loops, functions->n - loops == 1 ? "" : "s");
    if (loops)
        fprintf(out, " and %zu loop%s", loops, loops == 1 ? "" : "s");
    fprintf(out, ", of in-house runs: each activation, callees included\n");
    if (functions->lost)
        fprintf(out, "%" PRIu64 " activation%s in no profile (no memory, or too deep)\n", functions->lost,
                functions->lost == 1 ? " is" : "s are");
    return 0;
}

static json_t *big(unsigned __int128 value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

static json_t *tuples_json(const struct function *f)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < f->n_tuples; i++) {
        const struct log_tuple *t = &f->tuples[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "size", json_count(t->size),
                                              "count", json_count(t->count), "cost_min", json_count(t->least),
                                              "cost_max", json_count(t->most), "cost_sum", json_count(t->sum),
                                              "cost_sumsq", big(t->squares)));
    }
    return list;
}

static json_t *share(uint64_t part, uint64_t of)
{
    return of ? json_real((double)part / (double)of) : json_null();
}

/* What only trms has. */
static json_t *with_threads(json_t *o, const struct function *f)
{
    uint64_t induced = f->by_threads + f->by_kernel;
    if (!o || !f->shared)
        return o;
    json_object_set_new(o, "thread_input", share(f->by_threads, induced));
    json_object_set_new(o, "external_input", share(f->by_kernel, induced));
    json_object_set_new(o, "richness", json_real(f->richness));
    json_object_set_new(o, "input_volume", json_real(f->volume));
    return o;
}

json_t *out_function_json(const struct function *f)
{
    json_t *o = json_pack("{s:o, s:b, s:o, s:I, s:o, s:s, s:s, s:n, s:I, s:o, s:o, s:o, s:o, s:o}", "name",
                     json_text(f->name), "loop", f->loop,
                     "file", json_text(f->file), "line", (json_int_t)f->line, "function", json_text(f->name),
                     "kind", "function", "metric", f->shared ? "trms" : "rms", "build", "rank", (json_int_t)f->rank,
                     "activations", json_count(f->activations), "fit", fit_to_json(&f->worst),
                     "average_fit", fit_to_json(&f->average), "total_fit", fit_to_json(&f->total),
                     "tuples", tuples_json(f));
    return with_threads(o, f);
}
