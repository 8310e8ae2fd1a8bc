/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which of a mirror's accesses are recorded, where, and which together. */
#ifndef ALGOPROF_PLAN_ACCESSES_H
#define ALGOPROF_PLAN_ACCESSES_H

#include "compat/gcc-compat.h"

/* Decide what is recorded before which of a function's instructions. */
void plan_accesses (const std::vector<rtx_insn *> &);

/* The instruction's accesses are recorded elsewhere. */
void drop_accesses (rtx_insn *);

/* At the end of what has been copied: record what the plan has before the instruction. */
void put_accesses (rtx_insn *original);

#endif
