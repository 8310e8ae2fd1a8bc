/* SPDX-License-Identifier: MIT */
#ifndef RT_SAY_H
#define RT_SAY_H

#include <stddef.h>

/* One write to stderr; nothing tells whether it came there.  Safe in a signal handler. */
void rt_say(const char *text, size_t len);

#endif
