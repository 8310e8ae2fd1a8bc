/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/query_options.h"

#include <stdlib.h>
#include <time.h>

#include "cli/cmd.h"

enum { KEY_DB = 0x200, KEY_SINCE, KEY_BUILD, KEY_LABEL };

static const struct argp_option option_table[] = {
    { "db", KEY_DB, "DB", 0,
      "Read this database that ingest filled (a file, or postgresql://...), as if given as a LOG",
      0 },
    { "since", KEY_SINCE, "WHEN", 0,
      "Only runs that began then or later: 2026-11-21, 2026-11-21T15:04 (UTC), 12h, 7d, 4w", 0 },
    { "build", KEY_BUILD, "ID", 0, "Only targets of the build whose build-id begins so", 0 },
    { "label", KEY_LABEL, "TEXT", 0, "Only runs with this label", 0 },
    { 0 }
};

/* For both sides; of diff a second one is for NEW. */
static void set_both(struct argp_state *state, struct cmd_query *q, size_t *given, char *arg,
                     const char *option, size_t offset)
{
    size_t most = q->two_sides ? 2 : 1;
    if (*given == most)
        argp_failure(state, EXIT_USAGE, 0, "%s is given more than %s", option,
                     most == 1 ? "once" : "twice");
    for (size_t side = *given; side < 2; side++)
        *(const char **)(void *)((char *)&q->side[side] + offset) = arg;
    ++*given;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cmd_query *q = state->input;
    switch (key) {
    case KEY_DB:
        cmd_query_logs(q, state, &arg, 1);
        return 0;
    case KEY_SINCE:
        if (query_parse_since(arg, time(NULL), &q->side[0].since) != 0)
            argp_failure(state, EXIT_USAGE, 0, "--since takes a date, or a span as 7d, not '%s'",
                         arg);
        q->side[1].since = q->side[0].since;
        return 0;
    case KEY_BUILD:
        set_both(state, q, &q->builds, arg, "--build", offsetof(struct query, build));
        return 0;
    case KEY_LABEL:
        set_both(state, q, &q->labels, arg, "--label", offsetof(struct query, label));
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = { option_table, parse, NULL, NULL, NULL, NULL, NULL };
const struct argp_child cmd_query_child[] = { { &argp, 0, "Which runs:", 0 }, { 0 } };

void cmd_query_logs(struct cmd_query *q, struct argp_state *state, char **logs, size_t n)
{
    if (array_grow(&q->logs, &q->cap_logs, q->n_logs + n, sizeof *q->logs) != 0)
        argp_failure(state, EXIT_USAGE, 0, "out of memory");
    for (size_t i = 0; i < n; i++)
        q->logs[q->n_logs++] = logs[i];
}

error_t cmd_query_parse(int key, struct argp_state *state, struct cmd_query *q)
{
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = q;
        return 0;
    case ARGP_KEY_ARGS:
        cmd_query_logs(q, state, state->argv + state->next, (size_t)(state->argc - state->next));
        return 0;
    case ARGP_KEY_END:
        if (q->n_logs == 0)
            argp_failure(state, EXIT_USAGE, 0, "no LOG given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void cmd_query_free(struct cmd_query *q)
{
    free(q->logs);
    *q = (struct cmd_query){ 0 };
}
