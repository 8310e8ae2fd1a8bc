/* SPDX-License-Identifier: GPL-3.0-or-later
 * What GCC's atomic builtins, and libatomic's functions, read and write. */
#ifndef ALGOPROF_ATOMIC_MODEL_H
#define ALGOPROF_ATOMIC_MODEL_H

#include "gcc-compat.h"
#include "libc-model.h"

/* __atomic_load_4 (&x, …), __sync_fetch_and_add_8 (&x, …), __atomic_load (16,
   &x, …); LIBC_UNKNOWN: it is none of these. */
libc_outcome trace_atomic_call (gcall *);

/* .ATOMIC_COMPARE_EXCHANGE (&x, …) and its like; false: it is none. */
bool trace_atomic_internal_call (gcall *);

#endif
