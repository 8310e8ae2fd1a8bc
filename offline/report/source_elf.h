/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source files by the debugging information of a program.
 */
#ifndef OFFLINE_SOURCE_ELF_H
#define OFFLINE_SOURCE_ELF_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>

#include "report/source_server.h"

/* Programs that were opened, so that many targets cost no more than one.  Of one
 * thread.  server: or NULL; how long elfutils may wait for it; the set does not own it.
 * NULL: no memory. */
struct elf_set;
struct elf_set *elf_set_new(struct source_server *server);
void elf_set_free(struct elf_set *set);

/* The path of the source file that the program (or file of separate debugging
 * information) at `path`, or what elfutils finds for it by build-id, debug link or
 * debuginfod, names for what was compiled as `file`; malloc'ed.  build: the
 * build-id that the program must have, in hexadecimal; "": any.  wanted: which of
 * the paths will do.  NULL: it is another program, it has no DWARF, names no such
 * file, or no memory. */
char *source_by_dwarf(struct elf_set *set, const char *path, const char *build, const char *file,
                      bool (*wanted)(const char *));

/* The module with that build-id that was opened already, if it is there; NULL: it was not, or there is none. */
Dwfl_Module *elf_module_of_build(struct elf_set *set, const char *build);

/* Was it looked for in vain? */
bool elf_is_missing(const struct elf_set *set, const char *build);

/* Opens what lies at `path' as the module of that build-id; NULL: there is none.  NULL: it cannot be had. */
Dwfl_Module *elf_module_open(struct elf_set *set, const char *build, const char *path);

#endif
