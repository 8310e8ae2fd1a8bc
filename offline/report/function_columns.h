/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns of the table of in-house mode's functions: what --columns and --sort name.
 */
#ifndef OFFLINE_FUNCTION_COLUMNS_H
#define OFFLINE_FUNCTION_COLUMNS_H

#include "inhouse/functions.h"

#define FUNCTION_COLUMNS 16     /* at most */
#define FUNCTION_COLUMNS_DEFAULT "rank,name,place,metric,activations,size,cost,own,function,average,exponent"

struct function_column {
    const char *name, *title;
    bool right;                 /* aligned right */
    /* COLUMN_ROOM; whole: cost of the costliest function, which is the run's */
    void (*cell)(const struct function *f, double whole, char *text);
    double (*value)(const struct function *f);          /* to sort by, largest first; NULL: by text */
};

/* NULL: no such column. */
const struct function_column *function_column_find(const char *name);

/* "rank, name, ...", for messages; room bytes. */
void function_column_names(char *text, size_t room);

/* Those of "name,name" that functions have; how many. */
int function_columns_parse(const char *list, const struct function_column *out[FUNCTION_COLUMNS]);

/* Below 0: f comes first.  What is unknown comes last, either way. */
int function_column_compare(const struct function_column *c, const struct function *f, const struct function *g,
                            bool reverse);

#endif
