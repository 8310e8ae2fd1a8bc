/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/compile.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WHERE "{flags}"

/* The first line that a command prints; "" if it fails. */
static void first_line(const char *command, char *out, size_t room)
{
    FILE *stream = popen(command, "re");
    out[0] = '\0';
    if (!stream)
        return;
    if (fgets(out, (int)room, stream))
        out[strcspn(out, "\n")] = '\0';
    if (pclose(stream) != 0)
        out[0] = '\0';
}

/* In single quotes, for sh. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (const char[]){ *text, '\0' }, out);
    fputc('\'', out);
}

/* What the compiler that the command names says of itself. */
static void ask(const char *command, const char *option, char *out, size_t room)
{
    char text[512];
    size_t word = strcspn(command, " \t");
    snprintf(text, sizeof text, "%.*s %s 2>/dev/null", (int)(word < 256 ? word : 0), command, option);
    first_line(text, out, room);
}

struct place {
    char plugin[PATH_MAX], library[PATH_MAX], include[PATH_MAX];
};

static bool is_there(char *out, const char *folder, const char *name)
{
    int len = snprintf(out, PATH_MAX, "%s/%s", folder, name);
    return len > 0 && len < PATH_MAX && access(out, R_OK) == 0;
}

static bool is_in(struct place *p, const char *lib, const char *plugin, const char *include)
{
    char runtime[PATH_MAX];
    if (!is_there(p->plugin, lib, plugin) || !is_there(runtime, lib, "librt-sample.a"))
        return false;
    snprintf(p->library, sizeof p->library, "%s", lib);
    snprintf(p->include, sizeof p->include, "%s", include);
    return true;
}

/* Beside the tool: where it was built, or below the prefix that it was installed to. */
static bool find(const char *command, struct place *p)
{
    static const char installed[] = "algoprof/algoprof.so";
    char tool[PATH_MAX] = "", machine[64], lib[PATH_MAX + 128], include[PATH_MAX + 16];
    if (readlink("/proc/self/exe", tool, sizeof tool - 1) <= 0)
        return false;
    *strrchr(tool, '/') = '\0';
    ask(command, "-print-multiarch", machine, sizeof machine);
    snprintf(include, sizeof include, "%s/../include", tool);
    if (is_in(p, tool, "algoprof.so", include))
        return true;
    const char *const names[] = { "lib", "lib64" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(lib, sizeof lib, "%s/../%s", tool, names[i]);
        if (is_in(p, lib, installed, include))
            return true;
        snprintf(lib, sizeof lib, "%s/../%s/%s", tool, names[i], machine);
        if (machine[0] && is_in(p, lib, installed, include))
            return true;
    }
    return false;
}

/* Does the command call one of algoprof's own compilers, which add the plugin and the library themselves? */
static bool adds_plugin(const char *command)
{
    static const char own[] = "algoprof-";
    size_t word = strcspn(command, " \t"), name = word;
    while (name > 0 && command[name - 1] != '/')
        name--;
    return strncmp(command + name, own, sizeof own - 1) == 0;
}

/* Where the command's first argument for the plugin begins, with its quote; NULL: it has none.  GCC wants the plugin
 * before it. */
static const char *first_argument(const char *command)
{
    const char *at = strstr(command, "-fplugin-arg-");
    while (at && at > command && strchr("'\"", at[-1]))
        at--;
    return at;
}

static void put_plugin(FILE *out, const struct place *p)
{
    fputs("-fplugin=", out);
    if (p)
        put_quoted(out, p->plugin);
    else
        fputs("algoprof", out);
}

static void put_library(FILE *out, const struct place *p)
{
    if (p) {
        fputs(" -I", out);
        put_quoted(out, p->include);
        fputs(" -L", out);
        put_quoted(out, p->library);
        fputs(" -l:librt-sample.a", out);
    } else {
        fputs(" -lrt-sample", out);
    }
}

/* What stands at {flags}.  p: of the plugin's place; NULL: the compiler finds all by name. */
static void put_flags(FILE *out, const struct place *p, bool plugin, bool library, const char *target)
{
    if (plugin)
        put_plugin(out, p);
    if (library)
        put_library(out, p);
    if (target) {
        fputs(" -fplugin-arg-algoprof-target=", out);
        put_quoted(out, target);
    }
}

char *compile_command(const char *command, const char *target, struct err *err)
{
    struct place place;
    char *out = NULL;
    size_t room = 0;
    FILE *stream = open_memstream(&out, &room);
    if (!stream) {
        err_memory(err);
        return NULL;
    }
    bool adds = adds_plugin(command);
    const struct place *p = !adds && find(command, &place) ? &place : NULL;
    const char *end = command + strlen(command), *where = strstr(command, WHERE), *until = where ? where : end;
    const char *argument = adds ? NULL : first_argument(command), *rest = command;
    if (argument && argument < until) {
        fprintf(stream, "%.*s", (int)(argument - command), command);
        put_plugin(stream, p);
        fputc(' ', stream);
        rest = argument;
    }
    fprintf(stream, "%.*s%s", (int)(until - rest), rest, where ? "" : " ");
    put_flags(stream, p, !adds && rest == command, !adds, target);
    if (where)
        fputs(where + strlen(WHERE), stream);
    if (fclose(stream) == 0)
        return out;
    err_memory(err);
    free(out);
    return NULL;
}
