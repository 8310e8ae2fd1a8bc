/* SPDX-License-Identifier: GPL-3.0-or-later
 * Questions whether traced code is to be left. */
#ifndef ALGOPROF_POLLS_H
#define ALGOPROF_POLLS_H

#include "gcc-compat.h"

/* Lower what leave.h and the recursions have marked.  Loop structures as they were found; what is
   inserted waits for SSA form. */
void lower_polls (function *);

#endif
