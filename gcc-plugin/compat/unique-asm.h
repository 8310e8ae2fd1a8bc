/* SPDX-License-Identifier: GPL-3.0-or-later
 * Assembly that can be in a program once only. */
#ifndef ALGOPROF_UNIQUE_ASM_H
#define ALGOPROF_UNIQUE_ASM_H

#include "compat/gcc-compat.h"

/* Does an asm statement of this text name a place? */
bool text_names_place (const char *);

/* Does one of the function's? */
bool names_place (function *);

#endif
