/* SPDX-License-Identifier: GPL-3.0-or-later
 * In-house mode: every activation of every function is profiled. */
#ifndef ALGOPROF_INHOUSE_H
#define ALGOPROF_INHOUSE_H

#include "compat/gcc-compat.h"

/* Are its activations profiled, where they are not a caller's? */
bool is_profiled (tree fndecl);

/* Instruments a function, late in GIMPLE; what is to be done then (TODO_*). */
unsigned profile_function (function *);

#endif
