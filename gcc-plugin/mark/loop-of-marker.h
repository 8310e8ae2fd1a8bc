/* SPDX-License-Identifier: GPL-3.0-or-later
 * Finding the loop that belongs to a marker in the control flow graph. */
#ifndef ALGOPROF_LOOP_OF_MARKER_H
#define ALGOPROF_LOOP_OF_MARKER_H

#include "compat/gcc-compat.h"
#include "mark/marker.h"

/* A place where executions of a target begin: with its loop, or without one,
   where GCC has removed it (it never repeats there). */
struct marked_loop
{
  class loop *loop;             /* NULL: gone */
  std::string text;
  location_t where;
  std::vector<gimple *> entries;        /* all on ways into the loop */
};

/* Outermost loops first.  Needs loop structures and dominators, as the next. */
std::vector<marked_loop> find_marked_loops (const std::vector<marker> &);
/* The first that is not gone; false: none is left. */
bool find_next_loop (const std::vector<marker> &, marked_loop *next);

/* The BODY markers by which this loop counts: not those of a target of the
   same text inside it. */
std::vector<gimple *> own_bodies (class loop *, const std::string &text,
                                  const std::vector<marker> &);

/* A loop that is gone: is there none of its iterations left either? */
bool never_iterates (const marked_loop &, const std::vector<marker> &);

std::vector<basic_block> blocks_of (class loop *);

/* How often blocks run, as GCC guesses. */
typedef std::map<basic_block, profile_count> block_counts;

/* A variable that has another value in each iteration, however long the loop runs. */
bool never_runs_over (tree type, const affine_iv &);

/* After edges or statements were added. */
void recompute_dominators (void);
/* All of it: dominators, SSA form, loops.  Each takes as long as the function is large. */
void repair_ssa (void);

/* A place in the source for messages about a loop. */
location_t loop_location (class loop *);

#endif
