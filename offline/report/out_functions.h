/* SPDX-License-Identifier: GPL-3.0-or-later
 * The functions of in-house mode in a report. */
#ifndef OFFLINE_OUT_FUNCTIONS_H
#define OFFLINE_OUT_FUNCTIONS_H

#include <jansson.h>
#include <stdio.h>

#include "report/out.h"

/* Of the report's functions: a table; all about each.  0 or -1 (no memory). */
int out_functions_text(FILE *out, const struct report *report);
int out_functions_detail(FILE *out, const struct report *report);

/* A row for each function and size, in the order of aprof's points. */
void out_functions_csv(FILE *out, const struct report *report);

/* An element of "targets", whose "tuples" are empty; NULL: no memory. */
json_t *out_function_json(const struct function *function);

/* What it called that is not profiled: "name", demangled if plain, and "calls".  NULL: no memory. */
json_t *out_callees_json(const struct function *function, bool plain);

/* Prints one of these up to its closing brace, with `between' before each field.  0 or -1 (no memory). */
int out_tuple_json(FILE *out, const struct function_tuple *tuple, const char *between);

#endif
