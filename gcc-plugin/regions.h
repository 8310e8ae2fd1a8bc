/* SPDX-License-Identifier: GPL-3.0-or-later
 * Registers of loops that never run unless they are sampled. */
#ifndef ALGOPROF_REGIONS_H
#define ALGOPROF_REGIONS_H

#include "gcc-compat.h"

/* The function has got copies of loops. */
void note_copies (function *);

/* Before registers are allocated. */
void join_cold_regions (function *);

/* PLUGIN_ALL_PASSES_END. */
void forget_copies (void *, void *);

#endif
