/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Markers: statements that say "here is a place of target T" from the front
 * end to the pass that switches loops.
 *
 *     ENTRY (T)                 once an execution of the loop, before it
 *     for (...)
 *       { BODY (T); ... }       once an iteration: what the cost counts
 *
 * A marker is a call of an internal function without virtual operands, which
 * no pass removes, moves across control flow or looks into; only its last
 * argument, the site's text, tells two of them apart.  The function is one of
 * GCC's own (IFN_LOOP_DIST_ALIAS, with arguments that it never has), since a
 * plugin cannot add any.  An object for link-time optimisation may be linked
 * without the plugin, where such a call could not be expanded; there a marker
 * is an asm of a comment. */
#ifndef ALGOPROF_MARKER_H
#define ALGOPROF_MARKER_H

#include "gcc-compat.h"

enum marker_kind
{
  MARK_NONE,
  MARK_ENTRY,
  MARK_BODY,
  MARK_ORPHAN_BODY      /* a BODY whose ENTRY is yet to be placed (goto and OpenMP loops) */
};

/* For GENERIC, and for GIMPLE. */
tree build_marker_tree (location_t, marker_kind, const std::string &text);
gimple *build_marker (location_t, marker_kind, const std::string &text);

/* The statement's kind and (unless NULL) site text. */
marker_kind marker_of (gimple *, std::string *text);

/* Replace what link-time optimisation could trip over. */
void convert_marker_for_lto (gimple *);

void remove_marker (gimple *);
void replace_marker (gimple *, gimple_seq);

#endif
