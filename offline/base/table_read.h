/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plain tables of size and cost: two numbers a line, separated by blanks, tabs
 * or one comma; # starts a comment; the first line may name the columns.
 */
#ifndef OFFLINE_TABLE_READ_H
#define OFFLINE_TABLE_READ_H

#include <stdio.h>

#include "fit/fit.h"

/* Told of each line that is no size and cost; line counts from 1. */
typedef void table_complaint(void *data, size_t line, const char *what);

/* Reads to the end.  *points becomes the good lines, to be freed.  Returns the
 * number of bad lines, or -1: out of memory or a read error (errno). */
long table_read(FILE *in, table_complaint *bad, void *data, struct fit_point **points, size_t *n);

#endif
