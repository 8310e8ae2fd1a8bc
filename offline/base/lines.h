/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of a text, or of what was given for one: an image of a disk may be one line.
 */
#ifndef OFFLINE_LINES_H
#define OFFLINE_LINES_H

#include <stdio.h>
#include <sys/types.h>

#define LINE_MOST (1u << 20)    /* perf script shows C++ names whole: tens of thousands of bytes */
#define LINE_TOO_LONG "longer than 1 MiB: not text"
#define LINE_HAS_NUL "a NUL byte: not text"

/* As getline (3), but for a line of more than LINE_MOST bytes: -1, and errno is EMSGSIZE.
 * errno is 0 at the end. */
ssize_t line_read(char **line, size_t *room, FILE *in);

#endif
