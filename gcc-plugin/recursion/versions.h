/* SPDX-License-Identifier: GPL-3.0-or-later
 * The versions of a recursion's functions (mark/recursions.h), as everybody else sees them. */
#ifndef ALGOPROF_VERSIONS_H
#define ALGOPROF_VERSIONS_H

#include "compat/gcc-compat.h"

/* Is FNDECL the traced version of a recursion's function? */
bool is_traced_version (tree fndecl);

/* The traced version of an inner version, or NULL_TREE: for calls from traced
   code that lies outside the recursion's own. */
tree traced_version_of (tree fndecl);

/* The function that a version is one of; of others the function itself.  Parts that GCC split off are others. */
tree whole_of_version (tree fndecl);
/* Does the function have versions, or is it one? */
bool has_versions (tree fndecl);

/* The site text of the recursion that a traced version belongs to, "" if none. */
std::string chain_of (tree fndecl);

/* The name of the recursion whose accesses are not recorded if the function is a
   traced version of such a one, else "". */
std::string calls_only_recursion (tree fndecl);

/* A copy of a function becomes a version of it: one that is not traced, or the traced one, of the recursion with
   this site text. */
void make_untraced_version (cgraph_node *version, tree traced);
void make_traced_version (cgraph_node *original, cgraph_node *version, const std::string &text);

/* Late in IPA: let GCC optimise a traced version less. */
void optimise_less (tree fndecl);

#endif
