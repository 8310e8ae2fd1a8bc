/* SPDX-License-Identifier: GPL-3.0-or-later
 * Assembly that can be in a program once only. */
#ifndef ALGOPROF_PLACES_H
#define ALGOPROF_PLACES_H

#include "gcc-compat.h"

/* Does an asm statement there name a place? */
bool names_place (basic_block);
bool names_place (function *);

#endif
