/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where a mirror asks whether it is to be left: where its loops begin again. */
#ifndef ALGOPROF_MIRROR_POLLS_H
#define ALGOPROF_MIRROR_POLLS_H

#include "gcc-compat.h"

enum poll_kind
{
  POLL_NONE,
  POLL_COUNTED,         /* in each iteration something is told, which counts the fuel down */
  POLL_COUNTS,          /* counts it down itself */
};

/* Of cfun, whose flow graph is there. */
void find_polls (function *);

poll_kind poll_at (rtx_insn *label);

/* The question, at the end of what has been copied; traced code goes on at `out' if it is to be
   left.  like: an instruction that needs what is needed here, or NULL: nothing is known. */
void put_poll (poll_kind, rtx_insn *like, rtx_code_label *out);

#endif
