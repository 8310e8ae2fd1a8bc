/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Markers: statements that say "here is a place of target T" from the front
 * end to the pass that switches loops.
 *
 *     ENTRY (T)                 once an execution of the loop, before it
 *     for (...)
 *       { BODY (T); ... }       once an iteration: what the cost counts
 *
 * Of a loop with several entries (mark/several-entries.h), instead of ENTRY:
 *
 *     START (T), LEFT (T)       where an execution begins and ends
 *
 * Of a recursion (mark/recursions.h), in the functions that it was split into:
 *
 *     CALL (T)                  first in the marked function: what the cost counts
 *     COUNTDOWN, BEGIN, END, INSIDE, OUTSIDE    in its wrapper
 *     LANDED (T)                behind a call of setjmp
 *     TRACED (T)                first in a version that will be traced
 *     WATCH, BEGIN_INNER        first in one that samples inner instances
 *     POLL                      in traced code only
 *
 * Of loops that in-house mode profiles (mark/inhouse-loops.h), whose places are those of the source's loop:
 *
 *     HERE                      first in the function: its activation, or that of the loop that it was inlined into
 *     OPEN (T), CLOSE           where an execution of the loop begins and ends
 *     AT                        control came here by no edge that a marker can stand on
 *
 * A marker is a call of an internal function without virtual operands, which
 * no pass removes, moves across control flow or looks into; only its last
 * argument, the site's text, tells two of them apart.  The function is one of
 * GCC's own (IFN_LOOP_DIST_ALIAS, with arguments that it never has), since a
 * plugin cannot add any; in GENERIC it is another one (IFN_UBSAN_BOUNDS), since there a constexpr
 * function must stay one.  An object for link-time optimisation may be linked
 * without the plugin, where such a call could not be expanded; there a marker
 * is an asm of a comment.  So is always one that has operands: its outputs are
 * zeros then, which makes a wrapper take the way of an unsampled instance. */
#ifndef ALGOPROF_MARKER_H
#define ALGOPROF_MARKER_H

#include "compat/gcc-compat.h"

enum marker_kind
{
  MARK_NONE,
  MARK_ENTRY,
  MARK_BODY,
  MARK_ORPHAN_BODY,     /* a BODY whose ENTRY is yet to be placed (goto and OpenMP loops) */
  MARK_START,
  MARK_LEFT,
  MARK_CALL,
  MARK_COUNTDOWN,       /* int: has the countdown fallen below 0? */
  MARK_BEGIN,           /* unsigned: the token */
  MARK_END,             /* of a token */
  MARK_INSIDE,          /* int: enum nesting; unsigned long: what OUTSIDE needs */
  MARK_OUTSIDE,
  MARK_LANDED,
  MARK_POLL,            /* unsigned: not 0 if traced code is to be left (copy/polls.h) */
  MARK_TRACED,          /* first in a version that will be traced: it touches memory,
                           so that GCC does not take the function for a pure one */
  MARK_WATCH,           /* as COUNTDOWN, of inner instances */
  MARK_UNWATCH,         /* the call will be counted again there */
  MARK_BEGIN_INNER,     /* as BEGIN */
  MARK_HERE,            /* pointer: the running activation */
  MARK_OPEN,            /* likewise: the one that begins */
  MARK_CLOSE,           /* the running one ends */
  MARK_AT,              /* of a pointer: the activation that goes on here */
  MARK_LAST = MARK_AT
};

/* INSIDE's answer: is an instance of the recursion around this call?  Traced ones may
   have been left. */
enum nesting { NESTING_NONE, NESTING_UNTRACED, NESTING_TRACED };

inline bool
is_loop_marker (marker_kind k)
{
  return k >= MARK_ENTRY && k <= MARK_LEFT;
}

inline bool
is_recursion_marker (marker_kind k)
{
  return k >= MARK_CALL && k <= MARK_BEGIN_INNER;
}

inline bool
is_inhouse_marker (marker_kind k)
{
  return k >= MARK_HERE;
}

/* For GENERIC, and for GIMPLE. */
tree build_marker_tree (location_t, marker_kind, const std::string &text);
gimple *build_marker (location_t, marker_kind, const std::string &text);

/* A marker with operands: outputs are SSA names. */
gasm *build_value_marker (marker_kind, const std::string &text,
                          std::initializer_list<tree *> outputs,
                          std::initializer_list<tree> inputs);
tree marker_output (gimple *, unsigned n);
tree marker_input (gimple *, unsigned n);

/* The statement's kind and (unless NULL) site text. */
marker_kind marker_of (gimple *, std::string *text);

struct marker
{
  gimple *stmt;
  marker_kind kind;
  std::string text;
};

/* A function's markers of loops, and those of recursions, and those of loops in-house. */
std::vector<marker> list_markers (function *);
std::vector<marker> list_inhouse_markers (function *);
std::vector<marker> list_recursion_markers (function *);

/* Once, before anything else is done with the markers of GENERIC. */
void convert_tree_markers (function *);

void remove_marker (gimple *);
void replace_marker (gimple *, gimple_seq);
/* Its outputs are the new statements' then. */
void replace_value_marker (gimple *, gimple_seq);

#endif
