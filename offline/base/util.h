/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Error texts, growing arrays and text from untrusted sources.
 */
#ifndef OFFLINE_UTIL_H
#define OFFLINE_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What went wrong, as one line without the file's name.  Library functions
 * that can fail return 0 or -1 and fill it. */
struct err {
    char text[256];
};

/* Fills the text; always returns -1, so that failing is `return err_set (...)`. */
int err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
int err_memory(struct err *err);

/* Makes room for `need` elements of `size` bytes in *(T **)array, whose
 * capacity is *cap; doubles.  0, or -1 when there is no memory (all unchanged). */
int array_grow(void *array, size_t *cap, size_t need, size_t size);

/* Of n sorted elements of `size` bytes the index of the first that does not come before the key; n: all do.  compare
 * is given the key first, as of bsearch. */
size_t array_first(const void *array, size_t n, size_t size, const void *key,
                   int (*compare)(const void *key, const void *element));

/* A NUL-terminated copy of len bytes that is valid UTF-8 without control
 * characters and marks of direction: each offending byte becomes '?'.  NULL: no memory. */
char *text_clean(const void *bytes, size_t len);

/* Is it UTF-8 without control characters?  (Older databases have marks of direction.) */
bool text_is_valid(const char *bytes, size_t len);

/* Lower-case hexadecimal; out has 2 * len + 1 bytes. */
void text_hex(const uint8_t *bytes, size_t len, char *out);

/* A count for people: 12345, then 123k, 1.23M, 4.56G ... (1000s).  NaN: "?".
 * out has at least 16 bytes; returns it. */
char *text_count(double value, char *out);

/* The decimal digits of value in front of end, at most 20; where they begin. */
char *text_digits(char *end, uint64_t value);

/* A path's last part, within it: what is behind its last slash. */
const char *path_name(const char *path);

#endif
