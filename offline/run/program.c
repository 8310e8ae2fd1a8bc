/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/program.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_NS 20000000        /* between two looks at the program */
#define PATIENCE 2.0            /* seconds between SIGTERM and SIGKILL */

double program_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool program_takes_size(const struct program *program)
{
    for (char **arg = program->argv; *arg; arg++)
        if (strstr(*arg, "{}"))
            return true;
    return program->make_input && strstr(program->make_input, "{}");
}

static bool takes_file(const struct program *program)
{
    for (char **arg = program->argv; *arg; arg++)
        if (strstr(*arg, "{file}"))
            return true;
    return false;
}

/* text with each "{}" and "{file}" replaced; NULL: no memory. */
static char *filled(const char *text, const char *size, const char *file)
{
    char *out = NULL;
    size_t room = 0;
    FILE *stream = open_memstream(&out, &room);
    if (!stream)
        return NULL;
    while (*text) {
        if (size[0] && strncmp(text, "{}", 2) == 0) {
            fputs(size, stream);
            text += 2;
        } else if (file && strncmp(text, "{file}", 6) == 0) {
            fputs(file, stream);
            text += 6;
        } else {
            fputc(*text++, stream);
        }
    }
    return fclose(stream) == 0 ? out : NULL;
}

/* ---- in the child ---- */

static void redirect(const char *path, int flags, int to)
{
    int fd = open(path, flags, 0600);
    if (fd < 0 || dup2(fd, to) < 0)
        _exit(126);
    if (fd != to)
        close(fd);
}

struct child {
    char **argv;
    const char *in, *out, *err; /* NULL: as ours */
    const char *log, *budget;   /* log NULL: it is not to be profiled */
    const char *rate;           /* NULL: as ours */
    const char *size;           /* "": it has none */
};

/* The errno of a failed exec goes to the pipe. */
static void begin(const struct child *c, int failed)
{
    signal(SIGINT, SIG_DFL);
    redirect(c->in ? c->in : "/dev/null", O_RDONLY, STDIN_FILENO);
    if (c->out)
        redirect(c->out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    if (c->err)
        redirect(c->err, O_WRONLY | O_CREAT | O_APPEND, STDERR_FILENO);
    setenv("ALGOPROF_LOG", c->log ? c->log : "off", 1);
    setenv("ALGOPROF_BUDGET", c->budget, 1);
    if (c->rate)
        setenv("ALGOPROF_RATE", c->rate, 1);
    if (c->size[0])
        setenv("ALGOPROF_SIZE", c->size, 1);
    execvp(c->argv[0], c->argv);
    int number = errno;
    ssize_t n = write(failed, &number, sizeof number);
    (void)n;
    _exit(127);
}

/* The process, or -1 with errno. */
static pid_t start(const struct child *c)
{
    int failed[2], number = 0;
    if (pipe2(failed, O_CLOEXEC) != 0)
        return -1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        begin(c, failed[1]);
    number = pid < 0 ? errno : 0;
    close(failed[1]);
    if (pid > 0 && read(failed[0], &number, sizeof number) == sizeof number)
        waitpid(pid, NULL, 0);
    close(failed[0]);
    errno = number;
    return number != 0 ? -1 : pid;
}

/* ---- waiting ---- */

static void finish(pid_t pid, double most, program_tick *tick, void *arg, struct program_end *end)
{
    const struct timespec pause = { 0, TICK_NS };
    double began = program_clock();
    struct rusage used = { 0 };
    end->timed_out = false;
    while (wait4(pid, &end->status, WNOHANG, &used) == 0) {
        end->seconds = program_clock() - began;
        if (end->seconds > most + PATIENCE)
            kill(pid, SIGKILL);
        else if (end->seconds > most && !end->timed_out)
            end->timed_out = kill(pid, SIGTERM) == 0;
        if (tick)
            tick(arg, end->seconds);
        nanosleep(&pause, NULL);
    }
    end->seconds = program_clock() - began;
    end->cpu = (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
               1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void read_end(const char *path, char *out, size_t room)
{
    out[0] = '\0';
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0)
        return;
    off_t from = fstat(fd, &st) == 0 && st.st_size >= (off_t)room ? st.st_size - (off_t)room + 1 : 0;
    ssize_t n = pread(fd, out, room - 1, from);
    out[n > 0 ? n : 0] = '\0';
    close(fd);
    for (size_t len = strlen(out); len > 0 && out[len - 1] == '\n';)
        out[--len] = '\0';
}

/* The input's file by the user's command, of any length; NULL: there is none. */
static int make_input(const struct program *program, const char *size, const char *file, const char *said,
                      struct err *err)
{
    struct program_end end;
    char *command = filled(program->make_input, size, NULL);
    char *argv[] = { "sh", "-c", command, NULL };
    const struct child child = { argv, NULL, file, program->show_output ? NULL : said, NULL, "0", NULL, "" };
    pid_t pid = command ? start(&child) : -1;
    int result = 0;
    if (pid < 0) {
        result = err_set(err, "sh: %s", strerror(errno));
    } else {
        finish(pid, (double)INT_MAX, NULL, NULL, &end);
        read_end(said, end.said, sizeof end.said);
        if (program_exit_status(&end) != 0)
            result = err_set(err, "--make-input '%.80s': exit status %d%s%.100s", command, program_exit_status(&end),
                             end.said[0] ? ": " : "", end.said);
    }
    free(command);
    return result;
}

static char **fill_all(const struct program *program, const char *size, const char *file)
{
    size_t n = 0;
    while (program->argv[n])
        n++;
    char **argv = calloc(n + 1, sizeof *argv);
    for (size_t i = 0; argv && i < n; i++)
        if (!(argv[i] = filled(program->argv[i], size, file)))
            return NULL;
    return argv;
}

int program_run(const struct program *program, uint64_t size, const char *log, double most, program_tick *tick,
                void *arg, struct program_end *end, struct err *err)
{
    char text[24] = "", file[PATH_MAX], said[PATH_MAX];
    if (size > 0)
        snprintf(text, sizeof text, "%" PRIu64, size);
    snprintf(file, sizeof file, "%s/input", program->scratch);
    snprintf(said, sizeof said, "%s/stderr", program->scratch);
    unlink(said);
    if (program->make_input && make_input(program, text, file, said, err) != 0)
        return -1;
    unlink(said);
    char **argv = fill_all(program, text, program->make_input ? file : NULL);
    if (!argv)
        return err_memory(err);
    const struct child child = {
        .argv = argv, .in = program->make_input && !takes_file(program) ? file : NULL, .log = log,
        .out = program->show_output ? NULL : "/dev/null", .err = program->show_output ? NULL : said,
        .budget = program->budget, .rate = program->rate, .size = text,
    };
    pid_t pid = start(&child);
    int result = pid < 0 ? err_set(err, "%s: %s", argv[0], strerror(errno)) : 0;
    if (pid > 0) {
        finish(pid, most, tick, arg, end);
        read_end(said, end->said, sizeof end->said);
    }
    for (char **a = argv; *a; a++)
        free(*a);
    free(argv);
    return result;
}

int program_exit_status(const struct program_end *end)
{
    return WIFEXITED(end->status) ? WEXITSTATUS(end->status) : 128 + WTERMSIG(end->status);
}
