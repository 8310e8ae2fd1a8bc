/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recording the memory accesses of code that runs only in sampled instances. */
#ifndef ALGOPROF_TRACE_H
#define ALGOPROF_TRACE_H

#include "gcc-compat.h"
#include "ranges.h"
#include "report.h"

typedef std::set<gimple *> statement_set;

/* Put a record before each access and model or mark each call in these blocks,
   if it is one of `statements' (the blocks may hold ways out), and send calls to
   instrumented clones where there are any.  A function whose
   first block is among them is traced as a whole: its parameters are no input.
   Result: what is left to be inserted, in loops. */
range_plan trace_blocks (const std::vector<basic_block> &, const statement_set &, coverage *);

/* The plan of a loop all of which can be told before it is entered (ranges.h), and that
   calls nothing that would be traced; false: it is none.  body: as there. */
bool plan_ahead (class loop *, basic_block body, whole_plan *, coverage *);

/* A variable of -fprofile-generate's: not the program's memory. */
bool is_profile_counter (tree base);

/* Is it memory: all but SSA names, hard registers and scalar locals whose address is never taken? */
bool is_memory (tree base);

/* A statement whose accesses a trace will miss: counted by name. */
void trace_opaque (gimple *, const char *name);

/* Can the address of the reference be taken as it is? */
bool has_plain_address (tree ref);

/* The address, for records: without making its object address-taken. */
tree traced_address (gimple_seq *, tree address);

#endif
