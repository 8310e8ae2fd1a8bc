/* SPDX-License-Identifier: GPL-3.0-or-later
 * From marks in the source and on the command line to markers in the code. */
#ifndef ALGOPROF_MARKS_H
#define ALGOPROF_MARKS_H

#include "gcc-compat.h"

/* PLUGIN_PRE_GENERICIZE callback: put markers into a function's tree. */
void mark_function (void *fndecl, void *);

/* Should every loop of the function be a target, also those that no statement
   of the source stands for?  Then the site for the one at this place. */
bool wants_all_loops (tree fndecl);
std::string site_of_other_loop (tree fndecl, location_t, unsigned number);

/* At the unit's end: warn about targets of the command line without match. */
void report_unmatched_targets (void);

#endif
