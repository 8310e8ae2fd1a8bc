/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cmd.h"
#include "log/dump.h"
#include "cli/inputs.h"

struct options {
    const char *log;
    dump_function *write;
    bool cells;
};

enum { KEY_JSON = 0x100, KEY_CELLS };

static const struct argp_option option_table[] = {
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { "cells", KEY_CELLS, NULL, 0,
      "As text, list sets of more than 8 ranges and strides, too; with --json, give each set as the log has it, too",
      0 },
    { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case KEY_JSON:
        options->write = dump_json;
        return 0;
    case KEY_CELLS:
        options->cells = true;
        return 0;
    case ARGP_KEY_ARG:
        if (options->log)
            argp_failure(state, EXIT_USAGE, 0, "dump takes one LOG");
        options->log = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "no LOG given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "LOG",
    "Show what one log holds: header, modules, sites, counters, samplers, traced instances with "
    "their cell sets, and pairs.\v"
    "LOG is a file, FILE#ID for one log of a merged file, a folder with one log in it, or - for stdin. A set is a list of ranges: "
    "region:offset+cells in text, [region, offset, cells] in JSON, where a stride (in text region:offset+cells x count every step) "
    "is a range for each element; with --json --cells the member items has it as [region, offset, cells, "
    "count, step]. Of sets with more than 4,194,304 ranges together, and 8 for each byte of the log, the rest is not listed "
    "(in JSON null); nor are pairs' cells counted that take longer than a second for each MiB. Exit status: 0 fine, 2 wrong usage, 3 bad or no log.",
    NULL, NULL, NULL
};

static int dump_input(const struct input *input, const struct options *options)
{
    struct log *log;
    struct dump dump;
    struct err err;
    if (input_read(input, &log, &err) != 0) {
        cmd_say("%s: %s", input->name, err.text);
        return EXIT_NO_DATA;
    }
    int status = EXIT_NO_DATA;
    if (dump_start(&dump, input->name, log, &err) != 0) {
        cmd_say("%s: %s", input->name, err.text);
    } else {
        dump.cells = options->cells;
        if (options->write(stdout, &dump) == 0)
            status = EXIT_FINE;
        else
            cmd_say("out of memory");
        dump_end(&dump);
    }
    log_free(log);
    return status;
}

int cmd_dump(int argc, char **argv)
{
    struct options options = { .write = dump_text };
    struct inputs inputs = { 0 };
    struct err err;
    int status;
    cmd_parse(&argp, argc, argv, &options);
    if (inputs_add(&inputs, options.log, &err) != 0) {
        cmd_say("%s: %s", options.log, err.text);
        status = EXIT_NO_DATA;
    } else if (inputs.n != 1) {
        cmd_say("%s: dump takes one log, this has %zu; the first is %s", options.log, inputs.n,
                inputs.list[0].name);
        status = EXIT_USAGE;
    } else {
        status = dump_input(&inputs.list[0], &options);
    }
    inputs_free(&inputs);
    return status;
}
