/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A binary's targets in their formats.
 */
#ifndef OFFLINE_BINARY_OUT_H
#define OFFLINE_BINARY_OUT_H

#include <stdio.h>

#include "binary/binary.h"

/* 0 or -1 (no memory). */
typedef int binary_writer(FILE *out, const char *path, const struct binary *binary);
binary_writer binary_text, binary_json;

#endif
