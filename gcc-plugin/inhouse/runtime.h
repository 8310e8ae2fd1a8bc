/* SPDX-License-Identifier: GPL-3.0-or-later
 * What instrumented functions call and refer to (include/algoprof/inhouse_abi.h). */
#ifndef ALGOPROF_INHOUSE_RUNTIME_H
#define ALGOPROF_INHOUSE_RUNTIME_H

#include "arch/machine.h"
#include "compat/gcc-compat.h"

/* What stands for the running activation in a function. */
struct activation
{
  tree frame;           /* SSA name: of the function's activation */
  tree running;         /* a variable: that one's, or of a loop in it; NULL_TREE: it has none */
  tree stamps;          /* SSA name: a field of it */
  tree stamp;           /* a variable that SSA form is made of later; NULL_TREE: it is loaded where it is needed */
  tree cost;            /* likewise; NULL_TREE: counted in the frame */
  tree directory, mine; /* SSA names: of its thread, with trms */
};

/* Emits the function's descriptor, and gives its address. */
tree routine_of (function *);
/* Likewise of a loop, by its site. */
tree routine_of_loop (const std::string &text);

/* Likewise of a function that is called; fndecl: NULL_TREE for one that a pointer leads to. */
tree callee_of (tree fndecl);

/* The running activation's frame, as an SSA name. */
tree put_running (gimple_seq *, const activation &);

/* A call of an entry point by the name of inhouse_abi.h, with an SSA name of this type as the result, or
   none (NULL_TREE). */
gcall *call_runtime (const char *name, tree result, const std::vector<tree> &arguments);

/* Calls of the entry points that have conventions of their own. */
void put_enter (gimple_seq *, tree frame, tree routine);
/* leaf: its function calls nothing that may begin an activation. */
void put_leave (gimple_seq *, tree frame, tree count, bool leaf);
/* In place of both: nothing was accessed or called. */
void put_brief (gimple_seq *, tree routine, tree count);
/* frame->cost is told. */
void put_tail_call (gimple_seq *, tree frame);
/* name: first or take; so many cells from this one on. */
void put_cells_call (gimple_seq *, const char *name, unsigned n, tree cell);
/* The running activation, whose stamp is `own', reads a cell first, maybe, which has this stamp. */
void put_first_read (gimple_seq *, const activation &, tree own, tree stamp, first_read kind);

/* frame->field, of enum below. */
enum frame_field { FRAME_STAMP, FRAME_STAMPS, FRAME_MASK, FRAME_COST, FRAME_SHARED };
tree frame_field (tree frame, enum frame_field);
/* frame[1].stamp. */
tree callees_stamp (tree frame);

/* frame->shared's fields, with trms. */
tree directory_of (tree shared);
tree mine_of (tree shared);

/* The type of a cell's stamp, which no other memory is accessed by. */
tree stamp_type (void);

#endif
