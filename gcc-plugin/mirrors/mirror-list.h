/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions are to have a mirror, a traced copy of their instructions (mirror.h), which have one, and which
 * need none (nothing-to-trace.h). */
#ifndef ALGOPROF_MIRROR_LIST_H
#define ALGOPROF_MIRROR_LIST_H

#include "compat/gcc-compat.h"

/* Before the function is compiled. */
void want_mirror (tree fndecl);
bool wants_mirror (tree fndecl);

/* Traced code calls the function itself. */
void need_no_mirror (tree fndecl);
bool needs_no_mirror (tree fndecl);

/* Its mirror's entry is written. */
void note_mirror (tree fndecl);
bool has_mirror (tree fndecl);

/* The assembler's name of the mirror's entry. */
std::string mirror_name (tree fndecl);

#endif
