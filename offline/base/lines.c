/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/lines.h"

#include <errno.h>

#include "base/util.h"

ssize_t line_read(char **line, size_t *room, FILE *in)
{
    size_t n = 0;
    int c = 0;
    errno = 0;
    while (c != '\n' && (c = getc_unlocked(in)) != EOF) {
        if (n == LINE_MOST) {
            errno = EMSGSIZE;
            return -1;
        }
        if (array_grow(line, room, n + 2, 1) != 0) {
            errno = ENOMEM;
            return -1;
        }
        (*line)[n++] = (char)c;
    }
    if (n == 0 || ferror(in))
        return -1;
    (*line)[n] = 0;
    return (ssize_t)n;
}
