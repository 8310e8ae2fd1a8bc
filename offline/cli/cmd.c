/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all commands do alike.
 */
#include "cli/cmd.h"
#include "base/util.h"
#include "common/mistyped.h"
#include "target/dataset_most_targets.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cmd_print_version(FILE *out, struct argp_state *state)
{
    (void)state;
    fprintf(out, TOOL_NAME " %s\n", TOOL_VERSION);
}

void cmd_say(const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    char *clean = text_clean(line, strlen(line));   /* names of files, too */
    fprintf(stderr, TOOL_NAME ": %s\n", clean ? clean : "out of memory");
    free(clean);
}

void cmd_print_wrote(const char *path, size_t n, const char *what)
{
    char *clean = text_clean(path, strlen(path));
    printf("wrote %s: %zu %s%s", clean ? clean : "?", n, what, n == 1 ? "" : "s");
    free(clean);
}

void cmd_say_skipped(const char *path, const char *why)
{
    cmd_say("%s: %s; skipped", path, why);
}

void cmd_say_left_out(const struct dataset *set)
{
    if (set->n_left_out > 0)
        cmd_say("%zu target%s left out: a report has room for %u, and for %u that one sender alone has; "
                "--build or fewer logs show them", set->n_left_out, set->n_left_out == 1 ? " is" : "s are", CROWD_ALL,
                CROWD_SENDER);
    if (set->n_left_out_logs > 0)
        cmd_say("%zu log%s left out: one sender's in a database have %u rows together, of targets and their runs; "
                "--build or --since show more", set->n_left_out_logs, set->n_left_out_logs == 1 ? " is" : "s are",
                STORE_SHARE);
}

void cmd_say_losses(const struct dataset *set)
{
    uint64_t logs[ALOG_LOSSES], all = dataset_losses(set, logs);
    char text[512];
    size_t len = 0;
    if (all == 0)
        return;
    for (unsigned i = 0; i < ALOG_LOSSES; i++)
        if (logs[i] > 0)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s%" PRIu64 " %s", len ? ", " : "", logs[i],
                                    log_loss_name(i));
    cmd_say("note: %" PRIu64 " log%s lost on users' machines before %s could be sent: %s", all,
            all == 1 ? " was" : "s were", all == 1 ? "it" : "they", text);
}

error_t cmd_parse_logs(int key, struct argp_state *state, struct cmd_logs *logs)
{
    switch (key) {
    case ARGP_KEY_ARGS:
        *logs = (struct cmd_logs){ state->argv + state->next,
                                   (size_t)(state->argc - state->next) };
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "no LOG given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* A mistyped long option ends the program here; any other fault is argp's. */
static void check_options(const struct argp *argp, int argc, char **argv, bool in_order)
{
    struct mistyped option;
    if (!mistyped_option(argp, argc, argv, in_order, &option))
        return;
    cmd_say("%s has no option '--%s'; did you mean '--%s'?", argv[0] + sizeof TOOL_NAME, option.typed, option.meant);
    exit(EXIT_USAGE);
}

static int parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    char name[64];
    snprintf(name, sizeof name, TOOL_NAME " %s", argv[0]);
    argv[0] = name;
    argp_err_exit_status = EXIT_USAGE;
    argp_program_version_hook = cmd_print_version;
    check_options(argp, argc, argv, flags & ARGP_IN_ORDER);
    error_t error = argp_parse(argp, argc, argv, flags, NULL, input);
    if (error != 0) {
        cmd_say("%s", strerror(error));
        exit(EXIT_USAGE);
    }
    return 0;
}

int cmd_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    return parse(argp, argc, argv, 0, input);
}

int cmd_parse_command(const struct argp *argp, int argc, char **argv, void *input)
{
    return parse(argp, argc, argv, ARGP_IN_ORDER, input);
}
