/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/cmd_query.h"
#include "report/out.h"
#include "cli/select.h"
#include "base/whole_file.h"

struct options {
    struct cmd_query query;
    out_function *write;
    struct report report;
    enum view view;
    struct selection selection;
    const char *columns;        /* names */
    const char *colour;         /* "auto", "always", "never" */
    const char *html;           /* file of the page; NULL: none */
};

enum { KEY_JSON = 0x100, KEY_CSV, KEY_FOLDED, KEY_ESTIMATOR, KEY_CELL, KEY_VIEW, KEY_HTML, KEY_SOURCE,
       KEY_DEBUG, KEY_TARGET, KEY_FILTER, KEY_SORT, KEY_COLUMNS, KEY_PLOT, KEY_COLOR };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { "csv", KEY_CSV, NULL, 0, "Print one row for each point", 0 },
    { "folded", KEY_FOLDED, NULL, 0, "Print folded stacks: cost by file, function and target", 0 },
    { "estimator", KEY_ESTIMATOR, "NAME", 0,
      "Which estimator tells sizes from samples: streak (default), pair, chapman, schnabel, "
      "schumacher, chao2, ice, jackknife1, jackknife2, inext, gee; all shows them side by side",
      0 },
    { "view", KEY_VIEW, "VIEW", 0,
      "Whether cost is told over runs (instances of a run merged), over single instances, or both "
      "(default): runs, instances, both", 0 },
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
      "Show this target only (a name, or FILE:LINE) in detail: points, plot and source", 0 },
    { "filter", KEY_FILTER, "WORD", 0,
      "Show only targets with this in name, file, function or kind, of this class or build, or "
      "\"alarm\"; of several words all must be there", 0 },
    { "sort", KEY_SORT, "COLUMN", 0, "Sort by this column, largest first; -COLUMN: reversed", 0 },
    { "columns", KEY_COLUMNS, "LIST", 0,
      "Columns of the table: rank, name, place, kind, build, runs, instances, size, cost, share, "
      "function, exponent, confidence", 0 },
    { "plot", KEY_PLOT, NULL, 0, "Plot cost against size of each target shown, in text", 0 },
    { "color", KEY_COLOR, "WHEN", 0,
      "auto (default: on a terminal, if NO_COLOR is not set), always, never", 0 },
    { 0 }
};

static void set_format(struct argp_state *state, struct options *options, out_function *write)
{
    if (options->write != out_text && options->write != write)
        argp_failure(state, EXIT_USAGE, 0, "--json, --csv and --folded exclude each other");
    options->write = write;
}

static void set_estimator(struct argp_state *state, struct options *options, const char *name)
{
    char names[256] = "";
    if (strcmp(name, "all") == 0) {
        options->report.all_estimators = true;
        return;
    }
    options->report.estimator = estimator_find(name);
    for (int i = 0; options->report.estimator < 0 && i < ESTIMATORS; i++) {
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
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            options->view = (enum view)i;
            return;
        }
    argp_failure(state, EXIT_USAGE, 0, "no view '%s'; there are: runs, instances, both", name);
}

static void set_cell(struct argp_state *state, struct options *options, const char *text)
{
    char *end;
    unsigned long cell = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || cell == 0 || cell > 64 || (cell & (cell - 1)))
        argp_failure(state, EXIT_USAGE, 0, "--cell takes a power of two from 1 to 64, not '%s'",
                     text);
    options->report.cell = (unsigned)cell;
    options->query.side[0].shift = (unsigned)__builtin_ctzl(cell);
}

static void add_root(struct argp_state *state, struct source_list *list, const char *where)
{
    if (source_list_add(list, where) != 0)
        argp_failure(state, EXIT_NO_DATA, 0, "out of memory");
}

static void add_filter(struct argp_state *state, struct options *options, const char *word)
{
    struct selection *s = &options->selection;
    if (array_grow(&s->filter, &s->cap_filter, s->n_filter + 1, sizeof *s->filter) != 0)
        argp_failure(state, EXIT_USAGE, 0, "out of memory");
    s->filter[s->n_filter++] = word;
}

static void set_sort(struct argp_state *state, struct options *options, const char *name)
{
    char names[256];
    options->selection.reverse = *name == '-';
    options->selection.sort = column_find(name + (*name == '-'));
    column_names(names, sizeof names);
    if (!options->selection.sort)
        argp_failure(state, EXIT_USAGE, 0, "no column '%s'; there are: %s", name, names);
}

static void set_columns(struct argp_state *state, struct options *options, const char *list)
{
    char names[256], bad[COLUMN_ROOM];
    struct report *report = &options->report;
    report->n_columns = columns_parse(list, report->columns, TABLE_COLUMNS, bad);
    column_names(names, sizeof names);
    if (report->n_columns < 0)
        argp_failure(state, EXIT_USAGE, 0, "no column '%s', or too many; there are: %s", bad,
                     names);
}

static void set_color(struct argp_state *state, struct options *options, const char *when)
{
    if (strcmp(when, "auto") != 0 && strcmp(when, "always") != 0 && strcmp(when, "never") != 0)
        argp_failure(state, EXIT_USAGE, 0, "--color takes auto, always or never, not '%s'", when);
    options->colour = when;
}

/* https://no-color.org */
static bool want_colour(const char *when)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    return isatty(STDOUT_FILENO) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
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
    case KEY_PLOT:
        options->report.plot = true;
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
        options->selection.target = arg;
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
    case KEY_FOLDED:
        set_format(state, options, out_folded);
        return 0;
    case KEY_HTML:
        options->html = arg;
        return 0;
    case KEY_SOURCE:
        add_root(state, &options->report.sources.places, arg);
        return 0;
    case KEY_DEBUG:
        add_root(state, &options->report.sources.debug, arg);
        return 0;
    case KEY_ESTIMATOR:
        set_estimator(state, options, arg);
        return 0;
    case KEY_VIEW:
        set_view(state, options, arg);
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

static int write_page(const struct options *options)
{
    struct whole_file file;
    struct err err;
    int result = whole_file_start(&file, options->html, &err);
    if (result == 0) {
        if (out_html(file.stream, &options->report) != 0)
            result = err_memory(&err);
        result = whole_file_end(&file, result, &err);
    }
    if (result != 0)
        cmd_say("%s: %s", options->html, err.text);
    return result;
}

/* What is to be shown; a target that is not there is an error, an empty table is
 * none. */
static int select_shown(struct options *options, const struct dataset *set)
{
    struct report *report = &options->report;
    const char *name = options->selection.target;
    if (select_targets(report, &options->selection) != 0) {
        cmd_say("out of memory");
        return -1;
    }
    if (report->n_shown > 0 || set->n_targets == 0)
        return 0;
    if (!name) {
        cmd_say("note: no target of %zu is what --filter asks for", set->n_targets);
        return 0;
    }
    cmd_say("no target '%.100s' in these logs; the first of %zu is '%.100s'", name,
            set->n_targets, set->targets[0].key.name);
    return -1;
}

static int finish(struct options *options, struct dataset *set)
{
    struct err err;
    size_t bad = set->n_skipped;
    set->view = options->view;
    if (dataset_finish(set, &err) != 0) {
        cmd_say("%s", err.text);
        return EXIT_NO_DATA;
    }
    if (set->n_skipped > bad)
        cmd_say("note: logs given more than once count once (%zu skipped)", set->n_skipped - bad);
    if (set->mixed_builds)
        cmd_say("note: the logs are of different builds; each build's targets are ranked apart");
    options->report.set = set;
    if (set->n_targets == 0)
        cmd_say(set->n_logs == 0 ? "no usable log" : "no marked target was executed in any log");
    if (set->n_targets == 0 && options->write != out_json)
        return EXIT_NO_DATA;
    if (select_shown(options, set) != 0)
        return EXIT_NO_DATA;
    if (options->write(stdout, &options->report) != 0) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    if (options->html && set->n_targets > 0 && write_page(options) != 0)
        return EXIT_NO_DATA;
    return set->n_targets > 0 ? EXIT_FINE : EXIT_NO_DATA;
}

int cmd_report(int argc, char **argv)
{
    struct options options = {
        .write = out_text, .report = { .estimator = ESTIMATOR_DEFAULT, .cell = 1 },
        .colour = "auto", .query = CMD_QUERY_START
    };
    struct dataset set = { 0 };
    char bad[COLUMN_ROOM];
    cmd_parse(&argp, argc, argv, &options);
    if (options.report.n_columns == 0)
        options.report.n_columns = columns_parse(COLUMNS_DEFAULT, options.report.columns,
                                                 TABLE_COLUMNS, bad);
    options.report.colour = want_colour(options.colour);
    if (options.selection.target && options.write == out_text)
        options.write = out_detail;
    set.pool.estimator = options.report.estimator;
    set.pool.all_estimators = options.report.all_estimators;
    int status = EXIT_NO_DATA;
    if (source_roots_open(&options.report.sources) == 0 &&
        collect_logs(options.query.logs, options.query.n_logs, options.query.side, cmd_say_skipped,
                     &set) == 0)
        status = finish(&options, &set);
    else
        cmd_say("out of memory");
    free(options.report.shown);
    free(options.selection.filter);
    dataset_free(&set);
    source_roots_close(&options.report.sources);
    cmd_query_free(&options.query);
    return status;
}
