/* SPDX-License-Identifier: MIT */
#include "run.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef FOLDER
#define FOLDER "build/tests/runtime"
#endif

void (*run_before_exec)(void);
void (*run_meanwhile)(pid_t);
const char *run_prefix;
bool run_shared;
const char *run_program = "subject";

static unsigned split(char *text, char **word, unsigned most)
{
    unsigned n = 0;
    for (char *w = strtok(text, " "); w && n < most; w = strtok(NULL, " "))
        word[n++] = w;
    word[n] = NULL;
    return n;
}

static void child(const struct run *r, const char *program, const char *args, const char *env)
{
    static char arg_text[256], env_text[1024];
    char *arg[8], *variable[16], path[256];
    snprintf(arg_text, sizeof arg_text, "subject %s", args);
    snprintf(env_text, sizeof env_text, "%s%s", strstr(env, "BUDGET=") ? "" : "ALGOPROF_BUDGET=0 ", env);
    split(arg_text, arg, 7);
    unsigned n = split(env_text, variable, 14);
    if (!strstr(env, "ALGOPROF_LOG=")) {
        snprintf(path, sizeof path, "ALGOPROF_LOG=%s%s%%p.aplog", run_prefix ? run_prefix : "",
                 run_prefix ? "/" : "");
        variable[n] = path;
        variable[n + 1] = NULL;
    }
    if (chdir(r->folder))
        _exit(126);
    int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), err = open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 1);
    dup2(err, 2);
    close_range(3, ~0u, 0);
    if (run_before_exec)
        run_before_exec();
    execve(program, arg, variable);
    _exit(126);
}

static void slurp(const struct run *r, const char *name, char *text, size_t room)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, room - 1, f) : 0;
    text[n] = '\0';
    if (f)
        fclose(f);
    unlink(path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void run_list(struct run *r)
{
    const char *folder = run_prefix ? run_prefix : r->folder;
    DIR *d = opendir(folder);
    r->logs = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.' && r->logs < RUN_LOGS)
            snprintf(r->log[r->logs++], sizeof r->log[0], "%s/%s", folder, e->d_name);
    if (d)
        closedir(d);
    qsort(r->log, r->logs, sizeof r->log[0], by_name);
}

static void start_and_wait(struct run *r, const char *args, const char *env, unsigned usec)
{
    char name[128], program[4096];
    snprintf(name, sizeof name, "%s/%s%s", FOLDER, run_program, run_shared ? "-so" : "");
    assert_non_null(realpath(name, program));
    strcpy(r->folder, "/tmp/algoprof-rt-XXXXXX");
    assert_non_null(mkdtemp(r->folder));
    pid_t pid = fork();
    if (!pid)
        child(r, program, args, env);
    if (usec) {
        usleep(usec);
        kill(pid, SIGKILL);
    }
    if (run_meanwhile)
        run_meanwhile(pid);
    waitpid(pid, &r->status, 0);
    slurp(r, "out", r->out, sizeof r->out);
    slurp(r, "err", r->err, sizeof r->err);
    run_list(r);
}

void run_subject(struct run *r, const char *args, const char *env)
{
    start_and_wait(r, args, env, 0);
}

void run_and_kill(struct run *r, const char *args, const char *env, unsigned usec)
{
    start_and_wait(r, args, env, usec);
}

void run_clean(struct run *r)
{
    for (unsigned i = 0; i < r->logs; i++)
        unlink(r->log[i]);
    rmdir(r->folder);
}

void run_open(struct run *r, unsigned log, struct walk *w)
{
    assert_true(log < r->logs);
    if (!walk_open(w, r->log[log]))
        fail_msg("%s: %s", r->log[log], w->error);
}

void run_one(struct run *r, struct walk *w, const char *args, const char *env)
{
    run_subject(r, args, env);
    if (r->status)
        fail_msg("subject %s: status %x: %s", args, (unsigned)r->status, r->err);
    assert_string_equal(r->err, "");
    assert_int_equal(r->logs, 1);
    run_open(r, 0, w);
    assert_int_equal(w->commit.state, ALOG_FINISHED);
    assert_int_equal(w->size, w->commit.used);
}
