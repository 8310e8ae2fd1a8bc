/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The names of code that called, by the symbols and debugging information of its module.
 */
#ifndef OFFLINE_CALLER_NAMES_H
#define OFFLINE_CALLER_NAMES_H

#include "blame/paths.h"
#include "report/source.h"

/* As blame_naming; roots: a struct source_roots.  The module is the program or library with that build-id that is one
 * of the places, lies in one of the folders, or below their .build-id; or what a debuginfod server has of it. */
int frames_name(void *roots, const char *build, uint64_t offset, struct blame_names *names);

#endif
