/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/bounds_file.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *skip_blanks(char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

/* The first word, or what stands in quotes; *rest is what follows.  NULL: a quote
 * is not closed, or nothing is in it. */
static char *take_target(char *p, char **rest)
{
    char *start = p;
    if (*p == '"') {
        start++;
        p = strchr(start, '"');
        if (!p || p == start)
            return NULL;
    } else {
        while (*p && !isspace((unsigned char)*p))
            p++;
    }
    *rest = *p ? p + 1 : p;
    *p = 0;
    return start;
}

/* A comment starts the line or follows a blank: names may have a "#2". */
static void cut_comment(char *line)
{
    for (char *p = line; *p; p++)
        if (*p == '#' && (p == line || isspace((unsigned char)p[-1]))) {
            *p = 0;
            break;
        }
    for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]);)
        line[--n] = 0;
}

/* One line; 0, -1 (no memory) or 1 with what is wrong. */
static int take_line(struct bounds *bounds, char *text, size_t line, const char **what)
{
    char *rest;
    cut_comment(text);
    text = skip_blanks(text);
    if (!*text)
        return 0;
    struct bound bound = { .target = take_target(text, &rest), .line = line };
    *what = "the target's closing quote is missing";
    if (!bound.target)
        return 1;
    rest = skip_blanks(rest);
    *what = "a limit is missing: a line is TARGET LIMIT";
    if (!*rest)
        return 1;
    bound.ignore = strcmp(rest, "ignore") == 0;
    *what = "unknown class; there are "
#define COST_CLASS(id, number, name, term, power, logs) name ", "
#define COST_EXPONENTIAL(id, number, name) name ", "
#include "algoprof/cost_classes.def"
            "any n^NUMBER, and ignore";
    if (!bound.ignore && !limit_parse(rest, &bound.limit))
        return 1;
    if (array_grow(&bounds->list, &bounds->cap, bounds->n + 1, sizeof bound) != 0 ||
        !(bound.target = strdup(bound.target)))
        return -1;
    bounds->list[bounds->n++] = bound;
    return 0;
}

int bounds_read(const char *path, bounds_complain *complain, struct bounds *bounds,
                struct err *err)
{
    char *text = NULL;
    size_t room = 0, line = 0;
    ssize_t len;
    int result = 0;
    FILE *in = fopen(path, "re");
    *bounds = (struct bounds){ .path = strdup(path) };
    if (!in)
        return err_set(err, "cannot be opened: %s", strerror(errno));
    while (result >= 0 && (errno = 0, len = getline(&text, &room, in)) >= 0) {
        /* After a loss of power a file may have nothing else: it would pass for empty. */
        const char *what = "a NUL byte: not text";
        line++;
        int status = memchr(text, 0, (size_t)len) ? 1 : take_line(bounds, text, line, &what);
        if (status > 0)
            complain(path, line, what);
        result = status < 0 ? -1 : result | status;
    }
    int bad = result >= 0 && !feof(in) ? errno : 0;
    fclose(in);
    free(text);
    if (result < 0 || !bounds->path)
        return err_memory(err);
    return bad ? err_set(err, "cannot be read: %s", strerror(bad)) : result;
}

void bounds_free(struct bounds *bounds)
{
    for (size_t i = 0; i < bounds->n; i++)
        free(bounds->list[i].target);
    free(bounds->list);
    free(bounds->path);
    *bounds = (struct bounds){ 0 };
}

/* Is `part` the path's end, at a whole component? */
static bool file_matches(const char *path, const char *part, size_t len)
{
    size_t n = strlen(path);
    return len > 0 && len <= n && memcmp(path + n - len, part, len) == 0 &&
           (len == n || path[n - len - 1] == '/' || *part == '/');
}

bool bounds_target_is(const char *target, const struct target_key *key)
{
    if (fnmatch(target, key->name, 0) == 0 || fnmatch(target, key->function, 0) == 0)
        return true;
    const char *colon = strrchr(target, ':');
    if (!colon || !file_matches(key->file, target, (size_t)(colon - target)))
        return false;
    if (colon[1] && colon[1 + strspn(colon + 1, "0123456789")] == 0)
        return strtoul(colon + 1, NULL, 10) == key->line;
    return fnmatch(colon + 1, key->name, 0) == 0;
}

const struct bound *bounds_find(struct bounds *bounds, const struct target_key *key, bool mark)
{
    const struct bound *found = NULL;
    for (size_t i = 0; i < bounds->n; i++)
        if (bounds_target_is(bounds->list[i].target, key)) {
            bounds->list[i].matched |= mark;
            found = &bounds->list[i];
        }
    return found;
}
