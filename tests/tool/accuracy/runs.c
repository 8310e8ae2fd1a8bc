/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs.h"

#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/log_read.h"
#include "patterns.h"
#include "replay.h"

static void fail(const char *what, const char *pattern)
{
    fprintf(stderr, "accuracy: %s: %s\n", pattern, what);
    exit(1);
}

static void simulate(const struct sim_place *place, const char *pattern, uint64_t n, uint64_t seed,
                     uint64_t draw, const char *rate, const char *log)
{
    char text[5][512], *argv[5], *envp[5];
    pid_t child;
    int status;
    const char *const words[] = { place->program, pattern };
    for (int i = 0; i < 2; i++)
        argv[i] = (char *)(uintptr_t)words[i];
    char number[2][24];
    snprintf(number[0], sizeof *number, "%llu", (unsigned long long)n);
    snprintf(number[1], sizeof *number, "%llu", (unsigned long long)seed);
    argv[2] = number[0];
    argv[3] = number[1];
    argv[4] = NULL;
    snprintf(text[0], sizeof *text, "ALGOPROF_LOG=%s", log);
    snprintf(text[1], sizeof *text, "ALGOPROF_RATE=%s", rate);
    snprintf(text[2], sizeof *text, "ALGOPROF_SEED=%llu", (unsigned long long)draw);
    snprintf(text[3], sizeof *text, "ALGOPROF_BUDGET=0");
    for (int i = 0; i < 4; i++)
        envp[i] = text[i];
    envp[4] = NULL;
    if (posix_spawn(&child, place->program, NULL, NULL, argv, envp) != 0 ||
        waitpid(child, &status, 0) != child || status != 0)
        fail("the simulation failed", pattern);
}

/* In bytes. */
static double true_size(const char *name, uint64_t n, uint64_t seed)
{
    struct pattern pattern;
    struct replay replay;
    double size;
    if (strncmp(name, REPLAY_PREFIX, strlen(REPLAY_PREFIX)) == 0) {
        replay_open(&replay, name + strlen(REPLAY_PREFIX));
        size = (double)replay.head->cells;
        replay_close(&replay);
        return size;
    }
    pattern_start(&pattern, name, n, seed);
    size = 8 * (double)pattern_size(&pattern);
    pattern_end(&pattern);
    return size;
}

/* A file name's part that names the pattern. */
static const char *short_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

void sim_run(const struct sim_place *place, const char *name, uint64_t n, uint64_t seed,
             const char *rate, struct sim_run *out)
{
    sim_run_drawn(place, name, n, seed, seed * 7919 + 1, rate, out);
}

void sim_run_drawn(const struct sim_place *place, const char *name, uint64_t n, uint64_t seed,
                   uint64_t draw, const char *rate, struct sim_run *out)
{
    char path[256];
    struct log *log;
    struct log_points *points;
    struct err err;
    snprintf(path, sizeof path, "%s/%s.%llu.%llu.%s.aplog", place->folder,
             short_name(name), (unsigned long long)n, (unsigned long long)seed, rate);
    simulate(place, name, n, seed, draw, rate, path);
    if (log_read(path, &log, &err) != 0 || log_points_make(log, path, 0, &points, &err) != 0)
        fail(err.text, name);
    if (points->n_points != 1)
        fail("the log has no point", name);
    const struct point *p = &points->points[0];
    *out = (struct sim_run){ .size = true_size(name, n, seed), .cost = (double)p->cost,
                             .stats = p->streak, .marked = p->marked,
                             .scale = ldexp(1, (int)p->thin), .exact = p->exact };
    for (int i = 0; i < ESTIMATORS; i++)
        out->estimates[i] = p->estimates[i];
    struct streak_stats plain = p->streak;
    plain.gaps = 0;
    if (streak_estimate(&plain, &out->plain) != 0)
        fail("no memory", name);
    /* An instance without a partner is no pair's, but was seen. */
    out->plain.low = fmax(out->plain.low, p->marked);
    out->plain.size = fmax(out->plain.size, p->marked);
    out->plain.high = fmax(out->plain.high, p->marked);
    log_points_free(points);
    log_free(log);
    unlink(path);
}
