/* SPDX-License-Identifier: GPL-3.0-or-later
 * Programs that filter their system calls. */
#ifndef ALGOPROF_SYSCALL_FILTERS_H
#define ALGOPROF_SYSCALL_FILTERS_H

#include "compat/gcc-compat.h"

/* Let the function call the runtime (sealing, rt_abi.h) before each call that loads a seccomp filter. */
void report_filters (function *);

#endif
