/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof suggest: from a time profile, or from logs of in-house mode, to targets. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <algoprof/log_merged.h>

#include "cli/cmd.h"
#include "cli/collect.h"
#include "binary/hot_functions.h"

struct options {
    struct cmd_logs files;
    unsigned long top;
    double share;
};

enum { KEY_TOP = 0x100, KEY_SHARE };

static const struct argp_option option_table[] = {
    { "top", KEY_TOP, "N", 0, "At most N functions (20)", 0 },
    { "min-share", KEY_SHARE, "PERCENT", 0, "None with a smaller share of the samples (1)", 0 },
    { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    char *end = NULL;
    switch (key) {
    case KEY_TOP:
        o->top = strtoul(arg, &end, 10);
        if (*arg < '0' || *arg > '9' || *end || o->top == 0)
            argp_failure(state, EXIT_USAGE, 0, "--top takes a number from 1 up, not '%s'", arg);
        return 0;
    case KEY_SHARE:
        o->share = strtod(arg, &end);
        if (end == arg || *end || !(o->share >= 0 && o->share <= 100))
            argp_failure(state, EXIT_USAGE, 0, "--min-share takes 0 to 100, not '%s'", arg);
        return 0;
    case ARGP_KEY_ARGS:
        return cmd_parse_logs(key, state, &o->files);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    option_table, parse, "[FILE|-]\nLOG...",
    "Turn the text of `perf script' or `gprof' into targets for the plugin: its hottest functions, "
    "one a line. Of logs of in-house mode, or folders of them: the functions whose worst cost grows faster than "
    "the size of their input, and not for what they call alone.\v"
    "    perf record ./prog; perf script | algoprof suggest >targets.txt\n"
    "    algoprof suggest algoprof.prog.*.aplog >targets.txt\n"
    "    gcc -O2 -g -fplugin=algoprof -fplugin-arg-algoprof-target=@targets.txt ...\n\n"
    "Functions of the kernel and of system libraries are left out. Exit status: 0 fine, 2 wrong "
    "usage, 3 no samples, or no function hot enough or superlinear.",
    NULL, NULL, NULL
};

static int print_targets(const struct options *o, const char *name, const struct hot *hot)
{
    size_t n = 0;
    while (n < hot->n && n < o->top && 100 * hot->list[n].self >= o->share)
        n++;
    if (hot->elsewhere > 0)
        cmd_say("note: %.1f %% of the samples are in the kernel, system libraries or unknown",
                100 * hot->elsewhere);
    if (n == 0) {
        cmd_say("%s: no function has %g %% of the samples; --min-share takes less", name, o->share);
        return EXIT_NO_DATA;
    }
    for (size_t i = 0; i < n; i++)
        printf("%-40s # %.1f %%\n", hot->list[i].name, 100 * hot->list[i].self);
    return EXIT_FINE;
}

/* ---- of logs */

static bool is_log(const char *name, FILE *in)
{
    char begin[sizeof ALOG_MAGIC - 1];
    struct stat st;
    if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        return true;
    bool log = fread(begin, sizeof begin, 1, in) == 1
               && (memcmp(begin, ALOG_MAGIC, sizeof begin) == 0 || memcmp(begin, ALOG_MERGED_MAGIC, sizeof begin) == 0);
    rewind(in);
    return log;
}

static void say_skipped(const char *path, const char *why)
{
    cmd_say("%s: %s", path, why);
}

static double largest_cost(const struct functions *all)
{
    double most = 1;
    for (size_t i = 0; i < all->n; i++)
        most = all->list[i].cost > most ? all->list[i].cost : most;
    return most;
}

/* As the plugin takes it: a loop by its place.  NULL: no memory. */
static char *target_of(const struct function *f)
{
    char *target = malloc(strlen(f->name) + strlen(f->file) + 16);
    if (target && f->loop)
        sprintf(target, "%s:%u", f->file, (unsigned)f->line);
    else if (target)
        hot_target_name(f->name, target);
    return target;
}

/* Instances of a template are one target, and so is a function by both metrics. */
static bool is_repeated(char *const *printed, size_t n, const char *target)
{
    while (n-- > 0)
        if (strcmp(printed[n], target) == 0)
            return true;
    return false;
}

/* How many; those printed are left in `printed'.  -1: no memory. */
static int64_t print_list(const struct options *o, const struct functions *all, char **printed)
{
    double whole = largest_cost(all);
    size_t n = 0;
    for (size_t i = 0; i < all->n && n < o->top; i++) {
        const struct function *f = &all->list[i];
        if (!functions_suspect(all, i))
            continue;
        char *target = target_of(f);
        if (!target)
            return -1;
        if (is_repeated(printed, n, target)) {
            free(target);
            continue;
        }
        struct fit room;
        char growth[FIT_GROWTH_ROOM];
        printf("%-40s # %s, %s:%u, %.1f %% of the cost\n", target, fit_growth(function_fit(f, FUNCTION_WORST, &room), growth),
               f->file, (unsigned)f->line, 100 * f->cost / whole);
        printed[n++] = target;
    }
    return (int64_t)n;
}

static int print_suspects(const struct options *o, const struct functions *all)
{
    const char *name = o->files.n == 1 ? o->files.list[0] : "these logs";
    if (all->n == 0) {
        cmd_say("%s: no functions of in-house mode; compile with -fplugin-arg-algoprof-inhouse", name);
        return EXIT_NO_DATA;
    }
    char **printed = calloc(all->n, sizeof *printed);
    int64_t n = printed ? print_list(o, all, printed) : -1;
    if (n < 0)
        cmd_say("out of memory");
    else if (n == 0)
        cmd_say("%s: no function's cost grows faster than its input; a run with larger or more sizes may show one",
                name);
    for (size_t i = 0; printed && i < all->n; i++)
        free(printed[i]);
    free(printed);
    return n > 0 ? EXIT_FINE : EXIT_NO_DATA;
}

static int suggest_of_logs(const struct options *o)
{
    static const struct query all = QUERY_ALL;
    struct dataset set = { 0 };
    int status = EXIT_NO_DATA;
    if (collect_logs(o->files.list, o->files.n, &all, say_skipped, &set) != 0 || functions_finish(&set.functions, METRIC_ALL) != 0)
        cmd_say("out of memory");
    else
        status = print_suspects(o, &set.functions);
    dataset_free(&set);
    return status;
}

/* ---- */

static int suggest_of_profile(const struct options *o, const char *name, FILE *in)
{
    struct hot hot;
    struct err err;
    int status = EXIT_NO_DATA;
    if (o->files.n > 1) {
        cmd_say("%s is no log; suggest takes one profile, or several logs", name);
        return EXIT_USAGE;
    }
    if (hot_read(in, &hot, &err) != 0)
        cmd_say("%s: %s", name, err.text);
    else
        status = print_targets(o, name, &hot);
    hot_free(&hot);
    return status;
}

int cmd_suggest(int argc, char **argv)
{
    struct options o = { .top = 20, .share = 1 };
    cmd_parse(&argp, argc, argv, &o);
    bool from_stdin = o.files.n == 0 || strcmp(o.files.list[0], "-") == 0;
    const char *name = from_stdin ? "stdin" : o.files.list[0];
    FILE *in = from_stdin ? stdin : fopen(name, "re");
    if (!in) {
        cmd_say("%s: cannot be opened: %s", name, strerror(errno));
        return EXIT_NO_DATA;
    }
    bool logs = !from_stdin && is_log(name, in);
    int status = logs ? suggest_of_logs(&o) : suggest_of_profile(&o, name, in);
    if (!from_stdin)
        fclose(in);
    return status;
}
