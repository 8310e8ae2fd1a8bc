/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/column_list.h"
#include "report/text_columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/out.h"

static void cell_rank(const struct report *r, const struct target *t, char *text)
{
    static const char *const marks[] = { "", "", "~", "!" };
    (void)r;
    snprintf(text, COLUMN_ROOM, "%s%zu", marks[t->judgement.verdict], t->rank);
}

static void cell_name(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    snprintf(text, COLUMN_ROOM, "%s", t->key.name);
}

static void cell_place(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    snprintf(text, COLUMN_ROOM, "%s:%u", t->key.file, t->key.line);
}

static void cell_kind(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    snprintf(text, COLUMN_ROOM, "%s", log_kind_name(t->key.kind));
}

static void cell_build(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    snprintf(text, COLUMN_ROOM, "%.12s", t->key.build);
}

static void cell_runs(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    snprintf(text, COLUMN_ROOM, "%zu", t->n_points);
}

static void cell_instances(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    text_count(t->instances, text);
}

static void cell_cost(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    text_count(t->cost, text);
}

static void cell_share(const struct report *r, const struct target *t, char *text)
{
    double share = r->total > 0 ? 100 * t->cost / r->total : 0;
    if (share > 0 && share < 0.1)
        snprintf(text, COLUMN_ROOM, "<0.1%%");
    else
        snprintf(text, COLUMN_ROOM, share < 10 ? "%.1f%%" : "%.0f%%", share);
}

bool column_size_is_calls(const struct target *t)
{
    enum view decides = t->judgement.decides;
    return t->key.kind == ALOG_RECURSION && !view_is_of_work(decides) && !view_is_told(decides) && !fit_is_of_memory(out_fit(t));
}

bool column_size_is_guessed(const struct target *t)
{
    enum view decides = t->judgement.decides;
    return !column_size_is_calls(t) && !view_is_told(decides) && !view_is_of_instances(decides) && judge_sizes_are_wide(t);
}

/* Of a recursion's runs: the memory that their longest chains read. */
static void memory_range(const struct target *t, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t i = 0; i < t->n_points; i++) {
        double read = t->points[i].point->rms;
        *low = read > 0 ? fmin(*low, read) : *low;
        *high = read > 0 ? fmax(*high, read) : *high;
    }
}

/* Of single instances, as far as they were traced. */
static void instances_range(const struct target *t, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t i = 0; i < t->n_points; i++) {
        struct packed_reader reader;
        struct row row;
        packed_read(t->pool, t->points[i].point, PACKED_ROWS, &reader);
        while (packed_next_row(&reader, &row)) {
            *low = fmin(*low, row.size);
            *high = fmax(*high, row.size);
        }
    }
}

/* Of what decides: of whole runs or of single instances. */
static void size_range(const struct report *r, const struct target *t, double *low, double *high)
{
    enum view decides = t->judgement.decides;
    bool fitted = view_is_told(decides) || decides == VIEW_INSTANCES_WORK ||
                  (decides == VIEW_WORK && t->key.kind == ALOG_RECURSION);
    (void)r;
    *low = fitted ? out_fit(t)->size_low : t->size_low;
    *high = fitted ? out_fit(t)->size_high : t->size_high;
    if (fit_is_of_memory(out_fit(t)))
        memory_range(t, low, high);
    else if (decides == VIEW_INSTANCES)
        instances_range(t, low, high);
}

/* Bytes (or cells), of a recursion calls; or what the program told. */
static void cell_size(const struct report *r, const struct target *t, char *text)
{
    double from, to;
    char low[16], high[16];
    size_range(r, t, &from, &to);
    text_count(from, low);
    text_count(to, high);
    const char *unit = column_size_is_calls(t) ? " calls" : "";
    const char *before = view_is_told(t->judgement.decides) ? "n = " : "", *doubt = column_size_is_guessed(t) ? "?" : "";
    if (isnan(from))
        snprintf(text, COLUMN_ROOM, "?");
    else if (from >= to)
        snprintf(text, COLUMN_ROOM, "%s%s%s%s", before, low, unit, doubt);
    else
        snprintf(text, COLUMN_ROOM, "%s%s..%s%s%s", before, low, high, unit, doubt);
}

static void cell_function(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    const struct fit *fit = out_fit(t);
    snprintf(text, COLUMN_ROOM, "%s", fit->cls == FIT_NONE ? "?" : fit->formula);
}

static void cell_exponent(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    out_exponent(out_fit(t), text, COLUMN_ROOM);
}

static void cell_confidence(const struct report *r, const struct target *t, char *text)
{
    (void)r;
    snprintf(text, COLUMN_ROOM, "%s", out_confidence(t));
}

static double value_rank(const struct report *r, const struct target *t)
{
    (void)r;
    return -(double)t->rank;
}

static double value_runs(const struct report *r, const struct target *t)
{
    (void)r;
    return (double)t->n_points;
}

static double value_instances(const struct report *r, const struct target *t)
{
    (void)r;
    return t->instances;
}

static double value_cost(const struct report *r, const struct target *t)
{
    (void)r;
    return t->cost;
}

static double value_size(const struct report *r, const struct target *t)
{
    double low, high;
    size_range(r, t, &low, &high);
    return high;
}

static double value_exponent(const struct report *r, const struct target *t)
{
    (void)r;
    const struct fit *fit = out_fit(t);
    return fit->cls == FIT_EXP ? INFINITY : fit->exponent;
}

static double value_confidence(const struct report *r, const struct target *t)
{
    (void)r;
    static const char *const words[] = { "none", "low", "medium", "high" };
    for (int i = 0; i < 4; i++)
        if (strcmp(words[i], out_confidence(t)) == 0)
            return i;
    return NAN;
}

static const struct column table[] = {
    { "rank", "rank", true, cell_rank, value_rank },
    { "name", "name", false, cell_name, NULL },
    { "place", "place", false, cell_place, NULL },
    { "kind", "kind", false, cell_kind, NULL },
    { "build", "build", false, cell_build, NULL },
    { "runs", "runs", true, cell_runs, value_runs },
    { "instances", "instances", true, cell_instances, value_instances },
    { "size", "size", true, cell_size, value_size },
    { "cost", "cost", true, cell_cost, value_cost },
    { "share", "share", true, cell_share, value_cost },
    { "function", "cost function", false, cell_function, NULL },
    { "exponent", "exponent", false, cell_exponent, value_exponent },
    { "confidence", "confidence", false, cell_confidence, value_confidence },
};
static const struct column_list all = { table, sizeof table / sizeof *table, sizeof *table };

const struct column *column_find(const char *name)
{
    return column_list_find(all, name);
}

void column_names(char *text, size_t room)
{
    column_list_names(all, text, room);
}

int columns_parse(const char *list, const struct column **out, int max, char *bad)
{
    for (int n = 0;; list++) {
        size_t len = strcspn(list, ",");
        snprintf(bad, COLUMN_ROOM, "%.*s", (int)(len < 80 ? len : 80), list);
        const struct column *found = column_find(bad);
        if ((!found && !function_column_find(bad)) || n == max)
            return -1;
        if (found)
            out[n++] = found;
        list += len;
        if (!*list)
            return n;
    }
}

int column_compare(const struct column *c, const struct report *r, const struct target *x,
                   const struct target *y, bool reverse)
{
    char a[COLUMN_ROOM], b[COLUMN_ROOM];
    if (!c->value) {
        c->cell(r, x, a);
        c->cell(r, y, b);
        return reverse ? strverscmp(b, a) : strverscmp(a, b);
    }
    return column_list_compare(c->value(r, x), c->value(r, y), reverse);
}
