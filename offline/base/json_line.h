/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An object of numbers, of which a log may have one for each of its bytes: as a tree each would take ten times as long.
 */
#ifndef OFFLINE_JSON_LINE_H
#define OFFLINE_JSON_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_line {              /* all zero: nothing is in it */
    char text[2048];            /* of some 20 numbers, without a closing brace; nothing looks whether more fits */
    size_t n;                   /* bytes of it */
    bool failed;                /* no memory */
};

/* As it is. */
void json_line_text(struct json_line *line, const char *text);
/* What stands in front of a member's value. */
void json_line_key(struct json_line *line, const char *key);
void json_line_number(struct json_line *line, const char *key, uint64_t value);
/* null if it is not known. */
void json_line_if(struct json_line *line, const char *key, bool known, uint64_t value);

#endif
