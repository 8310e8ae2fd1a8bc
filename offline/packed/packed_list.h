/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to packed points: their lists as bytes.
 *
 *     rows := 1, (number size << 1 | several, number cost [, number count])*
 *           | 0, (double size, double cost, number count)*
 *     outermost := (number size, number cost, double rms, number count)*
 *
 * Whole numbers are differences to the element before: of sizes, which ascend,
 * and with the sign in the last bit where they may fall.
 */
#ifndef OFFLINE_PACKED_LIST_H
#define OFFLINE_PACKED_LIST_H

#include "packed/packed_point.h"

/* A list's element is no longer than that. */
#define PACKED_ELEMENT 40

void packed_put_rows(const struct row *rows, size_t n, struct bytes *out);
void packed_put_outermost(const struct outermost *list, size_t n, struct bytes *out);

/* Reads on in the file, so that the next element is there whole. */
void packed_look_ahead(struct packed_reader *reader);

#endif
