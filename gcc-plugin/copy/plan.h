/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which of a mirror's accesses are told, where, and which together. */
#ifndef ALGOPROF_MIRROR_PLAN_H
#define ALGOPROF_MIRROR_PLAN_H

#include "compat/gcc-compat.h"

/* Of these instructions, a function's: what is told before which. */
void plan_accesses (const std::vector<rtx_insn *> &);

/* The instruction's accesses are not told: they were, or will be, together with others. */
void drop_accesses (rtx_insn *);

/* Tell at the end of what has been copied what is to be told before the instruction. */
void put_accesses (rtx_insn *original);

#endif
