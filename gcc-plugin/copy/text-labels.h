/* SPDX-License-Identifier: GPL-3.0-or-later
 * Strings that traced code hands to the runtime: names of calls, steps of library functions. */
#ifndef ALGOPROF_TEXT_LABELS_H
#define ALGOPROF_TEXT_LABELS_H

#include "compat/gcc-compat.h"

/* A label for the string, of which the unit has one. */
std::string string_label (const std::string &);

/* At the unit's end, to the assembler's file. */
void write_strings (void);

#endif
