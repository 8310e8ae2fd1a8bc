/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list of targets (-fplugin-arg-algoprof-target=@FILE) against the targets that a program has.
 */
#ifndef OFFLINE_SPEC_MATCHES_H
#define OFFLINE_SPEC_MATCHES_H

#include "binary/binary.h"

/* Each SPEC of the file that no target and no refused place of the program fits, in the file's order and as
 * written there: one call of each.  FILE:LINE fits the first target from that line on.  Their number, or -1 with the
 * reason: the file cannot be read. */
typedef void spec_unmatched(void *arg, unsigned line, const char *spec);
long spec_matches_check(const char *path, const struct binary *binary, spec_unmatched *unmatched, void *arg,
                     struct err *err);

#endif
