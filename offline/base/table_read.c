/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/table_read.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

#define BLANKS " \t\r\n\v\f"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* The next field of a line, ended by a NUL; "" for nothing between commas or
 * at the end, NULL after the last. */
static char *next_field(char **at)
{
    if (!*at)
        return NULL;
    char *field = *at + strspn(*at, BLANKS);
    char *end = field + strcspn(field, BLANKS ",");
    char *rest = end + strspn(end, BLANKS);
    *at = *rest == ',' ? rest + 1 : *rest ? rest : NULL;
    *end = 0;
    return field;
}

/* Decimal only: a "0x10" or "inf" in a table is no measured size. */
static bool number_of(const char *field, double *value)
{
    char *end;
    *value = strtod(field, &end);
    return *field && *end == 0 && field[strspn(field, "0123456789+-.eE")] == 0;
}

/* What is wrong with the line; NULL: nothing. */
static const char *parse(char *line, struct fit_point *point, bool *no_numbers)
{
    char *at = line, *size = next_field(&at), *cost = next_field(&at);
    bool size_ok = number_of(size, &point->size);
    bool cost_ok = cost && number_of(cost, &point->cost);
    *no_numbers = !size_ok && !cost_ok;
    if (!cost)
        return "one column; two are needed: size, cost";
    if (at)
        return "more than two columns; a line is: size, cost";
    if (!size_ok)
        return "the size is not a number";
    if (!cost_ok)
        return "the cost is not a number";
    if (!isfinite(point->size) || point->size < 0)
        return "the size is negative or not finite";
    if (!isfinite(point->cost) || point->cost < 0)
        return "the cost is negative or not finite";
    return NULL;
}

/* The line without byte order mark, comment and blanks around; NULL: it holds
 * a NUL byte. */
static char *strip(char *line, size_t len, size_t number)
{
    if (number == 1 && strncmp(line, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0) {
        line += strlen(BYTE_ORDER_MARK);
        len -= strlen(BYTE_ORDER_MARK);
    }
    if (memchr(line, 0, len))
        return NULL;
    line[strcspn(line, "#")] = 0;
    line += strspn(line, BLANKS);
    len = strlen(line);
    while (len > 0 && strchr(BLANKS, line[len - 1]))
        line[--len] = 0;
    return line;
}

long table_read(FILE *in, table_complaint *bad, void *data, struct fit_point **points, size_t *n)
{
    char *line = NULL;
    size_t room = 0, cap = 0, number = 0;
    ssize_t len;
    long wrong = 0;
    bool first = true, failed = false;
    *points = NULL;
    *n = 0;
    while (!failed && (errno = 0, len = getline(&line, &room, in)) >= 0) {
        struct fit_point point = { .weight = 1 };
        bool no_numbers = false;
        char *content = strip(line, (size_t)len, ++number);
        if (content && !*content)
            continue;
        const char *what = content ? parse(content, &point, &no_numbers) : "a NUL byte: not text";
        if (what && first && no_numbers) {
            first = false;      /* names of columns, as many as there may be */
            continue;
        }
        first = false;
        if (what) {
            wrong++;
            bad(data, number, what);
        } else if (array_grow(points, &cap, *n + 1, sizeof **points) == 0) {
            (*points)[(*n)++] = point;
        } else {
            failed = true;
            errno = ENOMEM;
        }
    }
    failed |= ferror(in) || (!feof(in) && errno);
    free(line);
    return failed ? -1 : wrong;
}
