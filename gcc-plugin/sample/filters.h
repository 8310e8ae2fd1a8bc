/* SPDX-License-Identifier: GPL-3.0-or-later
 * Programs that filter their system calls. */
#ifndef ALGOPROF_FILTERS_H
#define ALGOPROF_FILTERS_H

#include "compat/gcc-compat.h"

/* Tells the runtime (sealing, rt_abi.h) before each call of the function that loads
   a seccomp filter. */
void tell_of_filters (function *);

#endif
