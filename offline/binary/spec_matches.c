/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "binary/spec_matches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/demangle.h"

/* What is after the last "::". */
static const char *unqualified(const char *name)
{
    for (const char *colon; (colon = strstr(name, "::")) != NULL;)
        name = colon + 2;
    return name;
}

/* Are they equal, or is one the end of the other behind a "/"? */
static bool is_same_file(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), least = n < m ? n : m;
    const char *longer = n > m ? a : b;
    return strcmp(a + n - least, b + m - least) == 0 &&
           (n == m || longer[(n > m ? n : m) - least - 1] == '/');
}

static bool fits_line(const struct binary *b, const char *file, unsigned long line)
{
    for (size_t i = 0; i < b->n_sites; i++)
        if (b->sites[i].line >= line && is_same_file(b->sites[i].file, file))
            return true;
    for (size_t i = 0; i < b->n_refused; i++)
        if (b->refused[i].line >= line && is_same_file(b->refused[i].file, file))
            return true;
    return false;
}

/* A refusal does not have its function's name, but its reason often does. */
static bool fits_function(const struct binary *b, const char *function)
{
    char room[DEMANGLED_ROOM], quoted[DEMANGLED_ROOM + 8];
    const char *name = unqualified(demangle(function, room));
    for (size_t i = 0; i < b->n_sites; i++)
        if (strcmp(unqualified(b->sites[i].function), name) == 0)
            return true;
    snprintf(quoted, sizeof quoted, "'%.500s'", name);
    for (size_t i = 0; i < b->n_refused; i++)
        if (strstr(b->refused[i].reason, quoted))
            return true;
    return false;
}

static bool fits(const struct binary *b, char *spec)
{
    char *colon = strrchr(spec, ':');
    bool tail = colon && colon[1] && (colon == spec || colon[-1] != ':');
    bool found;
    if (strcmp(spec, "*") == 0)
        return true;
    if (tail)
        *colon = '\0';
    found = tail && colon[1] >= '0' && colon[1] <= '9' ? fits_line(b, spec, strtoul(colon + 1, NULL, 10))
                                                      : fits_function(b, spec);
    if (tail)
        *colon = ':';
    return found;
}

long spec_matches_check(const char *path, const struct binary *binary, spec_unmatched *unmatched, void *arg,
                     struct err *err)
{
    FILE *in = fopen(path, "re");
    char *text = NULL;
    size_t room = 0;
    long n = 0;
    if (!in)
        return err_set(err, "%s", strerror(errno));
    for (unsigned line = 1; getline(&text, &room, in) >= 0; line++) {
        text[strcspn(text, "#\r\n")] = '\0';
        char *spec = text + strspn(text, " \t");
        for (size_t len = strlen(spec); len > 0 && strchr(" \t", spec[len - 1]);)
            spec[--len] = '\0';
        if (*spec && !fits(binary, spec)) {
            unmatched(arg, line, spec);
            n++;
        }
    }
    if (ferror(in))
        n = err_set(err, "%s", strerror(errno));
    free(text);
    fclose(in);
    return n;
}
