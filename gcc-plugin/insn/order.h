/* SPDX-License-Identifier: GPL-3.0-or-later
 * The order of instructions in maps and sets. */
#ifndef ALGOPROF_ORDER_H
#define ALGOPROF_ORDER_H

#include "compat/gcc-compat.h"

/* By their numbers, not by where they are in memory: the output is the same each time. */
struct by_number
{
  bool
  operator() (const rtx_insn *a, const rtx_insn *b) const
  {
    return INSN_UID (a) < INSN_UID (b);
  }
};

#endif
