/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/source_server.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define USUAL_WAIT "10"         /* seconds without a byte; the library's own is 90, for each file */

struct source_server {
    void *library;
    debuginfod_client *client;
    long wait;                  /* seconds */
    bool silent;                /* did not answer */
    __typeof__(debuginfod_begin) *begin;
    __typeof__(debuginfod_end) *end;
    __typeof__(debuginfod_find_debuginfo) *find_debuginfo;
    __typeof__(debuginfod_find_source) *find_source;
    __typeof__(debuginfod_set_progressfn) *set_progress;
};

/* The search in progress; the library hands nothing of ours on without a function more. */
static struct {
    struct source_server *server;
    long last;                  /* what the library told */
    time_t since;               /* when that last was progress */
    time_t began;
} search;

static time_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* a: bytes, or while there is no answer the number of this call; b: of how many bytes, or
 * 0.  Not 0: give up.  Some of the library's versions (0.192) call it only once there is an answer; they give up by
 * themselves when $DEBUGINFOD_TIMEOUT is over. */
static int progress(debuginfod_client *client, long a, long b)
{
    (void)client;
    if (a > search.last + (b > 0 ? 0 : 1))
        search.since = now();
    search.last = a;
    if (now() - search.since >= search.server->wait)
        search.server->silent = true;
    return search.server->silent;
}

static void load(struct source_server *s)
{
    s->begin = dlsym(s->library, "debuginfod_begin");
    s->end = dlsym(s->library, "debuginfod_end");
    s->find_debuginfo = dlsym(s->library, "debuginfod_find_debuginfo");
    s->find_source = dlsym(s->library, "debuginfod_find_source");
    s->set_progress = dlsym(s->library, "debuginfod_set_progressfn");
}

struct source_server *source_server_new(void)
{
    const char *urls = getenv(DEBUGINFOD_URLS_ENV_VAR), *wait = getenv(DEBUGINFOD_TIMEOUT_ENV_VAR);
    struct source_server s = { 0 };
    if (!urls || !*urls || !(s.library = dlopen(DEBUGINFOD_SONAME, RTLD_NOW | RTLD_LOCAL)))
        return NULL;
    load(&s);
    if (!wait || atol(wait) <= 0)
        setenv(DEBUGINFOD_TIMEOUT_ENV_VAR, wait = USUAL_WAIT, true);
    s.wait = atol(wait);
    struct source_server *made = NULL;
    if (s.begin && s.end && s.find_debuginfo && s.find_source && s.set_progress &&
        (s.client = s.begin()) && (made = malloc(sizeof *made)))
        *made = s;
    else if (s.client)
        s.end(s.client);
    if (!made)
        dlclose(s.library);
    return made;
}

void source_server_free(struct source_server *server)
{
    if (!server)
        return;
    server->end(server->client);
    dlclose(server->library);
    free(server);
}

void source_server_watch(struct source_server *server, debuginfod_client *client)
{
    if (!server || !client)
        return;
    search.server = server;
    search.last = 0;
    search.since = search.began = now();
    server->set_progress(client, progress);
}

void source_server_answered(struct source_server *server, bool found)
{
    if (!server || found)
        return;
    server->silent |= now() - search.began >= server->wait;
    if (server->silent)         /* no client in this process asks it from now on */
        unsetenv(DEBUGINFOD_URLS_ENV_VAR);
}

/* The client opens what it has found. */
static char *closed(struct source_server *server, int fd, char *path)
{
    source_server_answered(server, fd >= 0);
    if (fd < 0)
        return NULL;
    close(fd);
    return path;
}

char *source_server_debug(struct source_server *server, const char *build)
{
    char *path = NULL;
    source_server_watch(server, server->client);
    int fd = server->find_debuginfo(server->client, (const unsigned char *)build, 0, &path);
    return closed(server, fd, path);
}

char *source_server_file(struct source_server *server, const char *build, const char *file)
{
    char *path = NULL;
    source_server_watch(server, server->client);
    int fd = server->find_source(server->client, (const unsigned char *)build, 0, file, &path);
    return closed(server, fd, path);
}
