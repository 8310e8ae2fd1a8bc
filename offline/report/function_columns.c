/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/column_list.h"
#include "report/function_columns.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text_table.h"
#include "report/out.h"
#include "report/time_of_larger_run.h"
#include "report/text_columns.h"

#define NAME_ROOM 60            /* of a cell */
#define PATH_ROOM 48

static void cell_rank(const struct function *f, double whole, char *text)
{
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%zu", f->rank);
}

static void cell_name(const struct function *f, double whole, char *text)
{
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%.*s%s", NAME_ROOM, f->name, strlen(f->name) > NAME_ROOM ? ".." : "");
}

static void cell_place(const struct function *f, double whole, char *text)
{
    size_t len = strlen(f->file);
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%s%s:%" PRIu32, len > PATH_ROOM ? "..." : "",
             f->file + (len > PATH_ROOM ? len - PATH_ROOM : 0), f->line);
}

static void cell_kind(const struct function *f, double whole, char *text)
{
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%s", f->loop ? "loop" : "function");
}

static void cell_metric(const struct function *f, double whole, char *text)
{
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%s", f->shared ? "trms" : "rms");
}

static void cell_activations(const struct function *f, double whole, char *text)
{
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%" PRIu64, f->activations);
}

static void cell_size(const struct function *f, double whole, char *text)
{
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%" PRIu64 "..%" PRIu64, f->size_low, f->size_high);
}

/* A time has a unit, blocks have none. */
static void put_cost(const struct function *f, double cost, char *text)
{
    if (f->time)
        pace_text(cost / 1e9, text);
    else
        snprintf(text, COLUMN_ROOM, "%.3g", cost);
}

static void cell_cost(const struct function *f, double whole, char *text)
{
    (void)whole;
    put_cost(f, f->cost, text);
}

static void cell_own(const struct function *f, double whole, char *text)
{
    (void)whole;
    if (isnan(f->own))
        snprintf(text, COLUMN_ROOM, "?");
    else
        put_cost(f, f->own, text);
}

static void cell_share(const struct function *f, double whole, char *text)
{
    double share = whole > 0 ? 100 * f->cost / whole : 0;
    if (share > 0 && share < 0.1)
        snprintf(text, COLUMN_ROOM, "<0.1%%");
    else
        snprintf(text, COLUMN_ROOM, share < 10 ? "%.1f%%" : "%.0f%%", share);
}

static void cell_function(const struct function *f, double whole, char *text)
{
    struct fit room;
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%s", f->growth.cls == FIT_NONE ? "?" : function_fit(f, FUNCTION_WORST, &room)->formula);
}

static void cell_average(const struct function *f, double whole, char *text)
{
    struct fit room;
    (void)whole;
    snprintf(text, COLUMN_ROOM, "%s", fit_class_name(function_fit(f, FUNCTION_AVERAGE, &room)->cls));
}

static void cell_exponent(const struct function *f, double whole, char *text)
{
    struct fit room;
    (void)whole;
    out_exponent(function_fit(f, FUNCTION_WORST, &room), text, COLUMN_ROOM);
}

static double value_rank(const struct function *f)
{
    return -(double)f->rank;
}

static double value_activations(const struct function *f)
{
    return (double)f->activations;
}

static double value_size(const struct function *f)
{
    return (double)f->size_high;
}

static double value_cost(const struct function *f)
{
    return f->cost;
}

static double value_own(const struct function *f)
{
    return f->own;
}

static double value_exponent(const struct function *f)
{
    return f->growth.cls == FIT_NONE ? NAN : f->growth.cls == FIT_EXP ? INFINITY : f->growth.exponent;
}

static const struct function_column table[] = {
    { "rank", "rank", true, cell_rank, value_rank },
    { "name", "function", false, cell_name, NULL },
    { "place", "place", false, cell_place, NULL },
    { "kind", "kind", false, cell_kind, NULL },
    { "metric", "metric", false, cell_metric, NULL },
    { "activations", "activations", true, cell_activations, value_activations },
    { "size", "size", true, cell_size, value_size },
    { "cost", "cost", true, cell_cost, value_cost },
    { "own", "own", true, cell_own, value_own },
    { "share", "share", true, cell_share, value_cost },
    { "function", "worst cost", false, cell_function, NULL },
    { "average", "average", false, cell_average, NULL },
    { "exponent", "exponent", true, cell_exponent, value_exponent },
};
static const struct column_list all = { table, sizeof table / sizeof *table, sizeof *table };
_Static_assert(sizeof table / sizeof *table <= FUNCTION_COLUMNS, "columns of functions");

const struct function_column *function_column_find(const char *name)
{
    return column_list_find(all, name);
}

void function_column_names(char *text, size_t room)
{
    column_list_names(all, text, room);
}

int function_columns_parse(const char *list, const struct function_column *out[FUNCTION_COLUMNS])
{
    char name[COLUMN_ROOM];
    for (int n = 0;; list++) {
        size_t len = strcspn(list, ",");
        snprintf(name, sizeof name, "%.*s", (int)(len < 80 ? len : 80), list);
        const struct function_column *found = function_column_find(name);
        if (found && n < FUNCTION_COLUMNS)
            out[n++] = found;
        list += len;
        if (!*list)
            return n;
    }
}

int function_column_compare(const struct function_column *c, const struct function *f, const struct function *g,
                            bool reverse)
{
    char a[COLUMN_ROOM], b[COLUMN_ROOM];
    if (!c->value) {
        c->cell(f, 0, a);
        c->cell(g, 0, b);
        return reverse ? strverscmp(b, a) : strverscmp(a, b);
    }
    return column_list_compare(c->value(f), c->value(g), reverse);
}
