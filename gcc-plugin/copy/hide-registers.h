/* SPDX-License-Identifier: GPL-3.0-or-later
 * What mirrors of recursions keep from who calls them. */
#ifndef ALGOPROF_HIDE_REGISTERS_H
#define ALGOPROF_HIDE_REGISTERS_H

#include "compat/gcc-compat.h"

/* Of a function in whose place mirrors call another one: that this may change more than it does is
   kept from who calls it. */
void hide_registers (function *);
void finish_hiding (void *, void *);

#endif
