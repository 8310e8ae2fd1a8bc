/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tables of columns have in common, those of targets and those of functions: each entry begins with its name.
 */
#ifndef OFFLINE_COLUMN_LIST_H
#define OFFLINE_COLUMN_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct column_list {
    const void *table;          /* of entries whose first member is a const char * */
    size_t n, size;             /* so many, of so many bytes each */
};

/* The entry with that name; NULL: there is none. */
const void *column_list_find(struct column_list list, const char *name);

/* "rank, name, place, ..." */
void column_list_names(struct column_list list, char *text, size_t room);

/* As qsort wants it: the larger value first, or last if reversed; what is not known (NaN) comes last either way. */
int column_list_compare(double p, double q, bool reverse);

#endif
