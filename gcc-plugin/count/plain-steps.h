/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ALGOPROF_PLAIN_STEPS_H
#define ALGOPROF_PLAIN_STEPS_H

#include "compat/gcc-compat.h"

/* The steps of counts that were hidden from GCC become additions that it knows, when no pass moves or joins
   them any more.  It measures loops by their instructions' lengths, and aligns none that has an asm. */
void show_hidden_steps (function *);

#endif
