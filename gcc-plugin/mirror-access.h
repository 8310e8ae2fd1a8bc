/* SPDX-License-Identifier: GPL-3.0-or-later
 * Accesses of a mirror's instructions, and which of them are told. */
#ifndef ALGOPROF_MIRROR_ACCESS_H
#define ALGOPROF_MIRROR_ACCESS_H

#include "gcc-compat.h"

struct memory_access
{
  rtx mem;
  bool write;
  bool partial;         /* a mask says which parts of it */
};

/* What an instruction reads and writes of the program's memory, reads first. */
std::vector<memory_access> list_accesses (rtx_insn *);

/* The same of a part of it. */
bool is_traced_memory (const_rtx mem);

/* Of these instructions, a function's: what is told before which. */
void plan_accesses (const std::vector<rtx_insn *> &);

/* The instruction's accesses are not told: they were, or will be, together with others. */
void drop_accesses (rtx_insn *);

/* Tell at the end of what has been copied what is to be told before the instruction. */
void put_accesses (rtx_insn *original);

#endif
