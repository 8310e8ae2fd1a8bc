/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * C++ functions as a reader writes them.
 */
#ifndef OFFLINE_DEMANGLE_H
#define OFFLINE_DEMANGLE_H

#define DEMANGLED_ROOM 512

/* "_ZN4shop4cart3addEi" as "shop::cart::add": without parameters, and with "<…>" for template arguments
 * where the name is long otherwise.  What is no mangled name, or too long a one, is returned as it is. */
const char *demangle(const char *name, char room[DEMANGLED_ROOM]);

#endif
