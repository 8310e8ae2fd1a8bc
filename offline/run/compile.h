/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The compiler's command with what the plugin needs.
 */
#ifndef OFFLINE_RUN_COMPILE_H
#define OFFLINE_RUN_COMPILE_H

#include "base/util.h"

/* command, with the plugin's options and the runtime's in the place of "{flags}", or else behind it.  The
 * plugin is the one that was built or installed with this tool, of the compiler that is the command's first
 * word, or else the one that the compiler finds by itself.  target: a name, FILE:LINE, "*" ..., or NULL.
 * NULL, with the reason; free it. */
char *compile_command(const char *command, const char *target, struct err *err);

#endif
