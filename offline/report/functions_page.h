/* SPDX-License-Identifier: GPL-3.0-or-later
 * The functions of in-house mode in the data of the page. */
#ifndef OFFLINE_FUNCTIONS_PAGE_H
#define OFFLINE_FUNCTIONS_PAGE_H

#include <jansson.h>

struct report;

/* Adds "functions", by rank, with their tuples in columns.  0 or -1 (no memory). */
int functions_page_add(json_t *root, const struct report *report);

#endif
