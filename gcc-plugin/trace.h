/* SPDX-License-Identifier: GPL-3.0-or-later
 * Memory accesses in GCC's intermediate code. */
#ifndef ALGOPROF_TRACE_H
#define ALGOPROF_TRACE_H

#include "gcc-compat.h"
#include "ranges.h"
#include "report.h"

/* The plan of a loop all of which can be told before it is entered (ranges.h), and that
   calls nothing that would be traced; false: it is none.  body: as there. */
bool plan_ahead (class loop *, basic_block body, whole_plan *, coverage *);

/* A variable of -fprofile-generate's: not the program's memory. */
bool is_profile_counter (tree base);

/* Is it memory: all but SSA names, hard registers and scalar locals whose address is never taken? */
bool is_memory (tree base);

/* Can the address of the reference be taken as it is? */
bool has_plain_address (tree ref);

/* The address, for records: without making its object address-taken. */
tree traced_address (gimple_seq *, tree address);

#endif
