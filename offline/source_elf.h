/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source files by the debugging information of a program.
 */
#ifndef OFFLINE_SOURCE_ELF_H
#define OFFLINE_SOURCE_ELF_H

/* The path of the source file that program `elf`, or its separate debugging
 * information (by build-id, debug link or debuginfod), names for what was
 * compiled as `file`; malloc'ed.  build: the build-id that the program must have,
 * in hexadecimal; "": any.  NULL: it is another program, it has no DWARF, names
 * no such file, or no memory. */
char *source_by_dwarf(const char *elf, const char *build, const char *file);

#endif
