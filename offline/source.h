/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The source around a target, if it can be found.
 *
 * Logs may come from anybody, and a report is passed on: only files below the
 * given folders, or that a given program or the debugging information in a given
 * folder says it was compiled from, are read, and only those with a name of C or C++
 * source.
 */
#ifndef OFFLINE_SOURCE_H
#define OFFLINE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "point.h"
#include "source_elf.h"

struct source_roots {
    const char **path;          /* folders and programs, the first that has the file counts */
    size_t n;
    struct elf_set *elves;      /* programs that were opened already */
};

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
 * its DWARF names it.  0 if found, 1 if not, -1 (no memory). */
int source_find(const struct source_roots *roots, const struct target_key *key,
                uint32_t function_line, struct source *out);
void source_free(struct source *source);

#endif
