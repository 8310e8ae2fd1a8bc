/* SPDX-License-Identifier: GPL-3.0-or-later
 * '#pragma algoprof loop [name(word)] [rate(N)] [limit(CLASS)]' as the preprocessor sees it. */
#ifndef ALGOPROF_PRAGMA_H
#define ALGOPROF_PRAGMA_H

#include "compat/gcc-compat.h"
#include "site/site.h"

struct loop_pragma
{
  location_t where;
  expanded_location place;
  bool is_operator;             /* _Pragma ("…"), perhaps in a macro */
  bool near_start;              /* an operator in the line's first columns */
  location_t point;             /* its place in the order of the text (text_point); of
                                   an operator, where the lexer was */
  std::string name;             /* name() clause, or empty */
  clauses asked;
  unsigned limit = 0;           /* limit() clause: bits of ALGOPROF_S_LIMIT */
  bool matched = false;         /* belongs to the loop at `loop' */
  expanded_location loop;       /* column 0: only its line is known */
};

/* Where a location stands in the order in which the unit is read: comparable,
   for what comes from a macro the place of its expansion. */
location_t text_point (location_t);

/* All pragmas seen so far, in the order of the text. */
extern std::vector<loop_pragma> loop_pragmas;

/* PLUGIN_PRAGMAS callback. */
void watch_pragmas (void *, void *);

#endif
