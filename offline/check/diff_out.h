/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A comparison in its formats.
 */
#ifndef OFFLINE_DIFF_OUT_H
#define OFFLINE_DIFF_OUT_H

#include <stdio.h>

#include "check/diff.h"

/* 0 or -1 (no memory). */
typedef int diff_writer(FILE *out, const struct differences *differences);
diff_writer diff_text, diff_json;

#endif
