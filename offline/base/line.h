/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line of some 20 numbers and short words, put together without printf: a log may have one for each of its bytes.
 */
#ifndef OFFLINE_LINE_H
#define OFFLINE_LINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/util.h"

struct line {                   /* n 0: nothing is in it */
    size_t n;                   /* bytes of text */
    char text[2048];            /* nothing looks whether more fits */
};

static inline void line_text(struct line *line, const char *text)
{
    size_t n = strlen(text);
    memcpy(line->text + line->n, text, n);
    line->n += n;
}

/* The number after what stands before it. */
static inline void line_number(struct line *line, const char *before, uint64_t value)
{
    char digits[20], *end = digits + sizeof digits, *at = text_digits(end, value);
    line_text(line, before);
    memcpy(line->text + line->n, at, (size_t)(end - at));
    line->n += (size_t)(end - at);
}

/* Writes it; it is empty after that. */
static inline void line_write(struct line *line, FILE *out)
{
    fwrite(line->text, 1, line->n, out);
    line->n = 0;
}

#endif
