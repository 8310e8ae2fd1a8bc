/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Innermost loops of a mirror that run as in the original, and whose accesses are recorded where they end:
 * their addresses all move by the same in each iteration (rt_abi.h, struct algoprof_replay).
 *
 *                 start value of a counter to the runtime
 *     loop':      rd = *p
 *                 p += 4
 *                 if (p != end) goto loop'
 *                 replay (description)
 *
 * Of a mixed loop some reads are recorded so, and the others where they are made.
 *
 * Where a loop is entered or left by a jump, that leads through a stub behind the mirror. */
#ifndef ALGOPROF_REPLAYED_LOOPS_H
#define ALGOPROF_REPLAYED_LOOPS_H

#include "compat/gcc-compat.h"

/* While the flow graph is there, behind find_liveness. */
void find_replayed_loops (function *);

/* Is the original's instruction in such a loop?  Of a mixed one: is it one whose accesses are recorded at the loop's end? */
bool is_replayed (const rtx_insn *);

/* Where the copy of the original's jump has to lead to instead of its label's copy; or NULL. */
rtx_code_label *find_stub (const rtx_insn *jump);

/* Before the copy of a label, and behind that of a jump: what is to be done where control falls
   through. */
void enter_loop (const rtx_insn *label);
void leave_loop (const rtx_insn *jump);

/* Behind all copies.  labels: original's: copy's. */
void put_stubs (const std::map<rtx_insn *, rtx_code_label *> &labels);

#endif
