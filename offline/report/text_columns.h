/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns of the report for people: what --columns and --sort name.
 */
#ifndef OFFLINE_TEXT_COLUMNS_H
#define OFFLINE_TEXT_COLUMNS_H

#include "target/dataset.h"

struct report;

#define COLUMN_ROOM 512         /* bytes of a cell */
#define COLUMNS_DEFAULT "rank,name,place,runs,size,cost,share,function,exponent,confidence"

struct column {
    const char *name, *title;
    bool right;                 /* aligned right */
    void (*cell)(const struct report *r, const struct target *t, char *text);  /* COLUMN_ROOM */
    double (*value)(const struct report *r, const struct target *t);    /* to sort by, largest first; NULL: by text */
};

/* NULL: no such column. */
const struct column *column_find(const char *name);

/* Is the size that the table shows a number of calls, as of most recursions? */
bool column_size_is_calls(const struct target *t);

/* Is it one of runs that are hardly known? */
bool column_size_is_guessed(const struct target *t);

/* "rank, name, ...", for messages; room bytes. */
void column_names(char *text, size_t room);

/* Splits "name,name"; the number of columns of targets, or -1 with a name in *bad (room for COLUMN_ROOM) that neither
 * targets nor functions of in-house mode have, or that is superfluous. */
int columns_parse(const char *list, const struct column **out, int max, char *bad);

/* Below 0: x comes first.  What is unknown comes last, either way. */
int column_compare(const struct column *c, const struct report *r, const struct target *x,
                   const struct target *y, bool reverse);

#endif
