/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/run_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"

#define USUAL_TIME 60.0

enum { KEY_SIZES = 0x100, KEY_REPEAT, KEY_TIME, KEY_HTML, KEY_TARGET, KEY_INPUT, KEY_BUDGET, KEY_RATE, KEY_COMPILE,
      KEY_SHOW };

static const struct argp_option option_table[] = {
    { "sizes", KEY_SIZES, "LIST", 0,
      "The sizes that {} stands for: 100,200,400, or 100..10000x10 for ten from 100 to 10000 (default: 10, 20, 40 ... "
      "while there is time)", 0 },
    { "repeat", KEY_REPEAT, "N", 0, "Run each size N times (default: 1; without {}: 5)", 0 },
    { "time", KEY_TIME, "SECONDS", 0, "Begin no further run after so long, and end the one that goes on (60)", 0 },
    { "make-input", KEY_INPUT, "COMMAND", 0,
      "What this shell command prints is the input: {file} stands for its path, without that it is the program's "
      "standard input. {} in it is the size", 0 },
    { "compile", KEY_COMPILE, "COMMAND", 0,
      "Compile first: the plugin's options are put behind this command, or where {flags} stands", 0 },
    { "target", KEY_TARGET, "SPEC", 0,
      "Show this target only, in detail (a name, or FILE:LINE); with --compile, mark it", 0 },
    { "output", 'o', "FOLDER", 0, "Where the logs go (default: algoprof.PROGRAM.N in this folder)", 0 },
    { "html", KEY_HTML, "FILE", 0, "Also write one self-contained page with plots", 0 },
    { "budget", KEY_BUDGET, "PERCENT", 0, "Percent of CPU time that tracing may take (default: 0, no limit)", 0 },
    { "rate", KEY_RATE, "N", 0,
      "Trace one pair of instances in N; 1: all of them, so that sizes are exact; auto: as many as fit (default: 1 "
      "until a run takes a tenth of --time, then auto; with --budget auto; or ALGOPROF_RATE)", 0 },
    { "verbose", 'v', NULL, 0, "Report all targets with all remarks", 0 },
    { "show-output", KEY_SHOW, NULL, 0, "Let the program's output through", 0 },
    { 0 }
};

static double number(struct argp_state *state, const char *option, const char *text, double least, double most)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most))
        argp_failure(state, EXIT_USAGE, 0, "%s takes a number from %.10g to %.10g, not '%s'", option, least, most,
                     text);
    return value;
}

static void set_program(struct argp_state *state, struct run_options *o)
{
    o->program.argv = state->argv + state->next - 1;
    state->next = state->argc;
    if (o->sizes.n > 0 && !program_takes_size(&o->program))
        argp_failure(state, EXIT_USAGE, 0, "--sizes is of no use without {} in the command");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct run_options *o = state->input;
    struct err err;
    switch (key) {
    case KEY_SIZES:
        if (sizes_parse(arg, &o->sizes, &err) != 0)
            argp_failure(state, EXIT_USAGE, 0, "%s", err.text);
        return 0;
    case KEY_REPEAT:
        o->repeat = (unsigned)number(state, "--repeat", arg, 1, RUN_MOST_REPEAT);
        return 0;
    case KEY_TIME:
        o->time = number(state, "--time", arg, 0.1, 1e9);
        return 0;
    case KEY_INPUT:
        o->program.make_input = arg;
        return 0;
    case KEY_COMPILE:
        o->compile = arg;
        return 0;
    case KEY_TARGET:
        o->show.selection.target = arg;
        return 0;
    case 'o':
        o->folder = arg;
        return 0;
    case KEY_HTML:
        o->show.html = arg;
        return 0;
    case KEY_BUDGET:
        number(state, "--budget", arg, 0, 100);
        o->program.budget = arg;
        return 0;
    case KEY_RATE:
        if (strcmp(arg, "auto") != 0)
            number(state, "--rate", arg, 1, 4e9);
        o->program.rate = arg;
        return 0;
    case 'v':
        o->show.report.verbose = true;
        return 0;
    case KEY_SHOW:
        o->program.show_output = true;
        return 0;
    case ARGP_KEY_ARG:
        set_program(state, o);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "no PROGRAM given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "[--] PROGRAM [ARGUMENT...]",
    "Run a program that was compiled with the plugin, once for each size, and report.\v"
    "In the program's arguments {} stands for the size, {file} for the file that --make-input made. Tracing is not "
    "bounded by a budget. Exit status: the program's if it fails, 0, 2 wrong usage, 3 no log was written.",
    NULL, NULL, NULL
};

void run_options_parse(int argc, char **argv, struct run_options *o)
{
    *o = (struct run_options){ .show = CMD_SHOW_START, .time = USUAL_TIME, .program.budget = "0" };
    cmd_parse_command(&argp, argc, argv, o);
}
