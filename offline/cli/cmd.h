/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Subcommands.  To add one: write cmd_NAME.c with cmd_NAME (argc, argv), add a
 * line to the table in main.c, add its tests to tests/tool/cli, and its page to
 * docs.  Only main.c and cmd_*.c print errors or decide the exit code.
 */
#ifndef OFFLINE_CMD_H
#define OFFLINE_CMD_H

#include <argp.h>
#include <stddef.h>

#include "base/version.h"

enum exit_code {
    EXIT_FINE = 0,
    EXIT_FINDING = 1,   /* check: a limit was passed */
    EXIT_USAGE = 2,
    EXIT_NO_DATA = 3,   /* bad or no data; output that cannot be written */
};

/* Each command gets its own arguments (argv[0] is the command's name), parses
 * them with cmd_parse and returns an enum exit_code. */
typedef int cmd_function(int argc, char **argv);
cmd_function cmd_run, cmd_report, cmd_dump, cmd_fit, cmd_check, cmd_merge, cmd_diff, cmd_list, cmd_suggest, cmd_ingest,
    cmd_contexts;

void cmd_print_version(FILE *out, struct argp_state *state);

/* argp_parse with the tool's habits: --help names "algoprof COMMAND", --version
 * works, and every usage error exits with EXIT_USAGE.  Returns 0. */
int cmd_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Likewise, of a command whose first argument is a program: what is behind that is the program's.
 * The parser takes all of them at its ARGP_KEY_ARG, from state->next - 1 on. */
int cmd_parse_command(const struct argp *argp, int argc, char **argv, void *input);

/* The LOG arguments as they stand. */
struct cmd_logs {
    char **list;
    size_t n;
};

/* For the keys that a command's parser has no use for: takes the LOGs, none is a
 * usage error.  0, or ARGP_ERR_UNKNOWN for what is no LOG. */
error_t cmd_parse_logs(int key, struct argp_state *state, struct cmd_logs *logs);

/* "wrote PATH: N logs" on stdout, without the end of the line. */
void cmd_print_wrote(const char *path, size_t n, const char *what);

/* Tells of a log that cannot be used; for collect_logs. */
void cmd_say_skipped(const char *path, const char *why);

/* Says how many targets the report has no room for, if any. */
struct dataset;
void cmd_say_left_out(const struct dataset *set);

/* How many logs were lost before they could be sent, if any were. */
void cmd_say_losses(const struct dataset *set);

/* One line on stderr: "algoprof: ...\n".  Safe to call from any thread. */
void cmd_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
