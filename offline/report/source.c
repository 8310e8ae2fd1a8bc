/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/source.h"

#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BEFORE 12               /* lines shown before the target at least */
#define BEFORE_MAX 40           /* if its function begins there */
#define AFTER 30
#define MAX_FILE (64 << 20)
#define MAX_LINE 400            /* bytes of a line that are shown */

int source_list_add(struct source_list *list, const char *path)
{
    const char **more = realloc(list->path, (list->n + 1) * sizeof *more);
    if (!more)
        return -1;
    list->path = more;
    list->path[list->n++] = path;
    return 0;
}

int source_roots_open(struct source_roots *roots)
{
    roots->server = source_server_new();
    roots->elves = elf_set_new(roots->server);
    if (!roots->elves || (roots->places.n == 0 && source_list_add(&roots->places, ".") != 0))
        return -1;
    return source_list_add(&roots->debug, "/usr/lib/debug");
}

void source_roots_close(struct source_roots *roots)
{
    elf_set_free(roots->elves);
    source_server_free(roots->server);
    free(roots->places.path);
    free(roots->debug.path);
    *roots = (struct source_roots){ 0 };
}

static bool is_source_name(const char *file)
{
    static const char *const suffixes[] = { ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",  ".h",
                                            ".hh",  ".hpp", ".hxx", ".h++", ".H",   ".inc", ".inl",
                                            ".ipp", ".tcc", ".def", ".y",   ".l",   ".re" };
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(dot, suffixes[i]) == 0)
            return true;
    return false;
}

static bool is_readable_source(const char *file)
{
    return is_source_name(file) && access(file, R_OK) == 0;
}

/* The real path of root/name if that is a file below root.  NULL: it is not. */
static char *file_below(const char *root, const char *name)
{
    struct stat st;
    char *top = realpath(root, NULL), *path = NULL, *joined = NULL;
    if (top && asprintf(&joined, "%s/%s", top, name) > 0)
        path = realpath(joined, NULL);
    size_t len = top ? strlen(top) : 0;
    int below = path && strncmp(path, top, len) == 0 && (path[len] == '/' || len == 1);
    if (!below || !is_source_name(path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        st.st_size > MAX_FILE) {
        free(path);
        path = NULL;
    }
    free(joined);
    free(top);
    return path;
}

/* The file as a program names it. */
static char *file_of(const struct source_roots *roots, const char *program,
                     const struct target_key *key)
{
    return source_by_dwarf(roots->elves, program, key->build, key->file, is_readable_source);
}

/* The file as separate debugging information names it, which a folder has by
 * build-id as /usr/lib/debug does. */
static char *file_by_build(const struct source_roots *roots, const char *folder,
                           const struct target_key *key)
{
    char *debug = NULL, *path = NULL;
    if (strlen(key->build) > 2 &&
        asprintf(&debug, "%s/.build-id/%.2s/%s.debug", folder, key->build, key->build + 2) > 0) {
        if (access(debug, R_OK) == 0)
            path = file_of(roots, debug, key);
        free(debug);
    }
    return path;
}

/* A server's copy of the file: the build's debugging information knows its name. */
static char *file_on_server(const struct source_roots *roots, const struct target_key *key)
{
    char *name = NULL, *path = NULL;
    char *debug = key->build[0] ? source_server_debug(roots->server, key->build) : NULL;
    if (debug)
        name = source_by_dwarf(roots->elves, debug, key->build, key->file, is_source_name);
    if (name)
        path = source_server_file(roots->server, key->build, name);
    free(name);
    free(debug);
    return path;
}

/* A path to show: as the root was given, without what only this machine knows. */
static char *shown_below(const char *root, const char *name)
{
    char *shown = NULL;
    size_t len = strlen(root);
    while (len > 1 && root[len - 1] == '/')
        len--;
    if (strcmp(root, ".") == 0)
        return strdup(name);
    return asprintf(&shown, "%.*s%s%s", (int)len, root, root[len - 1] == '/' ? "" : "/", name) < 0
               ? NULL : shown;
}

/* The file's path, and in *shown the one to show; both malloc'ed. */
static char *find_below(const struct source_roots *roots, const char *root,
                        const struct target_key *key, char **shown)
{
    struct stat st;
    char *path = NULL;
    bool program = stat(root, &st) == 0 && S_ISREG(st.st_mode);
    for (const char *name = key->file; *name && !program;) {
        path = file_below(root, name);
        if (path) {
            *shown = shown_below(root, name + strspn(name, "/"));
            return path;
        }
        name += strcspn(name, "/");
        name += strspn(name, "/");
    }
    path = program ? file_of(roots, root, key) : file_by_build(roots, root, key);
    if (path)
        *shown = strdup(key->file);
    return path;
}

static char *find_file(const struct source_roots *roots, const struct target_key *key, char **shown)
{
    char *path = NULL;
    for (size_t i = 0; i < roots->places.n && !path; i++)
        path = find_below(roots, roots->places.path[i], key, shown);
    if (path)
        return path;
    for (size_t i = 0; i < roots->debug.n && !path; i++)
        path = file_by_build(roots, roots->debug.path[i], key);
    if (!path && roots->server)
        path = file_on_server(roots, key);
    if (path)
        *shown = strdup(key->file);
    return path;
}

static int add_line(struct source *out, size_t *cap, const char *text, size_t len)
{
    while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r'))
        len--;
    if (array_grow(&out->line, cap, out->n + 1, sizeof *out->line) != 0)
        return -1;
    /* Tabs would become question marks. */
    char *spread = malloc(8 * len + 1);
    size_t n = 0;
    for (size_t i = 0; spread && i < len && n < MAX_LINE; i++) {
        spread[n++] = text[i] == '\t' ? ' ' : text[i];
        while (text[i] == '\t' && n % 8 != 0)
            spread[n++] = ' ';
    }
    out->line[out->n] = spread ? text_clean(spread, n) : NULL;
    free(spread);
    return out->line[out->n] ? (out->n++, 0) : -1;
}

static int read_lines(FILE *in, uint32_t from, uint32_t to, struct source *out)
{
    char *text = NULL;
    size_t room = 0, cap = 0;
    ssize_t len;
    int result = 0;
    for (uint32_t i = 1; i <= to && result == 0 && (len = getline(&text, &room, in)) >= 0; i++)
        if (i >= from)
            result = add_line(out, &cap, text, (size_t)len);
    free(text);
    return result;
}

int source_find(const struct source_roots *roots, const struct target_key *key,
                uint32_t function_line, struct source *out)
{
    uint32_t line = key->line;
    struct stat st;
    uint32_t from = line > BEFORE ? line - BEFORE : 1;
    *out = (struct source){ 0 };
    if (function_line > 0 && function_line <= line && line - function_line <= BEFORE_MAX)
        from = function_line > 1 ? function_line - 1 : 1;
    char *shown = NULL, *path = find_file(roots, key, &shown);
    FILE *in = path ? fopen(path, "re") : NULL;
    int result = 1;
    if (in && shown && fstat(fileno(in), &st) == 0) {
        out->path = shown;
        shown = NULL;
        out->changed = st.st_mtime;
        out->first = from;
        result = read_lines(in, from, line > UINT32_MAX - AFTER ? line : line + AFTER, out);
        if (result == 0 && from + out->n <= line)   /* a shorter file: not the one compiled */
            result = 1;
    }
    if (in)
        fclose(in);
    free(path);
    free(shown);
    if (result != 0)
        source_free(out);
    return result;
}

void source_free(struct source *source)
{
    for (size_t i = 0; i < source->n; i++)
        free(source->line[i]);
    free(source->line);
    free(source->path);
    *source = (struct source){ 0 };
}
