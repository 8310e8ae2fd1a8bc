/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * algoprof run: a program over sizes at the desk, and the report.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/collect.h"
#include "cli/run_options.h"
#include "run/compile.h"
#include "run/next_step.h"
#include "run/status_line.h"

#define USUAL_REPEAT 5u         /* runs of a program that takes no size */
#define ENOUGH 5u               /* sizes that were made up; a larger one may be more than the program takes */
#define EXACT_SHARE 0.1          /* of --time: while a run takes no longer, every instance is traced */
#define GROWTH 4.0              /* a run of twice the size is expected to take so many times longer */

/* ---- the folder of the logs ---- */

/* FOLDER, made if it is not there; or a new one.  Says what is wrong. */
static int make_folder(struct run_options *o)
{
    if (o->folder) {
        if (mkdir(o->folder, 0777) == 0 || errno == EEXIST)
            return 0;
        cmd_say("%s: cannot be made: %s", o->folder, strerror(errno));
        return -1;
    }
    o->folder = o->made;
    for (unsigned n = 1; n < 100000; n++) {
        snprintf(o->made, sizeof o->made, "algoprof.%.100s.%u", path_name(o->program.argv[0]), n);
        if (mkdir(o->made, 0777) == 0)
            return 0;
        if (errno != EEXIST)
            break;
    }
    cmd_say("%s: cannot be made: %s; another place: --output", o->made, strerror(errno));
    return -1;
}

/* A log of that size that is not there yet. */
static void name_log(const struct run_options *o, const char *folder, uint64_t size, char path[PATH_MAX])
{
    const char *name = path_name(o->program.argv[0]);
    for (unsigned i = 1; i <= RUN_MOST_REPEAT * 10; i++) {
        char count[16] = "", of[24] = "";
        if (size > 0)
            snprintf(of, sizeof of, "-%" PRIu64, size);
        if (i > 1)
            snprintf(count, sizeof count, "-%u", i);
        snprintf(path, PATH_MAX, "%.3000s/%.100s%s%s.aplog", folder, name, of, count);
        if (access(path, F_OK) != 0)
            return;
    }
}

/* As ALGOPROF_LOG has it: a % is written twice. */
static void put_pattern(const char *path, char pattern[2 * PATH_MAX])
{
    for (; *path; path++) {
        if (*path == '%')
            *pattern++ = '%';
        *pattern++ = *path;
    }
    *pattern = '\0';
}

/* ---- the runs ---- */

/* A run that ended well, and its log. */
struct ended_run {
    uint64_t size;
    char *log;
};

struct series_run {
    struct run_options *o;
    struct series series;
    struct status_line line;
    char folder[PATH_MAX];
    double began;
    bool exact;                 /* every instance is traced, until runs take long */
    size_t logs;                /* runs that wrote one */
    struct ended_run *ended;
    size_t n_ended, cap_ended;
    struct plain_run plain[2];  /* of these the largest, and one of half the size or less */
    int status;                 /* the program's failure, or 0 */
};

/* A log of what was ended would pass for the run's. */
static void put_aside(const char *log)
{
    char to[PATH_MAX + 8];
    snprintf(to, sizeof to, "%s.ended", log);
    rename(log, to);
}

static void say_failed(const struct run_options *o, uint64_t size, const struct program_end *end, const char *note)
{
    char of[40] = "";
    if (size > 0)
        snprintf(of, sizeof of, " (n = %" PRIu64 ")", size);
    if (WIFSIGNALED(end->status))
        cmd_say("%s%s%s: ended by signal %d (%s)", note, o->program.argv[0], of, WTERMSIG(end->status),
                strsignal(WTERMSIG(end->status)));
    else
        cmd_say("%s%s%s: exit status %d", note, o->program.argv[0], of, WEXITSTATUS(end->status));
    if (end->said[0])
        fprintf(stderr, "%s\n", end->said);
}

/* One run; false: no more. */
static bool run_once(struct series_run *r, uint64_t size, double *seconds)
{
    char log[PATH_MAX], pattern[2 * PATH_MAX];
    struct program_end end;
    struct err err;
    name_log(r->o, r->folder, size, log);
    put_pattern(log, pattern);
    r->line.size = size;
    r->line.before = program_clock() - r->began;
    if (program_run(&r->o->program, size, pattern, r->o->time - r->line.before, status_line_show, &r->line, &end,
                    &err) != 0) {
        status_line_clear(&r->line);
        cmd_say("%s", err.text);
        r->status = EXIT_NO_DATA;
        return false;
    }
    status_line_clear(&r->line);
    *seconds = end.seconds;
    if (r->exact && end.seconds > EXACT_SHARE * r->o->time)
        r->o->program.rate = "auto";
    r->line.done++;
    if (end.timed_out) {
        r->series.out_of_time = true;
        put_aside(log);
        cmd_say("note: %s was ended after %.1f s, when the %g s of --time were over%s", r->o->program.argv[0],
                end.seconds, r->o->time, r->series.runs < ENOUGH ? "; smaller sizes, or more time, would do" : "");
        return false;
    }
    bool wrote = access(log, F_OK) == 0;
    if (program_exit_status(&end) != 0) {
        bool enough = r->o->sizes.growing && r->series.takes_size && r->series.runs >= ENOUGH;
        say_failed(r->o, size, &end, enough ? "note: sizes end here: " : "");
        if (enough)
            put_aside(log);
        else
            r->status = program_exit_status(&end);
        r->logs += wrote && !enough;
        return false;
    }
    r->logs += wrote;
    if (wrote && array_grow(&r->ended, &r->cap_ended, r->n_ended + 1, sizeof *r->ended) == 0)
        r->ended[r->n_ended++] = (struct ended_run){ size, strdup(log) };
    r->series.runs++;
    r->series.largest = size > r->series.largest ? size : r->series.largest;
    return true;
}

/* Is there time for a size that was not run yet? */
static bool has_time(struct series_run *r, size_t next, double last)
{
    double left = r->o->time - (program_clock() - r->began);
    if (left > (r->o->sizes.growing && next > 0 ? GROWTH * last : 0))
        return true;
    r->series.out_of_time = true;
    if (!r->o->sizes.growing)
        cmd_say("note: the %g s of --time are over before n = %" PRIu64, r->o->time, r->o->sizes.list[next]);
    return false;
}

static void run_all(struct series_run *r)
{
    const struct sizes *sizes = &r->o->sizes;
    unsigned repeat = r->o->repeat ? r->o->repeat : r->series.takes_size ? 1 : USUAL_REPEAT;
    size_t n = r->series.takes_size ? sizes->n : 1;
    double last = 0;
    r->line.all = n * repeat;
    r->line.most = r->o->time;
    r->began = program_clock();
    for (size_t i = 0; i < n && has_time(r, i, last * repeat); i++)
        for (unsigned k = 0; k < repeat; k++) {
            if (!run_once(r, r->series.takes_size ? sizes->list[i] : 0, &last))
                return;
            if (r->logs == 0)
                return;
        }
}

/* Once more without tracing, for the CPU time of a run; false: it failed, or there is no time. */
static bool run_plain(struct series_run *r, const struct ended_run *ended, struct plain_run *out)
{
    struct program_end end;
    struct err err;
    double left = r->o->time - (program_clock() - r->began);
    r->line.size = ended->size;
    r->line.before = program_clock() - r->began;
    bool good = left > 0 && ended->log &&
                program_run(&r->o->program, ended->size, NULL, left, status_line_show, &r->line, &end, &err) == 0 &&
                !end.timed_out && program_exit_status(&end) == 0;
    status_line_clear(&r->line);
    if (good)
        *out = (struct plain_run){ ended->log, end.cpu };
    return good;
}

static const struct ended_run *largest_up_to(const struct series_run *r, uint64_t most)
{
    const struct ended_run *found = NULL;
    for (size_t i = 0; i < r->n_ended; i++)
        if (r->ended[i].size <= most && (!found || r->ended[i].size > found->size))
            found = &r->ended[i];
    return found;
}

/* Two sizes say what a unit of cost takes.  What goes to the user's terminal is not printed twice. */
static void run_plain_ones(struct series_run *r)
{
    const struct ended_run *largest = largest_up_to(r, UINT64_MAX);
    const struct ended_run *smaller = largest ? largest_up_to(r, largest->size / 2) : NULL;
    struct report *report = &r->o->show.report;
    if (!smaller || r->status != 0 || r->o->program.show_output)
        return;
    if (run_plain(r, smaller, &r->plain[0]) && run_plain(r, largest, &r->plain[1])) {
        report->plain = r->plain;
        report->n_plain = 2;
    }
}

/* ---- the whole ---- */

static int compile(const struct run_options *o)
{
    struct err err;
    char *command = compile_command(o->compile, o->show.selection.target, &err);
    if (!command) {
        cmd_say("%s", err.text);
        return EXIT_NO_DATA;
    }
    fflush(NULL);
    int status = system(command);
    status = status == -1 ? EXIT_NO_DATA : WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_NO_DATA;
    if (status != 0)
        cmd_say("--compile: exit status %d of: %s", status, command);
    free(command);
    return status;
}

/* Does a target's SPEC mean several?  That is for the compiler only. */
static bool means_many(const char *spec)
{
    const char *colon = strrchr(spec, ':');
    return strpbrk(spec, "*@,") || (colon && !(colon[1] >= '0' && colon[1] <= '9'));
}

static void choose_shown(struct run_options *o)
{
    const char *target = o->show.selection.target;
    if (!target)
        return;
    if (o->compile && means_many(target))
        o->show.selection.target = NULL;
    else
        o->show.write = out_detail;
}

static int report(struct series_run *r)
{
    struct query query = QUERY_ALL;
    struct run_options *o = r->o;
    struct dataset set = { .pool.estimator = o->show.report.estimator };
    int status = EXIT_NO_DATA;
    choose_shown(o);
    if (source_list_add(&o->show.report.sources.places, ".") != 0 ||
        (access(o->program.argv[0], R_OK) == 0 &&
         source_list_add(&o->show.report.sources.places, o->program.argv[0]) != 0)) {
        cmd_say("out of memory");
        return EXIT_NO_DATA;
    }
    o->show.report.colour = cmd_show_wants_colour("auto");
    cmd_show_prepare(&o->show, &set);
    if (collect_logs((char *[]){ r->folder }, 1, &query, cmd_say_skipped, &set) != 0)
        cmd_say("out of memory");
    else if ((status = cmd_show_finished(&o->show, &set)) == EXIT_FINE) {
        r->series.width = o->show.report.width;
        next_step(stdout, &r->series, &set);
    }
    cmd_show_free(&o->show);
    dataset_free(&set);
    return status;
}

static void say_no_log(const struct run_options *o)
{
    cmd_say("%s wrote no log: it was compiled without -fplugin=algoprof, no target was marked or executed, or it is built "
            "for a spool; `" TOOL_NAME " list %s' shows its targets%s", o->program.argv[0], o->program.argv[0],
            o->compile && !o->show.selection.target ? ", and --target '*' makes every loop a target" : "");
}

/* The runs, with a folder for what they read and say. */
static int run_in_scratch(struct series_run *r)
{
    const char *tmp = getenv("TMPDIR");
    char template[PATH_MAX];
    snprintf(template, sizeof template, "%.3000s/algoprof-run.XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp");
    if (!mkdtemp(template)) {
        cmd_say("%s: %s", template, strerror(errno));
        return EXIT_NO_DATA;
    }
    r->o->program.scratch = template;
    signal(SIGINT, SIG_IGN);    /* it ends the program, and that the runs */
    run_all(r);
    run_plain_ones(r);
    signal(SIGINT, SIG_DFL);
    for (const char *const *name = (const char *const []){ "input", "stderr", NULL }; *name; name++) {
        char path[PATH_MAX + 16];
        snprintf(path, sizeof path, "%s/%s", template, *name);
        unlink(path);
    }
    rmdir(template);
    if (r->logs == 0) {
        if (r->status == 0 && !r->series.out_of_time)
            say_no_log(r->o);
        if (r->o->folder == r->o->made)
            rmdir(r->o->made);
        return r->status ? r->status : EXIT_NO_DATA;
    }
    int status = report(r);
    for (size_t i = 0; i < r->n_ended; i++)
        free(r->ended[i].log);
    free(r->ended);
    fflush(stdout);
    fprintf(stderr, "Logs: %s\n", r->o->folder);
    return r->status ? r->status : status;
}

/* A user who asks for a budget wants what users would see. */
static void choose_rate(struct series_run *r)
{
    struct program *program = &r->o->program;
    if (program->rate || getenv("ALGOPROF_RATE"))
        return;
    r->exact = strtod(program->budget, NULL) == 0;
    program->rate = r->exact ? "1" : "auto";
}

int cmd_run(int argc, char **argv)
{
    static struct series_run r;
    static struct run_options o;
    run_options_parse(argc, argv, &o);
    r.o = &o;
    choose_rate(&r);
    r.series.takes_size = program_takes_size(&o.program);
    if (o.sizes.n == 0)
        sizes_grow(&o.sizes);
    int status = o.compile ? compile(&o) : 0;
    if (status != 0)
        return status;
    if (make_folder(&o) != 0)
        return EXIT_NO_DATA;
    if (!realpath(o.folder, r.folder)) {
        cmd_say("%s: %s", o.folder, strerror(errno));
        return EXIT_NO_DATA;
    }
    r.line.shown = isatty(STDERR_FILENO) && !o.program.show_output;
    return run_in_scratch(&r);
}
