/* SPDX-License-Identifier: GPL-3.0-or-later
 * Contexts: each call hands its context to what it calls. */
#ifndef ALGOPROF_CONTEXTS_H
#define ALGOPROF_CONTEXTS_H

#include "compat/gcc-compat.h"

/* Gives the function's calls their contexts, as the last one that changes it in GIMPLE; what is to be done then. */
unsigned give_contexts (function *);
/* Its entries, as the last one that changes it at all. */
void put_context_entries (function *);
/* At the unit's end, to the assembler's file. */
void write_contexts (void);

#endif
