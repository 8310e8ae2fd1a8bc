/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The source around a target, if it can be found.
 *
 * Logs may come from anybody, and a report is passed on: only files below the
 * given folders, or that a given program or the debugging information in a given
 * folder or on a debuginfod server says it was compiled from, are read, and only those
 * with a name of C or C++ source.
 */
#ifndef OFFLINE_SOURCE_H
#define OFFLINE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "point/log_points.h"
#include "report/source_elf.h"
#include "report/source_server.h"

struct source_list {
    const char **path;
    size_t n;
};

/* Where to look; the first that has the file counts. */
struct source_roots {
    struct source_list places;  /* folders and programs */
    struct source_list debug;   /* folders with debugging information by build-id */
    struct elf_set *elves;      /* programs that were opened already */
    struct source_server *server;       /* asked at last; NULL: none */
};

/* The path is kept as it is.  0, or -1 (no memory). */
int source_list_add(struct source_list *list, const char *path);

/* Adds the usual places: the working folder if no place was given, and
 * /usr/lib/debug.  0, or -1 (no memory).  Either way close. */
int source_roots_open(struct source_roots *roots);
void source_roots_close(struct source_roots *roots);

struct source {
    char *path;                 /* to show: below a folder as it was given, else as compiled */
    int64_t changed;            /* seconds since 1970 */
    uint32_t first;             /* number of the first line */
    char **line;                /* clean UTF-8, without the line's end */
    size_t n;
};

/* Lines around a target in the file that it was compiled from: from the
 * function's beginning (function_line, 0: unknown) if that is near.  Below a
 * folder the file is looked for by its whole name, then without its first folder,
 * and so on; then by its .build-id folder; by a program with the target's build-id as
 * its DWARF names it; at last on a debuginfod server, which has the sources with the
 * build.  0 if found, 1 if not, -1 (no memory). */
int source_find(const struct source_roots *roots, const struct target_key *key,
                uint32_t function_line, struct source *out);
void source_free(struct source *source);

#endif
