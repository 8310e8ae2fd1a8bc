/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof diff: two releases compared. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/query_options.h"
#include "check/diff_out.h"
#include "target/function_target.h"
#include "target/same_target.h"

struct options {
    char **logs[2];             /* OLD and NEW */
    size_t n[2];
    struct cmd_query query;
    diff_writer *write;
};

enum { KEY_JSON = 0x100 };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { 0 }
};

/* What stands before the "--"; without one there are two LOGs. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    (void)arg;
    switch (key) {
    case KEY_JSON:
        o->write = diff_json;
        return 0;
    case ARGP_KEY_INIT:
        o->query.two_sides = true;
        state->child_inputs[0] = &o->query;
        return 0;
    case ARGP_KEY_ARGS:
        o->logs[0] = state->argv + state->next;
        o->n[0] = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_SUCCESS:
        if (o->query.n_logs > 0 && (o->n[0] > 0 || o->logs[1]))
            argp_failure(state, EXIT_USAGE, 0, "give either logs or --db, whose sides --build or "
                         "--label tell");
        for (int i = 0; i < 2 && o->query.n_logs > 0; i++) {
            o->logs[i] = o->query.logs;
            o->n[i] = o->query.n_logs;
        }
        if (!o->logs[1] && o->n[0] == 2) {
            o->logs[1] = o->logs[0] + 1;
            o->n[0] = o->n[1] = 1;
        }
        if (o->n[0] == 0 || o->n[1] == 0)
            argp_failure(state, EXIT_USAGE, 0, "give the logs of both releases: OLD... -- NEW...");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "OLD... -- NEW...",
    "Compare the logs of two releases: which targets grew a class, which cost more at the sizes "
    "that both saw.\v"
    "Without -- there are two LOGs. Of a database (--db) give --build or --label twice, first "
    "OLD's, then NEW's. Targets are found again by kind, name and file. Each side is "
    "to be of one build. Exit status: 0 fine, whatever has changed; 2 wrong usage; 3 bad or no "
    "logs.",
    cmd_query_child, NULL, NULL
};

static const char *const sides[] = { "OLD", "NEW" };

static int read_side(const struct options *o, int side, struct dataset *set)
{
    struct err err;
    if (collect_logs(o->logs[side], o->n[side], &o->query.side[side], cmd_say_skipped, set) != 0) {
        cmd_say("out of memory");
        return -1;
    }
    if (dataset_finish(set, &err) != 0)
        cmd_say("%s", err.text);
    else if (function_targets_add(set) != 0)
        cmd_say("out of memory");
    else if (cmd_say_left_out(set), set->n_targets == 0)
        cmd_say("%s: %s", sides[side], set->n_logs == 0 ? "no usable log" :
                "no marked target was executed in any log");
    else if (match_several_builds(set))
        cmd_say("%s: the logs are of several builds: give those of one", sides[side]);
    else
        return 0;
    return -1;
}

int cmd_diff(int argc, char **argv)
{
    struct options o = { .query = CMD_QUERY_START, .write = diff_text };
    struct dataset set[2] = { { 0 }, { 0 } };
    struct differences all = { 0 };
    int status = EXIT_NO_DATA;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            o.logs[1] = argv + i + 1;
            o.n[1] = (size_t)(argc - i - 1);
            argc = i;
        }
    cmd_parse(&argp, argc, argv, &o);
    if (read_side(&o, 0, &set[0]) == 0 && read_side(&o, 1, &set[1]) == 0) {
        if (diff_run(&set[0], &set[1], &all) != 0 || o.write(stdout, &all) != 0)
            cmd_say("out of memory");
        else
            status = EXIT_FINE;
    }
    free(all.list);
    cmd_query_free(&o.query);
    dataset_free(&set[0]);
    dataset_free(&set[1]);
    return status;
}
