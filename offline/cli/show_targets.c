/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/show_targets.h"
#include "report/callers.h"
#include "report/out_functions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "cli/cmd.h"

/* https://no-color.org */
bool cmd_show_wants_colour(const char *when)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    return isatty(STDOUT_FILENO) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

/* What is to be filled, by a variable or the terminal: 0, any number, where nobody looks. */
static size_t terminal_room(const char *variable, bool lines)
{
    const char *given = getenv(variable);
    struct winsize size;
    if (given && atoi(given) > 0)
        return (size_t)atoi(given);
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return lines ? size.ws_row : size.ws_col;
}

void cmd_show_prepare(struct cmd_show *show, struct dataset *set)
{
    if (show->html || show->write == out_json || show->write == out_detail)
        set->contexts = &show->contexts;
    if (show->html)
        set->growths = &show->growths;
}

static int write_page(struct cmd_show *show)
{
    struct whole_file file;
    struct err err;
    int result = whole_file_start(&file, show->html, &err);
    if (result == 0) {
        if (out_html(file.stream, &show->report) != 0)
            result = err_memory(&err);
        result = whole_file_end(&file, result, &err);
    }
    if (result != 0)
        cmd_say("%s: %s", show->html, err.text);
    return result;
}

/* What is to be shown; a target that is not there is an error, an empty table is
 * none. */
static int select_shown(struct cmd_show *show, const struct dataset *set)
{
    struct report *report = &show->report;
    const char *name = show->selection.target;
    if (select_targets(report, &show->selection) != 0) {
        cmd_say("out of memory");
        return -1;
    }
    size_t all = set->n_targets + set->functions.n;
    if (report->n_shown + report->n_functions > 0 || all == 0)
        return 0;
    const char *what = set->functions.n == 0 ? "target" : set->n_targets == 0 ? "function" : "target or function";
    if (!name) {
        cmd_say("note: no %s of %zu is what --filter asks for", what, all);
        return 0;
    }
    cmd_say("no %s '%.100s' in these logs; the first of %zu is '%.100s'", what, name, all,
            set->n_targets ? set->targets[0].key.name : set->functions.list[0].name);
    return -1;
}

/* What was asked for that functions do not have; where there are no targets either, that is all there is. */
static int refuse_for_functions(const struct cmd_show *show, const struct dataset *set)
{
    const struct report *report = &show->report;
    char names[256];
    function_column_names(names, sizeof names);
    bool alone = set->n_targets == 0;
    if (set->functions.n == 0)
        return 0;
    if (show->selection.sort && !show->selection.function_sort)
        cmd_say("%sfunctions of in-house mode have no column '%s' to sort by; they have: %s", alone ? "" : "note: ",
                show->selection.sort->name, names);
    else if (report->columns_chosen && report->n_function_columns == 0)
        cmd_say("%sfunctions of in-house mode have none of these columns; they have: %s", alone ? "" : "note: ", names);
    else if (report->plot && alone)
        cmd_say("--plot is for targets; --html has plots of functions of in-house mode, --target their sizes");
    else if (report->cell > 1 && alone)
        cmd_say("--cell is for targets; cells of in-house mode are chosen when it is compiled, by -fplugin-arg-algoprof-cell");
    else if ((report->all_estimators || report->estimator != ESTIMATOR_DEFAULT) && alone)
        cmd_say("--estimator is for targets; sizes of in-house mode are counted, not estimated");
    else if (show->write == out_folded && alone)
        cmd_say("--folded is for targets; functions of in-house mode are no stacks, and --csv has their own costs");
    else
        return 0;
    return alone ? -1 : 0;
}

/* The reverse: targets have no column that was asked for. */
static int refuse_for_targets(const struct cmd_show *show, const struct dataset *set)
{
    const struct report *report = &show->report;
    char names[256];
    bool alone = set->functions.n == 0;
    column_names(names, sizeof names);
    if (set->n_targets == 0)
        return 0;
    if (show->selection.function_sort && !show->selection.sort)
        cmd_say("%stargets have no column '%s' to sort by; they have: %s", alone ? "" : "note: ",
                show->selection.function_sort->name, names);
    else if (report->columns_chosen && report->n_columns == 0)
        cmd_say("%stargets have none of these columns; they have: %s", alone ? "" : "note: ", names);
    else
        return 0;
    return alone ? -1 : 0;
}

/* Tables, or what --target asks for. */
static int write_text(struct cmd_show *show, const struct dataset *set)
{
    struct report *report = &show->report;
    bool detail = show->write == out_detail;
    if (set->n_targets > 0 && (report->n_shown > 0 || !detail) && report->n_columns > 0 &&
        show->write(stdout, report) != 0)
        return -1;
    if (report->n_functions == 0 || report->n_function_columns == 0)
        return 0;
    return detail ? out_functions_detail(stdout, report) : out_functions_text(stdout, report);
}

static void say_damaged(const struct dataset *set)
{
    size_t blocks = 0, logs = 0, short_logs = 0;
    uint64_t only_counted = 0;
    for (size_t i = 0; i < set->n_logs; i++) {
        blocks += set->logs[i]->damaged_contexts;
        logs += set->logs[i]->damaged_contexts > 0;
        only_counted += set->logs[i]->only_counted;
        short_logs += set->logs[i]->only_counted > 0;
    }
    if (only_counted > 0)
        cmd_say("note: what %" PRIu64 " traced executions read is left out, in %zu log%s: there are more than are read of logs "
                "of that size", only_counted, short_logs, short_logs == 1 ? "" : "s");
    if (blocks > 0)
        cmd_say("note: %zu damaged blocks about executions' contexts were skipped, in %zu log%s", blocks, logs,
                logs == 1 ? "" : "s");
}

static size_t count_stopped(const struct dataset *set, enum alog_stop why)
{
    size_t n = 0;
    for (size_t i = 0; i < set->n_logs; i++)
        n += set->logs[i]->stops >> why & 1;
    return n;
}

static void say_stopped(const struct dataset *set)
{
    size_t full = count_stopped(set, ALOG_STOP_FULL), unprofiled = count_stopped(set, ALOG_STOP_ADDRESSES);
    if (full > 0)
        cmd_say("note: %zu log%s full: functions of in-house mode or calling contexts are missing, or have too few activations; "
                "run with a larger ALGOPROF_MAX_LOG", full, full == 1 ? " is" : "s are");
    if (unprofiled > 0)
        cmd_say("note: in-house mode had no address space for some threads or all, in %zu log%s; run without `ulimit -v' "
                "and ThreadSanitizer", unprofiled, unprofiled == 1 ? "" : "s");
}

/* 0 or -1 (no memory). */
static int finish_contexts(struct cmd_show *show)
{
    if (contexts_finish(&show->contexts) != 0 || growths_finish(&show->growths, &show->contexts) != 0)
        return -1;
    show->contexts.growths = show->growths.n_list > 1 ? &show->growths : NULL;
    return 0;
}

/* All that the report is of.  0, or -1 and said. */
static int finish_parts(struct cmd_show *show, struct dataset *set)
{
    struct err err;
    bool counted = show->contexts.calls > 0;
    bool done = source_roots_open(&show->report.sources) == 0 && (!counted || finish_contexts(show) == 0) &&
                functions_finish(&set->functions, show->metric) == 0;
    if (!done) {
        cmd_say("out of memory");
        return -1;
    }
    if (counted) {
        show->report.contexts = &show->contexts;
        show->report.callers = caller_index_make(&show->contexts);
    }
    if (counted && !show->report.callers) {
        cmd_say("out of memory");
        return -1;
    }
    if (dataset_finish(set, &err) != 0) {
        cmd_say("%s", err.text);
        return -1;
    }
    return 0;
}

static void say_nothing(const struct dataset *set)
{
    bool contexts = false;
    for (size_t i = 0; i < set->n_logs; i++)
        contexts |= set->logs[i]->has_contexts;
    cmd_say("%s%s", set->n_logs == 0 ? "no usable log" : "no marked target was executed in any log",
            contexts ? "; `algoprof contexts' shows the calls that were counted" : "");
}

int cmd_show_finished(struct cmd_show *show, struct dataset *set)
{
    char unknown[COLUMN_ROOM];
    size_t bad = set->n_skipped;
    if (!show->report.columns_chosen) {
        show->report.n_columns = columns_parse(COLUMNS_DEFAULT, show->report.columns, TABLE_COLUMNS, unknown);
        show->report.n_function_columns = function_columns_parse(FUNCTION_COLUMNS_DEFAULT,
                                                                 show->report.function_columns);
    }
    show->report.width = terminal_room("COLUMNS", false);
    show->report.height = terminal_room("LINES", true);
    set->view = show->view;
    if (finish_parts(show, set) != 0)
        return EXIT_NO_DATA;
    if (set->n_skipped > bad)
        cmd_say("note: logs given more than once count once (%zu skipped)", set->n_skipped - bad);
    say_damaged(set);
    say_stopped(set);
    cmd_say_left_out(set);
    cmd_say_losses(set);
    if (set->mixed_builds)
        cmd_say("note: the logs are of different builds; each build's targets are ranked apart");
    show->report.set = set;
    bool any = set->n_targets > 0 || set->functions.n > 0 || (show->html && show->contexts.calls > 0);
    if (!any)
        say_nothing(set);
    if (!any && show->write != out_json)
        return EXIT_NO_DATA;
    if (show->write == out_aprof && set->functions.n == 0) {
        cmd_say("no functions of in-house mode in these logs; compile with -fplugin-arg-algoprof-inhouse");
        return EXIT_NO_DATA;
    }
    if (show->write == out_csv && set->n_targets > 0 && set->functions.n > 0)
        cmd_say("note: the functions of in-house mode are not in --csv beside targets; --json and --aprof have them");
    if (refuse_for_functions(show, set) != 0 || refuse_for_targets(show, set) != 0)
        return EXIT_USAGE;
    if (select_shown(show, set) != 0)
        return EXIT_NO_DATA;
    bool text = show->write == out_text || show->write == out_detail;
    if ((text ? write_text(show, set) : show->write(stdout, &show->report)) != 0) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    if (show->html && any && write_page(show) != 0)
        return EXIT_NO_DATA;
    return any ? EXIT_FINE : EXIT_NO_DATA;
}

void cmd_show_free(struct cmd_show *show)
{
    free(show->report.shown);
    free(show->report.functions);
    free(show->selection.filter);
    source_roots_close(&show->report.sources);
    caller_index_free(show->report.callers);
    contexts_free(&show->contexts);
    growths_free(&show->growths);
}
