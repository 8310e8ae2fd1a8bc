/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ways out of traced code, for instances that outgrow the budget.
 *
 *     for (...)                                   // traced
 *       { m++; traced body; if (POLL) goto out; }
 *     hot.cost += m; end (token, m);
 *     ...
 *     out:  hot.cost += m; end (token, m);
 *     for (...)                                   // a third copy, entered here only
 *       { n++; body }
 *     hot.cost += n;
 *
 * Each loop of a traced nest has such a copy, whose exits lead back to traced code,
 * which is left for good at the next iteration around it.  Targets inside a copy have
 * the choice that they have in the original: their instances may be sampled, though
 * the one around them was left.  In the copies that those have in turn they are
 * counted only.
 *
 * A target's loop itself needs no copy where its original loses nothing by a second way
 * in (leave-where.h): it goes on there, and there its targets have their choice.
 *
 * One copy of the outermost loop serves for a whole nest, entered at the loop that was
 * left, in a function that has grown too large, where its targets are counted only, which
 * verbose says; and in a callee's nest that has no targets.
 *
 * A recursion's traced version asks where it begins, and calls one that traces nothing
 * (recursion.h):
 *
 *     F.algoprof (a)  { if (POLL) return F.within (a); ... }
 */
#ifndef ALGOPROF_LEAVE_H
#define ALGOPROF_LEAVE_H

#include "gcc-compat.h"
#include "loops.h"

/* Before a function's loops are copied: what it may grow to depends on its size. */
void note_size (function *);

/* Makes versions of a marked loop, and lowers its markers. */
typedef std::function<void (const marked_loop &)> choice_maker;

/* Give a target's clone, whose text that is, and the loops in it ways out: into the
   original, or a copy if that is NULL.  Before anything of it is changed; SSA form, loops
   and dominators are repaired. */
void add_way_out (class loop *clone, class loop *original, const std::string &text,
                  const choice_maker &);

/* The same for all loops of a function that will be traced. */
void add_ways_out (function *, const choice_maker &);

/* The loop need not be left: it gets no POLL, and no copy, which becomes unreachable. */
void stay_in (class loop *);

/* Is it the edge from a loop's POLL to its copy? */
bool is_way_out (edge);

/* At the beginning of a recursion's traced version (cfun), where `call' stands in a
 * block of its own: POLL, and go there if so. */
void append_handover (basic_block from, basic_block call);

/* The blocks of a traced version that hand over to the other, and what they hold. */
std::set<basic_block> handover_blocks (function *);

#endif
