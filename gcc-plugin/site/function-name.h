/* SPDX-License-Identifier: GPL-3.0-or-later
 * The name that people know a function by: with its namespaces, class and template arguments. */
#ifndef ALGOPROF_FUNCTION_NAME_H
#define ALGOPROF_FUNCTION_NAME_H

#include "compat/gcc-compat.h"

/* For functions that are compiled when the program is linked, where the front end that knows their names is gone: the names of all
   functions of the unit, and of those that they call, stay with them.  To be called before the first IPA pass. */
void keep_function_names (void);

/* The function that a clone was made of; of others themselves. */
tree origin_of (tree fndecl);

/* Clones have that of the function that they were made of.  One without a name has its symbol. */
std::string function_name (tree fndecl);

#endif
