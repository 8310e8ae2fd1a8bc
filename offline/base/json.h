/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON values of numbers and texts that come from outside.
 */
#ifndef OFFLINE_JSON_H
#define OFFLINE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* NaN is null. */
json_t *json_number(double value);

/* A count above 2^63 - 1 becomes a real number. */
json_t *json_count(uint64_t value);

/* Text that may come from outside (paths): cleaned (text_clean).  "" and NULL are null. */
json_t *json_text(const char *text);

/* Where the empty array begins that is the value of the first `key' of an object, as json_dumps wrote it.  Within strings a
 * quotation mark is escaped, so the key is not in one. */
const char *json_empty_array(const char *text, const char *key);

/* Prints a number as json_print does one that is no integer.  0 or -1 (no memory). */
int json_print_real(FILE *out, double value);

/* Prints an object that is `whole`, in lines, and gives up the reference.  0, or
 * -1 with nothing printed (no memory: it is NULL, or something is missing). */
int json_print(FILE *out, json_t *root, bool whole);

#endif
