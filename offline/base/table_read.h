/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plain tables of size and cost: two numbers a line, separated by blanks, tabs
 * or one comma; # starts a comment; the first line may name the columns.
 */
#ifndef OFFLINE_TABLE_READ_H
#define OFFLINE_TABLE_READ_H

#include <stdio.h>

#include "base/util.h"
#include "fit/fit.h"

#define TABLE_POINTS_MOST 4000000   /* half a GiB when they are fitted */
#define TABLE_BAD_MOST 1000         /* so many bad lines are no table */

/* Told of each line that is no size and cost; line counts from 1. */
typedef void table_complaint(void *data, size_t line, const char *what);

/* Reads to the end, or to the last of TABLE_BAD_MOST bad lines.  *points becomes the
 * good lines, to be freed.  Returns the number of bad lines, or -1 with the reason: the rest
 * cannot be read, or is more than is taken. */
long table_read(FILE *in, table_complaint *bad, void *data, struct fit_point **points, size_t *n,
                struct err *err);

#endif
