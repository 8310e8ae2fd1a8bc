/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The traced copy of a function: of its machine instructions, when registers are
 * allocated and all of GCC's work is done.
 *
 *     f:          --hot.countdown                f.algoprof:   // cold section
 *                 if (below 0) goto ask                        ...
 *     back:       ra = *p                     back':               read8 (p)
 *                 ...                                              ra = *p
 *                 if (more) goto back                              POLL: to `back', if it is to be left
 *     ...                                                          if (more) goto back'
 *     ask:        begin (site, &hot)
 *                 if (sampled) goto back'
 *                 goto back
 *
 * Both have the same frame and the same registers at the same place, so a sample is entered
 * and left by a jump, wherever it is; and the original is what GCC makes of it without a copy.
 * What GCC merged, moved or left out is not traced: the trace is that of the machine.
 */
#ifndef ALGOPROF_MIRROR_H
#define ALGOPROF_MIRROR_H

#include "compat/gcc-compat.h"

/* While the flow graph is there: which registers are needed where. */
void note_liveness (function *);

/* Make the copy. */
void make_mirror (function *);

/* A callback, when its code is written. */
void finish_function (void *, void *);

#endif
