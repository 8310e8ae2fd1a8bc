/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers and texts as bytes that are the same on every machine, and back.
 * Whole numbers are varints (log_format.h).  A double is the varint of its IEEE
 * 754 bits, the bytes in reverse: exact, and short for round numbers.
 */
#ifndef OFFLINE_PACKED_BYTES_H
#define OFFLINE_PACKED_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is written.  After `failed` (no memory) nothing more is added. */
struct bytes {
    uint8_t *p;
    size_t n, cap;
    bool failed;
};

void bytes_put(struct bytes *out, const void *p, size_t n);
void bytes_number(struct bytes *out, uint64_t value);
void bytes_double(struct bytes *out, double value);
void bytes_text(struct bytes *out, const char *text);   /* NULL is not "" */
void bytes_free(struct bytes *out);

/* What is read.  After `failed` all that is read is 0 or NULL. */
struct bytes_reader {
    const uint8_t *p, *end;
    bool failed;
};

/* `limit`: a larger one fails. */
uint64_t bytes_read_number(struct bytes_reader *in, uint64_t limit);
double bytes_read_double(struct bytes_reader *in);

/* Copies n bytes. */
void bytes_read(struct bytes_reader *in, void *to, size_t n);

/* A copy to be freed, or NULL, which is no error if that was written.  Fails for
 * what text_is_valid refuses. */
char *bytes_read_text(struct bytes_reader *in);

/* How many elements follow, each of at least one byte: no more than bytes are left,
 * so that memory for them can be had. */
size_t bytes_read_count(struct bytes_reader *in);

#endif
