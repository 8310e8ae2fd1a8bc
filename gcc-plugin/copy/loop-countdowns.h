/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where executions of loops begin: whether one is sampled. */
#ifndef ALGOPROF_MIRROR_LOOP_COUNTDOWNS_H
#define ALGOPROF_MIRROR_LOOP_COUNTDOWNS_H

#include "compat/gcc-compat.h"

/* Of the original's instruction (is_start): the countdown is put in its place, and at the end of what has
   been copied, which is entered behind that. */
void put_start (rtx_insn *);

/* The code behind the countdowns of cfun's original, at the end of what has been copied. */
void put_questions (void);

#endif
