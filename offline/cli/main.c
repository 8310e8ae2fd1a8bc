/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof: the command line tool.  One table serves dispatch and help.
 */
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/nearest.h"
#include "cli/cmd.h"

static cmd_function cmd_help;

static const struct command {
    const char *name;
    cmd_function *run;
    const char *what;
} commands[] = {
    { "run", cmd_run, "run a program over sizes, and report" },
    { "report", cmd_report, "rank all targets over all logs" },
    { "dump", cmd_dump, "show what one log holds" },
    { "fit", cmd_fit, "fit a cost function to a table of size and cost" },
    { "check", cmd_check, "fail when a cost function exceeds its limit" },
    { "diff", cmd_diff, "compare the logs of two releases" },
    { "list", cmd_list, "show the targets of a program" },
    { "contexts", cmd_contexts, "show hot calling contexts, and who calls a function" },
    { "suggest", cmd_suggest, "turn perf or gprof output into targets" },
    { "merge", cmd_merge, "many logs into one file" },
    { "ingest", cmd_ingest, "take logs from users' machines into a database" },
    { "help", cmd_help, "explain a command" },
};
#define COMMANDS (sizeof commands / sizeof *commands)

static void list_commands(FILE *out)
{
    fprintf(out, "Usage: " TOOL_NAME " COMMAND [options] LOG...\n\nCommands:\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].what);
    fprintf(out, "\nA LOG is a file, a folder (searched for *.aplog), a database, or - for stdin.\n"
                 "Exit status: 0 fine, 1 a finding (check), 2 wrong usage, 3 bad or no data.\n"
                 "`" TOOL_NAME " COMMAND --help' tells a command's options.\n");
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* The command that was meant, or NULL. */
static const char *nearest(const char *name)
{
    struct nearest nearest = nearest_begin(name, NEAREST_OPTION);
    for (size_t i = 0; i < COMMANDS; i++)
        nearest_try(&nearest, commands[i].name);
    return nearest.found;
}

static int unknown_command(const char *name)
{
    char names[128] = "";
    const char *meant = nearest(name);
    if (meant) {
        cmd_say("no command '%.64s'; did you mean '%s'?", name, meant);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t len = strlen(names);
        snprintf(names + len, sizeof names - len, "%s%s", i ? ", " : "", commands[i].name);
    }
    cmd_say("no command '%.64s'; there are: %s", name, names);
    return EXIT_USAGE;
}

/* Commands explain themselves. */
static int cmd_help(int argc, char **argv)
{
    char option[] = "--help";
    if (argc > 2) {
        cmd_say("help takes one command");
        return EXIT_USAGE;
    }
    if (argc < 2 || argv[1][0] == '-') {
        list_commands(stdout);
        return EXIT_FINE;
    }
    const struct command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    if (command->run == cmd_help) {
        list_commands(stdout);
        return EXIT_FINE;
    }
    char *args[] = { argv[1], option, NULL };
    return command->run(2, args);
}

/* Runs at every exit: what was printed must have arrived. */
static void check_stdout(void)
{
    int failed = ferror(stdout);
    errno = 0;
    if (fclose(stdout) != 0 || failed) {
        cmd_say("cannot write the output: %s", errno ? strerror(errno) : "write error");
        _exit(EXIT_NO_DATA);
    }
}

/* A stream that was closed keeps its number: else the next file that is opened gets it, and the
 * output.  Reading and writing there fail as before. */
static void hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return;
}

int main(int argc, char **argv)
{
    hold_streams();
    atexit(check_stdout);
    gsl_set_error_handler_off();    /* the default one aborts */
    if (argc < 2) {
        list_commands(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0) {
        list_commands(stdout);
        return EXIT_FINE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        cmd_print_version(stdout, NULL);
        return EXIT_FINE;
    }
    const struct command *command = find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    return command->run(argc - 1, argv + 1);
}
