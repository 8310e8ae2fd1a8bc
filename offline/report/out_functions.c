/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/out_functions.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"
#include "base/json.h"
#include "base/text_table.h"
#include "fit/fit_json.h"
#include "inhouse/function_callees.h"

#define TOP_NAMES 8u            /* of what is not profiled */

static void add_row(struct table *table, const struct report *report, const struct function *f)
{
    char room[FUNCTION_COLUMNS][COLUMN_ROOM];
    const char *cells[FUNCTION_COLUMNS];
    for (int i = 0; i < report->n_function_columns; i++) {
        report->function_columns[i]->cell(f, report->functions_total, room[i]);
        cells[i] = room[i];
    }
    table_row(table, cells);
}

/* The first ones by name, with their calls if wanted; and how many more there are. */
static void list_callees(FILE *out, const struct function_callee *list, size_t n, bool calls)
{
    char room[DEMANGLED_ROOM], count[16];
    for (size_t i = 0; i < n && i < TOP_NAMES; i++) {
        fprintf(out, "%s%.80s", i ? ", " : "", demangle(list[i].name, room));
        if (calls)
            fprintf(out, " (%s)", text_count((double)list[i].calls, count));
    }
    if (n > TOP_NAMES)
        fprintf(out, " and %zu more", n - TOP_NAMES);
}

static void tell_opaque(FILE *out, const struct functions *all)
{
    size_t n;
    struct function_callee *list = function_callees_of_all(all, &n);
    if (list) {
        fputs("calls of ", out);
        list_callees(out, list, n, false);
        fputs(" are not profiled: compiled without -fplugin-arg-algoprof-inhouse (--target FUNCTION: those of one)\n", out);
    }
    free(list);
}

static const char *cost_words(const struct functions *all)
{
    size_t times = 0;
    for (size_t i = 0; i < all->n; i++)
        times += all->list[i].time;
    return times == 0 ? "basic blocks" : times == all->n ? "CPU time" : "CPU time where it has a unit, else basic blocks";
}

static void summary(FILE *out, const struct report *report)
{
    const struct functions *all = &report->set->functions;
    size_t loops = 0, n = report->n_functions;
    for (size_t i = 0; i < n; i++)
        loops += report->functions[i]->loop;
    fprintf(out, "%zu function%s", n - loops, n - loops == 1 ? "" : "s");
    if (loops)
        fprintf(out, " and %zu loop%s", loops, loops == 1 ? "" : "s");
    if (n < all->n)
        fprintf(out, " of %zu", all->n);
    fprintf(out, ", of in-house runs: each activation, callees included; cost: %s\n", cost_words(all));
    if (all->lost)
        fprintf(out, "%" PRIu64 " activation%s in no profile (no memory, or too deep)\n", all->lost,
                all->lost == 1 ? " is" : "s are");
    if (all->left_out)
        fprintf(out, "%zu functions of little cost and growth are not fitted: a log's size bounds how many are\n",
                all->left_out);
    tell_opaque(out, all);
}

int out_functions_text(FILE *out, const struct report *report)
{
    const char *head[FUNCTION_COLUMNS];
    struct table table = { .columns = report->n_function_columns, .indent = "" };
    for (int i = 0; i < report->n_function_columns; i++) {
        head[i] = report->function_columns[i]->title;
        table.right |= report->function_columns[i]->right ? 1u << i : 0;
    }
    table_row(&table, head);
    for (size_t i = 0; i < report->n_functions; i++)
        add_row(&table, report, report->functions[i]);
    if (table_print(&table, out) != 0)
        return -1;
    summary(out, report);
    return 0;
}

/* ---- all about one */

static void fact(FILE *out, const char *name, const char *value)
{
    fprintf(out, "  %-14s %s\n", name, value);
}

static void fit_fact(FILE *out, const char *name, const struct fit *fit)
{
    char text[COLUMN_ROOM], exponent[48];
    out_exponent(fit, exponent, sizeof exponent);
    snprintf(text, sizeof text, "%s, exponent %s", fit->cls == FIT_NONE ? "?" : fit->formula, exponent);
    fact(out, name, text);
}

static int sizes(FILE *out, const struct function *f)
{
    static const char *const heads[][7] = {
        { "size", "activations", "lowest", "average", "highest", "all", "own" },
        { "size", "activations", "lowest ns", "average ns", "highest ns", "all ns", "own ns" },
    };
    struct table table = { .columns = 7, .right = 0x7f, .indent = "  " };
    table_row(&table, heads[f->time]);
    for (size_t i = 0; i < f->n_tuples; i++) {
        const struct function_tuple *t = &f->tuples[i];
        char size[24], count[24], least[24], average[24], most[24], sum[24], own[24] = "?";
        snprintf(size, sizeof size, "%" PRIu64, t->size);
        snprintf(count, sizeof count, "%" PRIu64, t->count);
        snprintf(least, sizeof least, "%" PRIu64, t->least);
        snprintf(average, sizeof average, "%.6g", (double)t->sum / (double)t->count);
        snprintf(most, sizeof most, "%" PRIu64, t->most);
        snprintf(sum, sizeof sum, "%" PRIu64, t->sum);
        if (function_knows_own(t))
            snprintf(own, sizeof own, "%" PRIu64, t->own_sum);
        const char *const cells[] = { size, count, least, average, most, sum, own };
        table_row(&table, cells);
    }
    return table_print(&table, out);
}

int out_functions_detail(FILE *out, const struct report *report)
{
    static const char *const facts[] = { "activations", "size", "cost", "own", "share" };
    struct fit room;
    const struct functions *all = &report->set->functions;
    int result = 0;
    for (size_t i = 0; i < report->n_functions && result == 0; i++) {
        const struct function *f = report->functions[i];
        char text[COLUMN_ROOM];
        bool suspect = functions_suspect(all, (size_t)(f - all->list));
        fprintf(out, "%s%s  %s:%" PRIu32 ", %s by %s, rank %zu%s\n", i || report->n_shown ? "\n" : "", f->name, f->file,
                f->line, f->loop ? "loop" : "function", f->shared ? "trms" : "rms", f->rank,
                suspect ? ", superlinear" : "");
        for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
            function_column_find(facts[k])->cell(f, report->functions_total, text);
            fact(out, facts[k], text);
        }
        fit_fact(out, "worst cost", function_fit(f, FUNCTION_WORST, &room));
        fit_fact(out, "average cost", function_fit(f, FUNCTION_AVERAGE, &room));
        fit_fact(out, "total cost", function_fit(f, FUNCTION_TOTAL, &room));
        if (f->n_opaque) {
            fprintf(out, "  %-14s ", "not profiled");
            list_callees(out, f->opaque, f->n_opaque, true);
            fputc('\n', out);
        }
        fputc('\n', out);
        result = sizes(out, f);
        fputc('\n', out);
        const struct target_key key = { .build = "", .file = f->file, .name = f->name, .function = f->name,
                                        .line = f->line };
        if (result == 0)
            result = out_source_text(out, report, &key, 0);
    }
    return result;
}

/* A tree for each of a log's tuples would take ten times as long. */
int out_tuple_json(FILE *out, const struct function_tuple *t, const char *between)
{
    bool own = function_knows_own(t), failed = false;
    const struct {
        const char *name;
        bool known;
        unsigned __int128 value;
    } field[] = {
        { "size", true, t->size }, { "count", true, t->count }, { "cost_min", true, t->least },
        { "cost_max", true, t->most }, { "cost_sum", true, t->sum }, { "cost_sumsq", true, t->squares },
        { "self_min", own, t->own_least }, { "self_max", own, t->own_most }, { "self_sum", own, t->own_sum },
        { "self_sumsq", own, t->own_squares },
    };
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        fprintf(out, "%s%s\"%s\": ", i ? "," : "{", between, field[i].name);
        if (!field[i].known)
            fputs("null", out);
        else if (field[i].value <= INT64_MAX)
            fprintf(out, "%" PRIu64, (uint64_t)field[i].value);
        else
            failed |= json_print_real(out, (double)field[i].value) != 0;
    }
    return failed ? -1 : 0;
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

static json_t *cost_json(const struct function *f, enum function_cost which)
{
    struct fit room;
    return fit_to_json(function_fit(f, which, &room));
}

json_t *out_callees_json(const struct function *f, bool plain)
{
    char room[DEMANGLED_ROOM];
    json_t *list = json_array();
    for (size_t i = 0; i < f->n_opaque; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "name",
                                              json_text(plain ? demangle(f->opaque[i].name, room) : f->opaque[i].name),
                                              "calls", json_count(f->opaque[i].calls)));
    return list;
}

json_t *out_function_json(const struct function *f)
{
    json_t *o = json_pack("{s:o, s:b, s:o, s:I, s:o, s:s, s:s, s:s, s:n, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
                     json_text(f->name), "loop", f->loop,
                     "file", json_text(f->file), "line", (json_int_t)f->line, "function", json_text(f->name),
                     "kind", "function", "metric", f->shared ? "trms" : "rms", "cost_unit", function_unit(f), "build", "rank", (json_int_t)f->rank,
                     "activations", json_count(f->activations), "fit", cost_json(f, FUNCTION_WORST),
                     "average_fit", cost_json(f, FUNCTION_AVERAGE), "total_fit", cost_json(f, FUNCTION_TOTAL),
                     "opaque", out_callees_json(f, false), "tuples", json_array());
    return with_threads(o, f);
}
