/* SPDX-License-Identifier: GPL-3.0-or-later
 * GCC's warnings about copies. */
#ifndef ALGOPROF_QUIET_WARNINGS_H
#define ALGOPROF_QUIET_WARNINGS_H

#include "compat/gcc-compat.h"

/* GCC's late passes warn of nothing in the function, which is a copy. */
void quiet_warnings (function *);

#endif
