/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "collect.h"
#include "out.h"
#include "whole_file.h"

struct options {
    char **logs;
    size_t n_logs;
    out_function *write;
    struct report report;
    enum view view;
    unsigned shift;
    const char *html;           /* file of the page; NULL: none */
};

enum { KEY_JSON = 0x100, KEY_CSV, KEY_ESTIMATOR, KEY_CELL, KEY_VIEW, KEY_HTML, KEY_SOURCE };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { "csv", KEY_CSV, NULL, 0, "Print one row for each point", 0 },
    { "estimator", KEY_ESTIMATOR, "NAME", 0,
      "Which estimator tells sizes from samples: streak (default), pair, chapman, schnabel, "
      "schumacher, chao2, ice, jackknife1, jackknife2, inext, gee; all shows them side by side",
      0 },
    { "view", KEY_VIEW, "VIEW", 0,
      "Whether cost is told over runs (instances of a run merged), over single instances, or both "
      "(default): runs, instances, both", 0 },
    { "cell", KEY_CELL, "N", 0, "Count sizes in cells of N bytes: 1 (default), 2, 4 ... 64", 0 },
    { "html", KEY_HTML, "FILE", 0, "Also write one self-contained page with plots", 0 },
    { "source", KEY_SOURCE, "FOLDER", 0,
      "Look for the targets' source there, and in no other folder (default: the working folder; "
      "may be given more than once)", 0 },
    { 0 }
};

static void set_format(struct argp_state *state, struct options *options, out_function *write)
{
    if (options->write != out_text && options->write != write)
        argp_failure(state, EXIT_USAGE, 0, "--json and --csv exclude each other");
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
    options->shift = (unsigned)__builtin_ctzl(cell);
}

static void add_source(struct argp_state *state, struct options *options, char *folder)
{
    struct source_roots *roots = &options->report.sources;
    char **more = realloc(roots->path, (roots->n + 1) * sizeof *more);
    if (!more)
        argp_failure(state, EXIT_USAGE, 0, "out of memory");
    roots->path = more;
    roots->path[roots->n++] = folder;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case KEY_JSON:
        set_format(state, options, out_json);
        return 0;
    case KEY_CSV:
        set_format(state, options, out_csv);
        return 0;
    case KEY_HTML:
        options->html = arg;
        return 0;
    case KEY_SOURCE:
        add_source(state, options, arg);
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
    case ARGP_KEY_ARGS:
        options->logs = state->argv + state->next;
        options->n_logs = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "no LOG given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "LOG...",
    "Rank all targets over all logs: what each costs, as a function of its input's size.\v"
    "A LOG is a file, a folder (searched for *.aplog and *.aplog.N), or - for stdin. Bad logs are "
    "skipped with a line on stderr. Exit status: 0 if at least one log was usable, 2 wrong usage, "
    "3 no usable log.",
    NULL, NULL, NULL
};

static int write_page(const struct options *options)
{
    struct whole_file file;
    struct err err;
    int result = whole_file_start(&file, options->html, &err);
    if (result == 0 && out_html(file.stream, &options->report) != 0) {
        whole_file_abandon(&file);
        result = err_memory(&err);
    }
    if (result == 0)
        result = whole_file_finish(&file, &err);
    if (result != 0)
        cmd_say("%s: %s", options->html, err.text);
    return result;
}

static int finish(struct options *options, struct dataset *set)
{
    struct err err;
    size_t bad = set->n_skipped;
    set->view = options->view;
    if (dataset_finish(set, options->report.estimator, &err) != 0) {
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
        .write = out_text, .report = { .estimator = ESTIMATOR_DEFAULT, .cell = 1 }
    };
    struct dataset set = { 0 };
    cmd_parse(&argp, argc, argv, &options);
    char here[] = ".", *folders[] = { here };
    struct source_roots given = options.report.sources;
    if (given.n == 0)
        options.report.sources = (struct source_roots){ folders, 1 };
    int status = EXIT_NO_DATA;
    if (collect_logs(options.logs, options.n_logs, options.shift, cmd_say_skipped, &set) == 0)
        status = finish(&options, &set);
    else
        cmd_say("out of memory");
    dataset_free(&set);
    free(given.path);
    return status;
}
