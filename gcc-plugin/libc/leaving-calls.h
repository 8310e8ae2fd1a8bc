/* SPDX-License-Identifier: GPL-3.0-or-later
 * Calls after which no destructor of the program runs. */
#ifndef ALGOPROF_LEAVING_CALLS_H
#define ALGOPROF_LEAVING_CALLS_H

#include "compat/gcc-compat.h"

/* One of enum algoprof_leaving; 0: the call is none. */
unsigned leaving_of (gcall *call);

#endif
