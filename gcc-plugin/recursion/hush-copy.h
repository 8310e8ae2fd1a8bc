/* SPDX-License-Identifier: GPL-3.0-or-later
 * GCC's warnings about copies. */
#ifndef ALGOPROF_HUSH_COPY_H
#define ALGOPROF_HUSH_COPY_H

#include "compat/gcc-compat.h"

/* GCC's late passes warn of nothing in the function, which is a copy. */
void hush_copy (function *);

#endif
