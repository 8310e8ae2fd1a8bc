/* SPDX-License-Identifier: GPL-3.0-or-later
 * What SPECs of the command line name. */
#ifndef ALGOPROF_SPEC_MATCHES_H
#define ALGOPROF_SPEC_MATCHES_H

#include "compat/gcc-compat.h"

/* The function's name without scopes, template arguments or parameters. */
std::string plain_name (tree fndecl);

/* Does FUNCTION name it: unqualified, qualified or mangled, or "*" (all but those with no_instrument_function)? */
bool function_matches (tree fndecl, const std::string &spec);

/* Does FILE name this file, by trailing path components? */
bool file_matches (const char *file, const std::string &spec);

#endif
