/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json_line.h"

#include <stdlib.h>

#include "base/json.h"

void json_line_key(struct json_line *line, const char *key)
{
    line_text(&line->line, line->line.n ? ",\"" : "{\"");
    line_text(&line->line, key);
    line_text(&line->line, "\":");
}

void json_line_number(struct json_line *line, const char *key, uint64_t value)
{
    json_line_key(line, key);
    if (value > INT64_MAX) {
        json_t *json = json_count(value);
        char *text = json ? json_dumps(json, JSON_ENCODE_ANY) : NULL;
        line->failed |= !text;
        line_text(&line->line, text ? text : "");
        free(text);
        json_decref(json);
        return;
    }
    line_number(&line->line, "", value);
}

void json_line_if(struct json_line *line, const char *key, bool known, uint64_t value)
{
    if (known) {
        json_line_number(line, key, value);
        return;
    }
    json_line_key(line, key);
    line_text(&line->line, "null");
}
