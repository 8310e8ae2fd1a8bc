/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the clauses rate(N) and limit(CLASS) of marks take; the command line takes rates, too. */
#ifndef ALGOPROF_CLAUSES_H
#define ALGOPROF_CLAUSES_H

#include "compat/gcc-compat.h"

/* N or "auto" into a rate; false if it is neither or N is not in
   1 .. 2^32 - 2. */
bool parse_rate (const char *text, unsigned *rate);

/* A class of cost functions ("n log n", blanks aside) into the bits of
   ALGOPROF_S_LIMIT; false if there is none of that name. */
bool parse_limit (const std::string &text, unsigned *flags);

/* The names of those classes, for messages: "1, log n, ...". */
std::string limit_names ();

#endif
