/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/column_list.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const void *entry(struct column_list list, size_t i)
{
    return (const char *)list.table + i * list.size;
}

static const char *name_of(struct column_list list, size_t i)
{
    return *(const char *const *)entry(list, i);
}

const void *column_list_find(struct column_list list, const char *name)
{
    for (size_t i = 0; i < list.n; i++)
        if (strcmp(name_of(list, i), name) == 0)
            return entry(list, i);
    return NULL;
}

void column_list_names(struct column_list list, char *text, size_t room)
{
    size_t len = 0;
    text[0] = '\0';
    for (size_t i = 0; i < list.n && len < room; i++)
        len += (size_t)snprintf(text + len, room - len, "%s%s", i ? ", " : "", name_of(list, i));
}

int column_list_compare(double p, double q, bool reverse)
{
    if (isnan(p) || isnan(q))
        return isnan(p) - isnan(q);
    return (reverse ? -1 : 1) * ((p < q) - (p > q));
}
