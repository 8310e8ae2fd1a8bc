/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/table_read.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
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

static int add_point(struct fit_point **points, size_t *n, size_t *cap, const struct fit_point *point,
                     struct err *err)
{
    if (*n == TABLE_POINTS_MOST)
        return err_set(err, "more than %d points; a sample tells the same, as of shuf -n 100000",
                       TABLE_POINTS_MOST);
    if (array_grow(points, cap, *n + 1, sizeof **points) != 0)
        return err_memory(err);
    (*points)[(*n)++] = *point;
    return 0;
}

/* Why there is no further line; 0: the end. */
static int ended(size_t number, struct err *err)
{
    if (errno == EMSGSIZE)
        return err_set(err, "line %zu: " LINE_TOO_LONG "; a line is: size, cost", number + 1);
    return errno ? err_set(err, "cannot read: %s", strerror(errno)) : 0;
}

long table_read(FILE *in, table_complaint *bad, void *data, struct fit_point **points, size_t *n,
                struct err *err)
{
    char *line = NULL;
    size_t room = 0, cap = 0, number = 0;
    ssize_t len = 0;
    long wrong = 0;
    bool first = true;
    int result = 0;
    *points = NULL;
    *n = 0;
    while (result == 0 && wrong < TABLE_BAD_MOST && (len = line_read(&line, &room, in)) >= 0) {
        struct fit_point point = { .weight = 1 };
        bool no_numbers = false;
        char *content = strip(line, (size_t)len, ++number);
        if (content && !*content)
            continue;
        const char *what = content ? parse(content, &point, &no_numbers) : LINE_HAS_NUL;
        if (what && first && no_numbers) {
            first = false;      /* names of columns, as many as there may be */
            continue;
        }
        first = false;
        if (what) {
            wrong++;
            bad(data, number, what);
        } else {
            result = add_point(points, n, &cap, &point, err);
        }
    }
    if (len < 0)
        result = ended(number, err);
    free(line);
    return result < 0 ? -1 : wrong;
}
