/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A report in its formats.  Writers only write to the stream; whether that
 * went well is asked of the stream at the end (main.c).
 */
#ifndef OFFLINE_OUT_H
#define OFFLINE_OUT_H

#include <stdio.h>

#include "base/json.h"
#include "report/time_of_larger_run.h"
#include "report/function_columns.h"
#include "report/text_columns.h"
#include "target/dataset.h"
#include "report/source.h"
#include "base/text_table.h"

struct contexts;
struct caller_index;

struct report {
    const struct dataset *set;
    int estimator;              /* whose sizes are shown and fitted */
    bool all_estimators;        /* tell the others' sizes too */
    unsigned cell;              /* bytes per unit of size */
    const struct target **shown;    /* the selected ones, in order */
    size_t n_shown;
    double total;               /* cost of all targets, shown or not */
    const struct function **functions;  /* of in-house mode: the selected ones, in order */
    size_t n_functions;
    double functions_total;     /* cost of the costliest one, shown or not: of the run */
    struct source_roots sources;    /* where the targets' source is looked for */
    const struct contexts *contexts;    /* of all logs, finished; NULL: none were counted */
    struct caller_index *callers;       /* of these; NULL likewise */
    /* For people: */
    const struct column *columns[TABLE_COLUMNS];
    int n_columns;
    const struct function_column *function_columns[FUNCTION_COLUMNS];
    int n_function_columns;
    bool colour, plot;
    bool verbose;               /* all targets, with all notes */
    bool columns_chosen;        /* by the user: all of them are shown */
    size_t width, height;       /* of the terminal; 0: any */
    const struct plain_run *plain;      /* of the program without tracing, if it was run so */
    size_t n_plain;
};

/* 0 or -1 (no memory). */
typedef int out_function(FILE *out, const struct report *report);
out_function out_text, out_detail, out_json, out_csv, out_folded, out_html, out_aprof;

/* A cell of CSV.  One that a spreadsheet would take for a formula gets an apostrophe. */
void out_csv_text(FILE *out, const char *text);

/* The fit that a report shows first: the one that decides. */
const struct fit *out_fit(const struct target *target);

/* "1.98 ±0.06", "base 1.6 ±0.002", "?". */
void out_exponent(const struct fit *fit, char *text, size_t room);

/* What n is, where it was told: "your n", "input read". */
const char *out_told_name(const struct target *target);
/* The same in more words: "what the program told (algoprof_size)". */
const char *out_told_source(const struct target *target);

/* Notes below a target's row, the most important first. */
void out_notes(struct table *table, const struct report *report, const struct target *t);

/* How many targets are alarms, to watch, fine and unknown, and why; lines of their own. */
void out_summary(FILE *out, const struct report *report);

/* [{"log": PATH, "why": TEXT}...]: what was not read. */
json_t *out_skipped(const struct dataset *set);

/* Adds how many targets and logs are left out, where some are. */
void out_left_out(json_t *root, const struct dataset *set);

/* Of a function of in-house mode: adds its metric. */
void out_metric(json_t *json, const struct target *target);

/* A fit as JSON; null where it is against an n that the program did not tell. */
json_t *out_fit_json(const struct target *target, enum view view);
/* Adds all fits of the target. */
void out_fits(json_t *json, const struct target *target);

/* "high", "medium", "low", or "none" without a class: of the fit that decides. */
const char *out_confidence(const struct target *target);

/* Which estimator a point's size is from: "exact" if none was needed, "chain" if
 * it is the longest that was traced of a recursion. */
const char *out_estimator(const struct report *report, const struct target *target,
                          const struct target_point *point);

/* The run's name: its log's, with #2, #3 ... for the second, third ... run in it. */
const char *out_point_name(const struct target_point *point, char *text, size_t room);

/* Of a recursion the cost is unknown if no instance was traced to its end. */
bool out_cost_known(const struct target *target, const struct packed_point *point);

/* Lines around a target, for people, or why there are none.  0 or -1 (no memory). */
int out_source_text(FILE *out, const struct report *report, const struct target_key *key, uint32_t function_line);

/* Lines around a target, for the page; null: its source was not found. */
json_t *out_source_json(const struct report *report, const struct target_key *key, uint32_t function_line);

/* The codes of a point's warnings, an array. */
json_t *json_warnings(unsigned warnings);

/* The object of --json, its "targets" empty; one of these, with such points.  NULL: no memory. */
json_t *json_report(const struct report *report);
json_t *json_target(const struct target *target, json_t *points);

#endif
