/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/util.h"

void json_line_text(struct json_line *line, const char *text)
{
    size_t n = strlen(text);
    memcpy(line->text + line->n, text, n);
    line->n += n;
}

void json_line_key(struct json_line *line, const char *key)
{
    json_line_text(line, line->n ? ",\"" : "{\"");
    json_line_text(line, key);
    json_line_text(line, "\":");
}

void json_line_number(struct json_line *line, const char *key, uint64_t value)
{
    char digits[24], *at = digits + sizeof digits - 1;
    json_line_key(line, key);
    if (value > INT64_MAX) {
        json_t *json = json_count(value);
        char *text = json ? json_dumps(json, JSON_ENCODE_ANY) : NULL;
        line->failed |= !text;
        json_line_text(line, text ? text : "");
        free(text);
        json_decref(json);
        return;
    }
    *at = 0;
    json_line_text(line, text_digits(at, value));
}

void json_line_if(struct json_line *line, const char *key, bool known, uint64_t value)
{
    if (known) {
        json_line_number(line, key, value);
        return;
    }
    json_line_key(line, key);
    json_line_text(line, "null");
}
