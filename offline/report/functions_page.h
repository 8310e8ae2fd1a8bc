/* SPDX-License-Identifier: GPL-3.0-or-later
 * The functions of in-house mode in the data of the page. */
#ifndef OFFLINE_FUNCTIONS_PAGE_H
#define OFFLINE_FUNCTIONS_PAGE_H

#include <jansson.h>
#include <stddef.h>

struct report;

/* An element of "functions", which are by rank, with its tuples in columns.  NULL: no memory. */
json_t *function_page_json(const struct report *report, size_t i);

#endif
