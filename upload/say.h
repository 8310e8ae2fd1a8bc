/* SPDX-License-Identifier: MIT
 *
 * What went wrong, and telling it.
 */
#ifndef UPLOAD_SAY_H
#define UPLOAD_SAY_H

#include <stdbool.h>

/* One line.  Functions that can fail return 0 or -1 and fill it. */
struct err {
    char text[512];
};

/* Fills the text; always returns -1. */
int err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One line on stderr, "algoprof-upload: ...".  say_more: only if say_verbose. */
extern bool say_verbose;
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_more(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
