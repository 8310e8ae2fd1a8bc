/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof contexts: hot calling contexts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/inputs.h"
#include "context/diff.h"
#include "context/growth.h"
#include "context/out.h"

#define HOT 0.01                /* of all calls, where people read */

struct options {
    struct cmd_logs logs;
    struct cmd_logs newer;      /* with --diff: what stands behind the -- */
    bool diff;
    contexts_writer *write;
    double share;               /* below 0: not given */
    bool by_callee;
};

enum { KEY_JSON = 0x100, KEY_FOLDED, KEY_CALLGRIND, KEY_PPROF, KEY_PHI, KEY_MERGE, KEY_DIFF };

static const struct argp_option option_table[] = {
    { "phi", KEY_PHI, "SHARE", 0,
      "Tell contexts with at least this share of all calls: 0.01 or 1% (default of the table; "
                                  "other formats have all)", 0 },
    { "by-callee", KEY_MERGE, NULL, 0, "Take the call sites of one callee for one", 0 },
    { "diff", KEY_DIFF, NULL, 0, "Compare the logs of two releases: OLD... -- NEW...", 0 },
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

/* Without -- there are two LOGs. */
static void check_sides(struct options *o, struct argp_state *state)
{
    if (!o->diff) {
        if (o->newer.n)
            argp_failure(state, EXIT_USAGE, 0, "-- divides the logs of two releases: give --diff");
        return;
    }
    if (o->write != contexts_text && o->write != contexts_json)
        argp_failure(state, EXIT_USAGE, 0, "--diff has a table and --json");
    if (!o->newer.list && o->logs.n == 2) {
        o->newer = (struct cmd_logs){ o->logs.list + 1, 1 };
        o->logs.n = 1;
    }
    if (o->newer.n == 0)
        argp_failure(state, EXIT_USAGE, 0, "give the logs of both releases: --diff OLD... -- NEW...");
    o->by_callee = true;
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
    case KEY_DIFF:
        o->diff = true;
        return 0;
    case KEY_PHI:
        parse_share(arg, o, state);
        return 0;
    case ARGP_KEY_SUCCESS:
        check_sides(o, state);
        return 0;
    default:
        return cmd_parse_logs(key, state, &o->logs);
    }
}

static const struct argp argp = {
    option_table, parse, "LOG...\n--diff OLD... -- NEW...",
    "Show the hot calling contexts of programs that were compiled with -fplugin-arg-algoprof-contexts: which paths of "
    "calls are taken how often, and who calls a function.\v"
    "Threads and logs are added up. --diff compares two sets of logs by the names of their functions, and says where one "
    "has certainly more calls. Exit status: 0 fine, 2 wrong usage, 3 no log, or no contexts in any.",
    NULL, NULL, NULL
};

/* false: no memory. */
static bool add_input(const struct input *input, struct contexts *all, struct growths *growths)
{
    struct log *log;
    struct err err;
    if (input->bad || input_read(input, &log, &err) != 0) {
        cmd_say_skipped(input->name, input->bad ? input->bad : err.text);
        return true;
    }
    size_t before = all->damaged + growths->damaged, cut = all->cut;
    bool done = contexts_add(all, log->header.run_id, &log->contexts) == 0
                && growths_add(growths, log->header.run_id, &log->growths, &log->profiles) == 0;
    if (all->damaged + growths->damaged != before)
        cmd_say("%s: blocks of contexts that are damaged or not whole were skipped: %zu; make the log anew",
                input->name, all->damaged + growths->damaged - before);
    if (log_stops(log) >> ALOG_STOP_FULL & 1)
        cmd_say("%s is full: contexts are missing, or have too few calls; run with a larger ALGOPROF_MAX_LOG", input->name);
    if (all->cut != cut)
        cmd_say("%s: more contexts than `contexts' takes of logs of this size: those called least are left out, and in the "
                "bounds", input->name);
    log_free(log);
    return done;
}

static const char no_contexts[] = "no contexts: compile with -fplugin-arg-algoprof-contexts, and let the program end";

/* All contexts of the logs, as one tree.  false, with a word on stderr: there are none, or no memory. */
static bool read_logs(const struct cmd_logs *logs, const char *side, struct contexts *all, struct growths *growths)
{
    struct inputs inputs = { 0 };
    struct err err;
    bool memory = true;
    for (size_t i = 0; i < logs->n; i++)
        if (inputs_add(&inputs, logs->list[i], &err) != 0)
            cmd_say_skipped(logs->list[i], err.text);
    for (size_t i = 0; i < inputs.n && memory; i++)
        memory = add_input(&inputs.list[i], all, growths);
    inputs_free(&inputs);
    bool some = all->calls + all->forgotten > 0;
    if (memory && !some)
        cmd_say("%s%s", side, no_contexts);
    memory = memory && (!some || (contexts_finish(all) == 0 && growths_finish(growths, all) == 0));
    all->growths = growths->n_list > 1 ? growths : NULL;
    if (!memory)
        cmd_say("out of memory");
    return memory && some;
}

static double share_of(const struct options *o)
{
    return o->share >= 0 ? o->share : o->write == contexts_text ? HOT : 0;
}

static bool show(const struct options *o)
{
    struct contexts all = { .by_callee = o->by_callee };
    struct growths growths = { 0 };
    bool done = read_logs(&o->logs, "", &all, &growths);
    if (done && o->write(stdout, &all, share_of(o)) != 0) {
        cmd_say("out of memory");
        done = false;
    }
    contexts_free(&all);
    growths_free(&growths);
    return done;
}

static bool show_difference(const struct options *o)
{
    struct contexts before = { .by_callee = true }, after = { .by_callee = true };
    struct growths growths[2] = { { 0 } };
    struct context_diff diff = { 0 };
    context_diff_writer *write = o->write == contexts_json ? context_diff_json : context_diff_text;
    bool done = read_logs(&o->logs, "OLD: ", &before, &growths[0])
                && read_logs(&o->newer, "NEW: ", &after, &growths[1]);
    if (done && (context_diff_run(&before, &after, &diff) != 0 || write(stdout, &diff, share_of(o)) != 0)) {
        cmd_say("out of memory");
        done = false;
    }
    context_diff_free(&diff);
    contexts_free(&before);
    contexts_free(&after);
    growths_free(&growths[0]);
    growths_free(&growths[1]);
    return done;
}

int cmd_contexts(int argc, char **argv)
{
    struct options o = { .write = contexts_text, .share = -1 };
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0 && i > 1 && i + 1 < argc) {
            o.newer = (struct cmd_logs){ argv + i + 1, (size_t)(argc - i - 1) };
            argc = i;
        }
    cmd_parse(&argp, argc, argv, &o);
    return (o.diff ? show_difference(&o) : show(&o)) ? EXIT_FINE : EXIT_NO_DATA;
}
