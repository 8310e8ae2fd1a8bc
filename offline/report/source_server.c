/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/source_server.h"

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <stdlib.h>
#include <unistd.h>

struct source_server {
    void *library;
    debuginfod_client *client;
    __typeof__(debuginfod_begin) *begin;
    __typeof__(debuginfod_end) *end;
    __typeof__(debuginfod_find_debuginfo) *find_debuginfo;
    __typeof__(debuginfod_find_source) *find_source;
};

struct source_server *source_server_new(void)
{
    const char *urls = getenv(DEBUGINFOD_URLS_ENV_VAR);
    struct source_server s = { 0 };
    if (!urls || !*urls || !(s.library = dlopen(DEBUGINFOD_SONAME, RTLD_NOW | RTLD_LOCAL)))
        return NULL;
    s.begin = dlsym(s.library, "debuginfod_begin");
    s.end = dlsym(s.library, "debuginfod_end");
    s.find_debuginfo = dlsym(s.library, "debuginfod_find_debuginfo");
    s.find_source = dlsym(s.library, "debuginfod_find_source");
    struct source_server *made = NULL;
    if (s.begin && s.end && s.find_debuginfo && s.find_source && (s.client = s.begin()) &&
        (made = malloc(sizeof *made)))
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

/* The client opens what it has found. */
static char *closed(int fd, char *path)
{
    if (fd < 0)
        return NULL;
    close(fd);
    return path;
}

char *source_server_debug(struct source_server *server, const char *build)
{
    char *path = NULL;
    int fd = server->find_debuginfo(server->client, (const unsigned char *)build, 0, &path);
    return closed(fd, path);
}

char *source_server_file(struct source_server *server, const char *build, const char *file)
{
    char *path = NULL;
    int fd = server->find_source(server->client, (const unsigned char *)build, 0, file, &path);
    return closed(fd, path);
}
