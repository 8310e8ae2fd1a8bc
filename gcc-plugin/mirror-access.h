/* SPDX-License-Identifier: GPL-3.0-or-later
 * Accesses of a mirror's instructions. */
#ifndef ALGOPROF_MIRROR_ACCESS_H
#define ALGOPROF_MIRROR_ACCESS_H

#include "gcc-compat.h"

/* Before `copy', the last instruction, tell of what it reads and writes.  original: what it is of. */
void trace_insn (rtx_insn *copy, const rtx_insn *original);

#endif
