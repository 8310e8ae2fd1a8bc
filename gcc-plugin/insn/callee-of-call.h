/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a call calls. */
#ifndef ALGOPROF_CALLEE_OF_CALL_H
#define ALGOPROF_CALLEE_OF_CALL_H

#include "compat/gcc-compat.h"

struct callee
{
  rtx *where;           /* the address, in the call; NULL: it is no call */
  tree fndecl;          /* NULL_TREE: through a pointer */
  std::string symbol;   /* the assembler's name, if the call has it */
};

callee callee_of (rtx_insn *call);

/* Where a call reads what it calls, or NULL_RTX. */
rtx memory_called (rtx_insn *call);

/* A name of GCC's as the assembler has it. */
std::string plain_name (const char *);

#endif
