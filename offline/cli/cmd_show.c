/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cmd_show.h"
#include "report/out_functions.h"

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

int cmd_show_finished(struct cmd_show *show, struct dataset *set)
{
    struct err err;
    char unknown[COLUMN_ROOM];
    size_t bad = set->n_skipped;
    if (show->report.n_columns == 0)
        show->report.n_columns = columns_parse(COLUMNS_DEFAULT, show->report.columns, TABLE_COLUMNS, unknown);
    show->report.width = terminal_room("COLUMNS", false);
    show->report.height = terminal_room("LINES", true);
    set->view = show->view;
    if (source_roots_open(&show->report.sources) != 0) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    if (show->contexts.calls > 0) {
        if (contexts_finish(&show->contexts) != 0) {
            cmd_say("out of memory");
            return EXIT_NO_DATA;
        }
        show->report.contexts = &show->contexts;
    }
    if (functions_finish(&set->functions, show->metric) != 0) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    if (dataset_finish(set, &err) != 0) {
        cmd_say("%s", err.text);
        return EXIT_NO_DATA;
    }
    if (set->n_skipped > bad)
        cmd_say("note: logs given more than once count once (%zu skipped)", set->n_skipped - bad);
    cmd_say_left_out(set);
    cmd_say_losses(set);
    if (set->mixed_builds)
        cmd_say("note: the logs are of different builds; each build's targets are ranked apart");
    show->report.set = set;
    bool any = set->n_targets > 0 || set->functions.n > 0 || (show->html && show->contexts.calls > 0);
    if (!any)
        cmd_say(set->n_logs == 0 ? "no usable log" : "no marked target was executed in any log");
    if (!any && show->write != out_json)
        return EXIT_NO_DATA;
    if (show->write == out_aprof && set->functions.n == 0) {
        cmd_say("no functions of in-house mode in these logs; compile with -fplugin-arg-algoprof-inhouse");
        return EXIT_NO_DATA;
    }
    if (show->write == out_csv && set->n_targets > 0 && set->functions.n > 0)
        cmd_say("note: the functions of in-house mode are not in --csv beside targets; --json and --aprof have them");
    if (select_shown(show, set) != 0)
        return EXIT_NO_DATA;
    bool text = show->write == out_text || show->write == out_detail;
    if ((set->n_targets > 0 || !text) && show->write(stdout, &show->report) != 0) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    if (show->html && any && write_page(show) != 0)
        return EXIT_NO_DATA;
    if (text && set->functions.n > 0 && out_functions_text(stdout, &set->functions) != 0) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    return any ? EXIT_FINE : EXIT_NO_DATA;
}

void cmd_show_free(struct cmd_show *show)
{
    free(show->report.shown);
    free(show->selection.filter);
    source_roots_close(&show->report.sources);
    contexts_free(&show->contexts);
}
