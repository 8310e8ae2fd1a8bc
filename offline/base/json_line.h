/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An object of numbers, of which a log may have one for each of its bytes: as a tree each would take ten times as long.
 */
#ifndef OFFLINE_JSON_LINE_H
#define OFFLINE_JSON_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/line.h"

struct json_line {
    struct line line;           /* without a closing brace */
    bool failed;                /* no memory */
};

/* What stands in front of a member's value. */
void json_line_key(struct json_line *line, const char *key);
void json_line_number(struct json_line *line, const char *key, uint64_t value);
/* null if it is not known. */
void json_line_if(struct json_line *line, const char *key, bool known, uint64_t value);

#endif
