/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copies that run for long are compiled for speed, and lie among cold code. */
#ifndef ALGOPROF_WARMTH_H
#define ALGOPROF_WARMTH_H

#include "gcc-compat.h"

/* Last in GIMPLE. */
void warm_copies (function *);

/* In RTL, before hot and cold code are parted. */
void cool_copies (function *);

/* Callees' clones lie among cold code, however they are compiled.  Once. */
void lay_clones_aside (void);

#endif
