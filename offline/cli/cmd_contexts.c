/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof contexts: hot calling contexts. */
#include <math.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/inputs.h"
#include "context/out.h"

#define HOT 0.01                /* of all calls, where people read */

struct options {
    struct cmd_logs logs;
    contexts_writer *write;
    double share;               /* below 0: not given */
    bool by_callee;
};

enum { KEY_JSON = 0x100, KEY_FOLDED, KEY_CALLGRIND, KEY_PPROF, KEY_PHI, KEY_MERGE };

static const struct argp_option option_table[] = {
    { "phi", KEY_PHI, "SHARE", 0, "Tell contexts with at least this share of all calls: 0.01 or 1% (default of the table; "
                                  "other formats have all)", 0 },
    { "by-callee", KEY_MERGE, NULL, 0, "Take the call sites of one callee for one", 0 },
    { "folded", KEY_FOLDED, NULL, 0, "Print a line for each context, for flame graphs", 0 },
    { "callgrind", KEY_CALLGRIND, NULL, 0, "Print callgrind's format, for callgrind_annotate and KCachegrind", 0 },
    { "pprof", KEY_PPROF, NULL, 0, "Print pprof's format", 0 },
    { "json", KEY_JSON, NULL, 0, "Print one JSON object", 0 },
    { 0 }
};

static void parse_share(const char *text, struct options *o, struct argp_state *state)
{
    char *end;
    double value = strtod(text, &end);
    if (end != text && *end == '%') {
        value /= 100;
        end++;
    }
    if (end == text || *end || !isfinite(value) || value < 0 || value > 1)
        argp_failure(state, EXIT_USAGE, 0, "--phi=%s: expected a share from 0 to 1, or per cent: 0.01 or 1%%", text);
    o->share = value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case KEY_JSON:
        o->write = contexts_json;
        return 0;
    case KEY_FOLDED:
        o->write = contexts_folded;
        return 0;
    case KEY_CALLGRIND:
        o->write = contexts_callgrind;
        return 0;
    case KEY_PPROF:
        o->write = contexts_pprof;
        return 0;
    case KEY_MERGE:
        o->by_callee = true;
        return 0;
    case KEY_PHI:
        parse_share(arg, o, state);
        return 0;
    default:
        return cmd_parse_logs(key, state, &o->logs);
    }
}

static const struct argp argp = {
    option_table, parse, "LOG...",
    "Show the hot calling contexts of programs that were compiled with -fplugin-arg-algoprof-contexts: which paths of "
    "calls are taken how often, and who calls a function.\v"
    "Threads and logs are added up. Exit status: 0 fine, 2 wrong usage, 3 no log, or no contexts in any.",
    NULL, NULL, NULL
};

/* false: no memory. */
static bool add_input(const struct input *input, struct contexts *all)
{
    struct log *log;
    struct err err;
    if (input->bad || input_read(input, &log, &err) != 0) {
        cmd_say_skipped(input->name, input->bad ? input->bad : err.text);
        return true;
    }
    size_t damaged = all->damaged;
    bool done = contexts_add(all, log->header.run_id, &log->contexts) == 0;
    if (all->damaged != damaged)
        cmd_say("%s: blocks of contexts that are damaged or not whole were skipped: %zu; make the log anew",
                input->name, all->damaged - damaged);
    log_free(log);
    return done;
}

static int show(const struct options *o, struct contexts *all)
{
    if (all->calls + all->forgotten == 0) {
        cmd_say("no contexts: compile with -fplugin-arg-algoprof-contexts, and let the program end");
        return EXIT_NO_DATA;
    }
    double share = o->share >= 0 ? o->share : o->write == contexts_text ? HOT : 0;
    if (contexts_finish(all) == 0 && o->write(stdout, all, share) == 0)
        return EXIT_FINE;
    cmd_say("out of memory");
    return EXIT_NO_DATA;
}

int cmd_contexts(int argc, char **argv)
{
    struct options o = { .write = contexts_text, .share = -1 };
    struct inputs inputs = { 0 };
    struct err err;
    bool memory = true;
    cmd_parse(&argp, argc, argv, &o);
    struct contexts all = { .by_callee = o.by_callee };
    for (size_t i = 0; i < o.logs.n; i++)
        if (inputs_add(&inputs, o.logs.list[i], &err) != 0)
            cmd_say_skipped(o.logs.list[i], err.text);
    for (size_t i = 0; i < inputs.n && memory; i++)
        memory = add_input(&inputs.list[i], &all);
    int status = EXIT_NO_DATA;
    if (!memory)
        cmd_say("out of memory");
    else
        status = show(&o, &all);
    contexts_free(&all);
    inputs_free(&inputs);
    return status;
}
