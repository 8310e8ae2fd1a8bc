/* SPDX-License-Identifier: GPL-3.0-or-later
 * Marks by place: which loop's statement a pragma or FILE:LINE means. */
#ifndef ALGOPROF_STATEMENT_OF_MARK_H
#define ALGOPROF_STATEMENT_OF_MARK_H

#include "compat/gcc-compat.h"
#include "mark/list-statements.h"

/* Choose the loops of a function that pragmas and FILE:LINE targets mean.  Call it once for each
   function, those inside another one before that. */
void choose_by_place (function_items *, tree fndecl);

/* PLUGIN_FINISH_PARSE_FUNCTION callback: what a template that is not instantiated, or is later,
   has of the marks in it. */
void note_parsed_function (void *fndecl, void *);

/* Where the definition begins: C may keep the place of a header's declaration. */
expanded_location definition_start (tree fndecl);

/* do { … } while (0) is how macros make statements, not a loop. */
bool never_repeats (const item &);

#endif
