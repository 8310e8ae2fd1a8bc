/* SPDX-License-Identifier: GPL-3.0-or-later
 * Statements that reach the runtime and the thread-local records: all of them
 * inline asm, so that calls cost the function around them nothing (rt_abi.h),
 * and so that no pass keeps a count in a register over a call of a function
 * that GCC found pure before it counted anything. */
#ifndef ALGOPROF_RUNTIME_CALLS_H
#define ALGOPROF_RUNTIME_CALLS_H

#include "compat/gcc-compat.h"
#include "site/site.h"
#include "site/asm-statement.h"

/* Code that calls entry point NAME (without prefix), whose arguments are in their registers. */
asm_code call_with_registers (const char *name);

/* Word n of a thread-local record. */
tree hot_field (tree hot, int n);

/* An address as a value fit for an argument. */
tree emit_value (gimple_seq *, tree expression);

/* Call entry point NAME with up to four arguments. */
gimple *emit_call (gimple_seq *, const char *name, std::initializer_list<tree> arguments);

/* --hot.countdown; below is an SSA name, int: whether it fell below 0.  field: of
   another countdown in the record, in words. */
void emit_countdown (gimple_seq *, tree hot, tree below, int field = 0);
bool is_countdown (gimple *);

/* token = begin (site, hot, flags): an SSA name, unsigned. */
void emit_begin (gimple_seq *, const site_decls &, unsigned flags, tree token);

/* An execution of a loop begins: nothing, before its function is copied (copy/loop-countdowns.h). */
void emit_start (gimple_seq *, const site_decls &, unsigned flags);
bool is_start (const_rtx statement);           /* ASM_OPERANDS, as those below */

struct start_operands
{
  rtx countdown, site;          /* memory; an address */
  rtx record;                   /* a register: of the function (context_abi.h), or NULL_RTX */
  HOST_WIDE_INT flags;
};
start_operands operands_of_start (const_rtx);

/* Is it a statement of one of these two?  Let it tell the function's record, too (context/contexts.h). */
bool begins_instance (gimple *);
void tell_record (gimple *, tree record);

/* Where an execution of a loop ends that emit_start began: nothing, in the original. */
void emit_close (gimple_seq *, const site_decls &);
bool is_close (gimple *);
bool is_close (const_rtx statement);

bool adds_cost (const_rtx statement);

/* Is it a statement of this plugin?  Its memory is not the program's then. */
bool is_own (const_rtx statement);

/* The site that an address of a statement's operand names: its symbol, and +N; "" if the address is in a
   register. */
std::string site_name (const_rtx address);

/* The same for an instance that does nothing: begins it and ends it, at cost 0. */
void emit_empty_instance (gimple_seq *, const site_decls &, unsigned flags);

/* --hot.countdown, and skip (site, hot) if it fell below 0. */
void emit_countdown_and_skip (gimple_seq *, const site_decls &);

/* asked: not 0 if traced code is to be left. */
void emit_poll (gimple_seq *, tree asked);

/* hot.cost += n.  field: another one of the record, in words. */
void emit_cost (gimple_seq *, tree hot, tree n, int field = 1);

/* The same of a loop, and of its copy that this is. */
void emit_cost_in (gimple_seq *, const site_decls &, tree n);

/* The same as an earlier one. */
void emit_cost_as (gimple_seq *, gimple *earlier, tree n);

/* Is this what emit_cost made?  Its field, and n. */
bool is_cost (gimple *);
tree cost_of (gimple *);
tree cost_added (gimple *);

/* The record that a statement of emit_cost's adds n to; NULL_TREE: it is none. */
tree counted_by (gimple *, tree *n);

/* n = n + 1 in a way that only moves with it; is this such a statement, or one of the program's that does the same? */
void emit_hidden_increment (gimple_seq *, tree n);
bool is_hidden_increment (const_rtx statement);

/* Put statements (one is a sequence, too) at the end of a block. */
void append (basic_block, gimple_seq);

/* Put the statements before one, or behind a call (where that returns to). */
void insert_before_stmt (gimple *, gimple_seq);

#endif
