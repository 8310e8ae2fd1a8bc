/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is in a function that in-house mode has something to do with. */
#ifndef ALGOPROF_INHOUSE_CONTENTS_H
#define ALGOPROF_INHOUSE_CONTENTS_H

#include "inhouse/accesses.h"
#include "inhouse/library.h"
#include "mark/marker.h"

/* May a call of it take the frame's place? */
bool begins_with_enter (tree fndecl);

struct abnormal_edges
{
  bool any, others;             /* others: than computed jumps' */
};

abnormal_edges find_abnormal_edges (function *);

struct contents
{
  origin_table origins;
  std::vector<memory_use> uses;
  std::vector<gcall *> calls;
  std::vector<gimple *> returns;
  std::vector<basic_block> landings;
  std::vector<marker> loops;            /* where they begin and end */
  std::map<gimple *, int> block;        /* of calls, returns and markers, as the program has them */
};

void look_at (function *, const loop_regions &, contents *);

bool is_resume (gcall *);
library_call described (gcall *);
/* May instrumented code run in it? */
bool may_enter (const library_call &);
/* Does it call nothing that may begin an activation? */
bool is_leaf (const contents &);

#endif
