/* SPDX-License-Identifier: GPL-3.0-or-later
 * __attribute__((algoprof)), ((algoprof ("loops"))), ((algoprof ("recursion"))). */
#ifndef ALGOPROF_ATTRIBUTE_H
#define ALGOPROF_ATTRIBUTE_H

#include "gcc-compat.h"
#include "options.h"

/* PLUGIN_ATTRIBUTES callback. */
void register_algoprof_attribute (void *, void *);

/* Has the function the attribute?  What it asks for, unless `what' is NULL. */
bool has_algoprof_attribute (tree fndecl, profile_what *what);

#endif
