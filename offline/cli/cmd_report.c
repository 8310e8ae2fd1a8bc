/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/query_options.h"
#include "cli/show_targets.h"

#define COLUMNS_OF_FUNCTIONS "metric, activations, own, average"        /* that targets do not have */

struct options {
    struct cmd_query query;
    struct cmd_show show;
    const char *colour;         /* "auto", "always", "never" */
};

enum { KEY_JSON = 0x100, KEY_CSV, KEY_FOLDED, KEY_ESTIMATOR, KEY_CELL, KEY_VIEW, KEY_HTML, KEY_SOURCE,
       KEY_DEBUG, KEY_TARGET, KEY_FILTER, KEY_SORT, KEY_COLUMNS, KEY_PLOT, KEY_COLOR, KEY_METRIC, KEY_APROF };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { "csv", KEY_CSV, NULL, 0, "Print one row for each point", 0 },
    { "aprof", KEY_APROF, NULL, 0,
      "Print functions of in-house mode as a report file of aprof's, by --metric rms (default) or trms", 0 },
    { "folded", KEY_FOLDED, NULL, 0, "Print folded stacks: cost by file, function and target", 0 },
    { "estimator", KEY_ESTIMATOR, "NAME", 0,
      "Which estimator tells sizes from samples: streak (default), pair, chapman, schnabel, "
      "schumacher, chao2, ice, jackknife1, jackknife2, inext, gee; all shows them side by side",
      0 },
    { "view", KEY_VIEW, "VIEW", 0,
      "Whether cost is told over runs (instances of a run merged), over single instances, or both "
      "(default): runs, instances, both; bottom-up is runs, top-down is instances. Functions of in-house mode are always "
      "told over single activations", 0 },
    { "metric", KEY_METRIC, "METRIC", 0,
      "By which size functions of in-house mode are shown: rms, trms (input from threads and the kernel, too), or both "
      "(default)", 0 },
    { "cell", KEY_CELL, "N", 0, "Count sizes in cells of N bytes: 1 (default), 2, 4 ... 64", 0 },
    { "html", KEY_HTML, "FILE", 0, "Also write one self-contained page with plots", 0 },
    { "source", KEY_SOURCE, "WHERE", 0,
      "Look for the targets' source there: below a folder (default: the working one) or as "
      "debugging information in its .build-id says, or as a program's does; may be given more than "
      "once", 0 },
    { "debug-dir", KEY_DEBUG, "DIR", 0,
      "A folder with debugging information by build-id, besides /usr/lib/debug; it says where the "
      "source is. At last the debuginfod servers of $DEBUGINFOD_URLS are asked", 0 },
    { "target", KEY_TARGET, "NAME", 0,
      "Show this target only (a name, or FILE:LINE) in detail: points, plot and source; of a function of in-house mode "
      "its sizes", 0 },
    { "filter", KEY_FILTER, "WORD", 0,
      "Show only targets with this in name, file, function or kind, of this class or build, or "
      "\"alarm\"; of several words all must be there. Functions of in-house mode likewise; \"loop\", \"rms\", \"trms\", and "
      "\"superlinear\" for those that --html marks so", 0 },
    { "sort", KEY_SORT, "COLUMN", 0, "Sort by this column, largest first; -COLUMN: reversed", 0 },
    { "columns", KEY_COLUMNS, "LIST", 0,
      "Columns of the table: rank, name, place, kind, build, runs, instances, size, cost, share, "
      "function, exponent, confidence; of functions of in-house mode: rank, name, place, kind, metric, activations, size, "
      "cost, own, share, function, average, exponent", 0 },
    { "plot", KEY_PLOT, NULL, 0, "Plot cost against size of each target shown, in text", 0 },
    { "verbose", 'v', NULL, 0, "Show all targets with all remarks", 0 },
    { "color", KEY_COLOR, "WHEN", 0,
      "auto (default: on a terminal, if NO_COLOR is not set), always, never", 0 },
    { 0 }
};

static void set_format(struct argp_state *state, struct options *options, out_function *write)
{
    if (options->show.write != out_text && options->show.write != write)
        argp_failure(state, EXIT_USAGE, 0, "--json, --csv, --aprof and --folded exclude each other");
    options->show.write = write;
}

static void set_estimator(struct argp_state *state, struct options *options, const char *name)
{
    char names[256] = "";
    if (strcmp(name, "all") == 0) {
        options->show.report.all_estimators = true;
        return;
    }
    options->show.report.estimator = estimator_find(name);
    for (int i = 0; options->show.report.estimator < 0 && i < ESTIMATORS; i++) {
        strcat(names, estimators[i].name);
        strcat(names, ", ");
    }
    if (names[0])
        argp_failure(state, EXIT_USAGE, 0, "no estimator '%s'; there are: %sall", name, names);
}

static void set_view(struct argp_state *state, struct options *options, const char *name)
{
    static const char *const names[] = { [VIEW_BOTH] = "both", [VIEW_RUNS] = "runs",
                                         [VIEW_INSTANCES] = "instances" };
    static const char *const others[] = { [VIEW_BOTH] = "both", [VIEW_RUNS] = "bottom-up",
                                          [VIEW_INSTANCES] = "top-down" };
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0 || strcmp(name, others[i]) == 0) {
            options->show.view = (enum view)i;
            return;
        }
    argp_failure(state, EXIT_USAGE, 0, "no view '%s'; there are: runs (bottom-up), instances (top-down), both", name);
}

static void set_metric(struct argp_state *state, struct options *options, const char *name)
{
    static const char *const names[] = { [METRIC_ALL] = "both", [METRIC_RMS] = "rms", [METRIC_TRMS] = "trms" };
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            options->show.metric = (enum metric)i;
            return;
        }
    argp_failure(state, EXIT_USAGE, 0, "no metric '%s'; there are: rms, trms, both", name);
}

static void set_cell(struct argp_state *state, struct options *options, const char *text)
{
    char *end;
    unsigned long cell = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || cell == 0 || cell > 64 || (cell & (cell - 1)))
        argp_failure(state, EXIT_USAGE, 0, "--cell takes a power of two from 1 to 64, not '%s'",
                     text);
    options->show.report.cell = (unsigned)cell;
    options->query.side[0].shift = (unsigned)__builtin_ctzl(cell);
}

static void add_root(struct argp_state *state, struct source_list *list, const char *where)
{
    if (source_list_add(list, where) != 0)
        argp_failure(state, EXIT_NO_DATA, 0, "out of memory");
}

static void add_filter(struct argp_state *state, struct options *options, const char *word)
{
    struct selection *s = &options->show.selection;
    if (array_grow(&s->filter, &s->cap_filter, s->n_filter + 1, sizeof *s->filter) != 0)
        argp_failure(state, EXIT_USAGE, 0, "out of memory");
    s->filter[s->n_filter++] = word;
}

static void set_sort(struct argp_state *state, struct options *options, const char *name)
{
    char names[256];
    options->show.selection.reverse = *name == '-';
    options->show.selection.sort = column_find(name + (*name == '-'));
    options->show.selection.function_sort = function_column_find(name + (*name == '-'));
    column_names(names, sizeof names);
    if (!options->show.selection.sort && !options->show.selection.function_sort)
        argp_failure(state, EXIT_USAGE, 0, "no column '%s'; there are: %s; of functions also: " COLUMNS_OF_FUNCTIONS,
                     name, names);
}

static void set_columns(struct argp_state *state, struct options *options, const char *list)
{
    char names[256], bad[COLUMN_ROOM];
    struct report *report = &options->show.report;
    report->columns_chosen = true;
    report->n_columns = columns_parse(list, report->columns, TABLE_COLUMNS, bad);
    column_names(names, sizeof names);
    if (report->n_columns < 0)
        argp_failure(state, EXIT_USAGE, 0, "no column '%s', or too many; there are: %s; of functions also: "
                     COLUMNS_OF_FUNCTIONS, bad, names);
    report->n_function_columns = function_columns_parse(list, report->function_columns);
}

static void set_color(struct argp_state *state, struct options *options, const char *when)
{
    if (strcmp(when, "auto") != 0 && strcmp(when, "always") != 0 && strcmp(when, "never") != 0)
        argp_failure(state, EXIT_USAGE, 0, "--color takes auto, always or never, not '%s'", when);
    options->colour = when;
}

/* What only people's formats need. */
static bool parse_look(int key, char *arg, struct argp_state *state, struct options *options)
{
    switch (key) {
    case KEY_SORT:
        set_sort(state, options, arg);
        return true;
    case KEY_COLUMNS:
        set_columns(state, options, arg);
        return true;
    case KEY_COLOR:
        set_color(state, options, arg);
        return true;
    case 'v':
        options->show.report.verbose = true;
        return true;
    case KEY_PLOT:
        options->show.report.plot = true;
        return true;
    default:
        return false;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *options = state->input;
    if (parse_look(key, arg, state, options))
        return 0;
    switch (key) {
    case KEY_TARGET:
        options->show.selection.target = arg;
        return 0;
    case KEY_FILTER:
        add_filter(state, options, arg);
        return 0;
    case KEY_JSON:
        set_format(state, options, out_json);
        return 0;
    case KEY_CSV:
        set_format(state, options, out_csv);
        return 0;
    case KEY_APROF:
        set_format(state, options, out_aprof);
        return 0;
    case KEY_FOLDED:
        set_format(state, options, out_folded);
        return 0;
    case KEY_HTML:
        options->show.html = arg;
        return 0;
    case KEY_SOURCE:
        add_root(state, &options->show.report.sources.places, arg);
        return 0;
    case KEY_DEBUG:
        add_root(state, &options->show.report.sources.debug, arg);
        return 0;
    case KEY_ESTIMATOR:
        set_estimator(state, options, arg);
        return 0;
    case KEY_VIEW:
        set_view(state, options, arg);
        return 0;
    case KEY_METRIC:
        set_metric(state, options, arg);
        return 0;
    case KEY_CELL:
        set_cell(state, options, arg);
        return 0;
    default:
        return cmd_query_parse(key, state, &options->query);
    }
}

static const struct argp argp = {
    option_table, parse, "LOG...",
    "Rank all targets over all logs: what each costs, as a function of its input's size.\v"
    "A LOG is a file, a folder (searched for *.aplog and *.aplog.N), a database, or - for stdin. Bad logs are "
    "skipped with a line on stderr. Exit status: 0 if at least one log was usable, 2 wrong usage, "
    "3 no usable log.",
    cmd_query_child, NULL, NULL
};

int cmd_report(int argc, char **argv)
{
    struct options options = { .show = CMD_SHOW_START, .colour = "auto", .query = CMD_QUERY_START };
    struct dataset set = { 0 };
    cmd_parse(&argp, argc, argv, &options);
    options.show.report.colour = cmd_show_wants_colour(options.colour);
    if (options.show.selection.target && options.show.write == out_text)
        options.show.write = out_detail;
    set.pool.estimator = options.show.report.estimator;
    set.pool.all_estimators = options.show.report.all_estimators;
    int status = EXIT_NO_DATA;
    cmd_show_prepare(&options.show, &set);
    if (collect_logs(options.query.logs, options.query.n_logs, options.query.side, cmd_say_skipped,
                     &set) == 0)
        status = cmd_show_finished(&options.show, &set);
    else
        cmd_say("out of memory");
    cmd_show_free(&options.show);
    dataset_free(&set);
    cmd_query_free(&options.query);
    return status;
}
