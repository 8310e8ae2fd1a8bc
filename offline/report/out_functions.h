/* SPDX-License-Identifier: GPL-3.0-or-later
 * The functions of in-house mode in a report. */
#ifndef OFFLINE_OUT_FUNCTIONS_H
#define OFFLINE_OUT_FUNCTIONS_H

#include <jansson.h>
#include <stdio.h>

#include "inhouse/functions.h"

/* A ranked table.  0 or -1 (no memory). */
int out_functions_text(FILE *out, const struct functions *functions);

/* A row for each function and size, in the order of aprof's points. */
void out_functions_csv(FILE *out, const struct functions *functions);

/* An element of "targets"; NULL: no memory. */
json_t *out_function_json(const struct function *function);

#endif
