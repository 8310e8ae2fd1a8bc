/* SPDX-License-Identifier: GPL-3.0-or-later
 * __attribute__((algoprof)), ((algoprof ("loops"))), ((algoprof ("recursion"))), each also
 * with "limit(CLASS)" as its only or second argument. */
#ifndef ALGOPROF_ATTRIBUTE_H
#define ALGOPROF_ATTRIBUTE_H

#include "compat/gcc-compat.h"
#include "options.h"

/* PLUGIN_ATTRIBUTES callback. */
void register_algoprof_attribute (void *, void *);

/* Has the function the attribute? */
bool has_algoprof_attribute (tree fndecl);

/* Likewise, and what it asks for; *limit becomes the bits of ALGOPROF_S_LIMIT. */
bool has_algoprof_attribute (tree fndecl, profile_what *what, unsigned *limit);

#endif
