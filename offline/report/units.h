/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the figures of targets count.
 */
#ifndef OFFLINE_UNITS_H
#define OFFLINE_UNITS_H

#include <stdio.h>

#include "report/out.h"

#define UNIT_ROOM 32u

/* "iterations" or "calls". */
const char *unit_of_cost(const struct target *t);

/* What the cell of that column does not say itself: "iterations" of a cost, "bytes" of a size; "" of most.  text has
 * room for UNIT_ROOM bytes. */
const char *unit_of_column(const struct report *report, const struct target *t, const char *column, char *text);

/* Below a table with these columns: "size: bytes read; cost: iterations", and its newline; nothing without targets. */
void units_legend(FILE *out, const struct report *report, bool size, bool cost);

#endif
