/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof list: the targets of a program, before any run. */
#include "binary/binary_out.h"
#include "binary/spec_matches.h"
#include "cli/cmd.h"

struct options {
    const char *program;
    const char *targets;        /* a list; NULL: none */
    binary_writer *write;
};

enum { KEY_JSON = 0x100, KEY_TARGETS };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { "targets", KEY_TARGETS, "FILE", 0,
      "Also name each line of FILE, a list for -fplugin-arg-algoprof-target=@FILE, that fits nothing in the program",
      0 },
    { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case KEY_JSON:
        o->write = binary_json;
        return 0;
    case KEY_TARGETS:
        o->targets = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (o->program)
            argp_failure(state, EXIT_USAGE, 0, "list takes one PROGRAM");
        o->program = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "no PROGRAM given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "PROGRAM",
    "Show the targets of a program, library or object file that was compiled with the plugin, "
    "what their traces cover, and what was refused and why.\v"
    "Targets in libraries that a program loads stand in those. Exit status: 0 fine, 1 with --targets a line "
    "fits nothing, 2 wrong usage, 3 no such file, or no targets in it.",
    NULL, NULL, NULL
};

static void say_unmatched(void *arg, unsigned line, const char *spec)
{
    const struct options *o = arg;
    cmd_say("%s:%u: '%s' is in no file of %s that was compiled with the plugin", o->targets, line, spec, o->program);
}

static int check_list(struct options *o, const struct binary *binary)
{
    struct err err;
    long unmatched = spec_matches_check(o->targets, binary, say_unmatched, o, &err);
    if (unmatched >= 0)
        return unmatched > 0 ? EXIT_FINDING : EXIT_FINE;
    cmd_say("%s: %s", o->targets, err.text);
    return EXIT_NO_DATA;
}

int cmd_list(int argc, char **argv)
{
    struct options o = { .write = binary_text };
    struct binary binary;
    struct err err;
    int status = EXIT_NO_DATA;
    cmd_parse(&argp, argc, argv, &o);
    if (binary_read(o.program, &binary, &err) != 0)
        cmd_say("%s: %s", o.program, err.text);
    else if (o.write(stdout, o.program, &binary) != 0)
        cmd_say("out of memory");
    else
        status = o.targets ? check_list(&o, &binary) : EXIT_FINE;
    binary_free(&binary);
    return status;
}
