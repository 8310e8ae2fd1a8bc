/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof check: the gate for CI. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "cli/cmd.h"
#include "cli/query_options.h"
#include "target/function_target.h"
#include "target/same_target.h"
#include "base/whole_file.h"

struct options {
    struct cmd_query query;
    const char *bounds, *baseline, *write_baseline, *junit, *sarif;
    double max_exponent;
    struct acceptance *accept;
    size_t n_accept;
    unsigned failing;           /* a bit for each verdict */
    bool fail_bad_logs, strict;
    bool json;
};

enum {
    KEY_BOUNDS = 0x100, KEY_BASELINE, KEY_EXPONENT, KEY_FAIL, KEY_WRITE, KEY_ACCEPT, KEY_JSON,
    KEY_JUNIT, KEY_SARIF, KEY_STRICT
};

static const struct argp_option option_table[] = {
    { "bounds", KEY_BOUNDS, "FILE", 0, "Limits, one TARGET and CLASS a line", 0 },
    { "max-exponent", KEY_EXPONENT, "X", 0, "Limit of all targets without one of their own: n^X",
      0 },
    { "baseline", KEY_BASELINE, "FILE", 0,
      "No class may be worse than there (--write-baseline or report --json made it)", 0 },
    { "write-baseline", KEY_WRITE, "FILE", 0, "Write these logs' classes there, and judge nothing",
      0 },
    { "accept", KEY_ACCEPT, "TARGET=WHY", 0,
      "With --write-baseline: a finding that may stay as it is; reasons in --baseline are kept", 0 },
    { "fail-on", KEY_FAIL, "LIST", 0,
      "What fails besides regressions, by commas: inconclusive, missing, bad-logs (these by "
      "default), new; or regression for nothing else", 0 },
    { "strict", KEY_STRICT, NULL, 0, "What is inconclusive is a regression: exit status 1", 0 },
    { "json", KEY_JSON, NULL, 0, "Print the findings as a JSON object", 0 },
    { "junit", KEY_JUNIT, "FILE", 0, "Also write them as JUnit XML", 0 },
    { "sarif", KEY_SARIF, "FILE", 0, "Also write them as SARIF", 0 },
    { 0 }
};

static void set_failing(struct argp_state *state, struct options *o, char *list)
{
    o->failing = 1u << VERDICT_REGRESSION;
    o->fail_bad_logs = false;
    for (char *word = strtok(list, ","); word; word = strtok(NULL, ",")) {
        if (strcmp(word, "inconclusive") == 0)
            o->failing |= 1u << VERDICT_INCONCLUSIVE;
        else if (strcmp(word, "missing") == 0)
            o->failing |= 1u << VERDICT_MISSING;
        else if (strcmp(word, "new") == 0)
            o->failing |= 1u << VERDICT_NEW;
        else if (strcmp(word, "bad-logs") == 0)
            o->fail_bad_logs = true;
        else if (strcmp(word, "regression") != 0)
            argp_failure(state, EXIT_USAGE, 0, "--fail-on knows no '%s'; there are: regression, "
                         "inconclusive, missing, bad-logs, new", word);
    }
}

static void add_accept(struct argp_state *state, struct options *o, char *text)
{
    char *equals = strchr(text, '=');
    struct acceptance *more = realloc(o->accept, (o->n_accept + 1) * sizeof *more);
    if (!equals || equals == text || !equals[1])
        argp_failure(state, EXIT_USAGE, 0, "--accept takes TARGET=WHY, not '%s'", text);
    if (!more)
        argp_failure(state, EXIT_NO_DATA, 0, "out of memory");
    *equals = 0;
    o->accept = more;
    o->accept[o->n_accept++] = (struct acceptance){ text, equals + 1 };
}

static void set_exponent(struct argp_state *state, struct options *o, const char *text)
{
    char *end;
    o->max_exponent = strtod(text, &end);
    if (end == text || *end || !(o->max_exponent >= 0) || o->max_exponent > 100)
        argp_failure(state, EXIT_USAGE, 0, "--max-exponent takes a number from 0 to 100, not '%s'",
                     text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case KEY_BOUNDS: o->bounds = arg; return 0;
    case KEY_BASELINE: o->baseline = arg; return 0;
    case KEY_WRITE: o->write_baseline = arg; return 0;
    case KEY_JUNIT: o->junit = arg; return 0;
    case KEY_SARIF: o->sarif = arg; return 0;
    case KEY_STRICT: o->strict = true; return 0;
    case KEY_JSON: o->json = true; return 0;
    case KEY_FAIL: set_failing(state, o, arg); return 0;
    case KEY_ACCEPT: add_accept(state, o, arg); return 0;
    case KEY_EXPONENT: set_exponent(state, o, arg); return 0;
    case ARGP_KEY_SUCCESS:
        if (o->n_accept > 0 && !o->write_baseline)
            argp_failure(state, EXIT_USAGE, 0, "--accept goes with --write-baseline");
        return 0;
    default:
        return cmd_query_parse(key, state, &o->query);
    }
}

static const struct argp argp = {
    option_table, parse, "LOG...",
    "Fail when a target's cost function exceeds its limit.\v"
    "Limits are those of --bounds, else of limit(CLASS) in the source, else --max-exponent; "
    "--baseline is looked at besides. Classes: "
#define COST_CLASS(id, number, name, term, power, logs) name ", "
#define COST_EXPONENTIAL(id, number, name) name ", "
#include "algoprof/cost_classes.def"
    "and n^X. Exit status: 0 all within, 1 a regression, 2 wrong usage, 3 bad or "
    "missing data or inconclusive (see --fail-on), and always if nothing could be judged.",
    cmd_query_child, NULL, NULL
};

static void complain(const char *path, size_t line, const char *what)
{
    cmd_say("%s:%zu: %s", path, line, what);
}

static int write_file(const char *path, check_writer *write, const struct check_report *report)
{
    struct whole_file file;
    struct err err;
    int result = whole_file_start(&file, path, &err);
    if (result == 0) {
        if (write(file.stream, report) != 0)
            result = err_memory(&err);
        result = whole_file_end(&file, result, &err);
    }
    if (result != 0)
        cmd_say("%s: %s", path, err.text);
    return result;
}

static int write_baseline(const struct options *o, const struct dataset *set,
                          const struct baseline *old)
{
    struct whole_file file;
    struct err err;
    const char *about = o->write_baseline;
    int result = whole_file_start(&file, o->write_baseline, &err);
    if (result == 0) {
        result = baseline_write(file.stream, set, old, o->accept, o->n_accept, &err);
        if (result != 0)
            about = "no baseline written";
        result = whole_file_end(&file, result, &err);
    }
    if (result != 0) {
        cmd_say("%s: %s", about, err.text);
        return EXIT_NO_DATA;
    }
    cmd_print_wrote(o->write_baseline, baseline_size(set), "target");
    putchar('\n');
    return EXIT_FINE;
}

/* Green needs something that was judged and found well. */
static int status_of(const struct options *o, const struct findings *all, size_t bad_logs)
{
    if (all->count[VERDICT_REGRESSION] > 0 || (o->strict && all->count[VERDICT_INCONCLUSIVE] > 0))
        return EXIT_FINDING;
    for (int v = 0; v < VERDICTS; v++)
        if (o->failing & 1u << v && all->count[v] > 0)
            return EXIT_NO_DATA;
    if ((o->fail_bad_logs && bad_logs > 0) ||
        all->count[VERDICT_OK] + all->count[VERDICT_ACCEPTED] == 0)
        return EXIT_NO_DATA;
    return EXIT_FINE;
}

static int judge(const struct options *o, const struct check *check, const struct dataset *set,
                 size_t bad_logs)
{
    struct findings all = { 0 };
    if (check_run(check, set, &all) != 0) {
        cmd_say("out of memory");
        findings_free(&all);
        return EXIT_NO_DATA;
    }
    if (all.n == 0 && !check->bounds && !check->baseline) {
        cmd_say("nothing to check against: give --max-exponent, --bounds or --baseline, or "
                "limit(CLASS) in the source");
        return EXIT_USAGE;
    }
    int status = status_of(o, &all, bad_logs);
    const struct check_report report = { &all, set, o->failing, status };
    if ((o->json ? check_json : check_text)(stdout, &report) != 0) {
        cmd_say("out of memory");
        status = EXIT_NO_DATA;
    }
    if (status != EXIT_FINDING && o->fail_bad_logs && bad_logs > 0)
        cmd_say("failed for bad logs (%zu); --fail-on leaves them out", bad_logs);
    if ((o->junit && write_file(o->junit, check_junit, &report) != 0) ||
        (o->sarif && write_file(o->sarif, check_sarif, &report) != 0))
        status = status == EXIT_FINE ? EXIT_NO_DATA : status;
    findings_free(&all);
    return status;
}

/* With what it is checked against read. */
static int with_yardsticks(const struct options *o, const struct check *check)
{
    struct dataset set = { 0 };
    struct err err;
    int status = EXIT_NO_DATA;
    if (collect_logs(o->query.logs, o->query.n_logs, o->query.side, cmd_say_skipped, &set) != 0) {
        cmd_say("out of memory");
        dataset_free(&set);
        return status;
    }
    size_t bad_logs = set.n_skipped;
    if (dataset_finish(&set, &err) != 0) {
        cmd_say("%s", err.text);
        dataset_free(&set);
        return status;
    }
    if (function_targets_add(&set) != 0) {
        cmd_say("out of memory");
        dataset_free(&set);
        return status;
    }
    cmd_say_left_out(&set);
    cmd_say_losses(&set);
    if (set.n_left_out + set.n_left_out_logs > 0)
        bad_logs++;
    if (set.n_logs == 0) {
        cmd_say("no usable log: nothing was judged");
    } else if (set.n_targets == 0 && (o->write_baseline || !check->bounds) && !check->baseline) {
        cmd_say("no marked target was executed in any log: nothing was judged");
    } else {
        if (match_several_builds(&set))
            cmd_say("note: the logs are of different builds; each build's targets are judged apart");
        status = o->write_baseline ? write_baseline(o, &set, check->baseline)
                                   : judge(o, check, &set, bad_logs);
    }
    dataset_free(&set);
    return status;
}

int cmd_check(int argc, char **argv)
{
    struct options o = { .query = CMD_QUERY_START, .max_exponent = NAN, .fail_bad_logs = true,
                         .failing = 1u << VERDICT_REGRESSION | 1u << VERDICT_INCONCLUSIVE |
                                    1u << VERDICT_MISSING };
    struct bounds bounds = { 0 };
    struct baseline baseline = { 0 };
    struct err err;
    cmd_parse(&argp, argc, argv, &o);
    struct check check = { o.bounds ? &bounds : NULL, o.baseline ? &baseline : NULL,
                           o.max_exponent };
    int status = EXIT_FINE, bad = o.bounds ? bounds_read(o.bounds, complain, &bounds, &err) : 0;
    if (bad != 0) {
        status = EXIT_USAGE;
        if (bad < 0)
            cmd_say("%s: %s", o.bounds, err.text);
    } else if (o.baseline && baseline_read(o.baseline, &baseline, &err) != 0) {
        status = EXIT_NO_DATA;
        cmd_say("%s: %s", o.baseline, err.text);
    }
    if (status == EXIT_FINE)
        status = with_yardsticks(&o, &check);
    bounds_free(&bounds);
    baseline_free(&baseline);
    free(o.accept);
    cmd_query_free(&o.query);
    return status;
}
