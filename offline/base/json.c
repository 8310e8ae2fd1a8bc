/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"

json_t *json_number(double value)
{
    if (!isfinite(value))
        return json_null();
    if (value == floor(value) && fabs(value) < 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}

json_t *json_count(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

json_t *json_text(const char *text)
{
    if (!text || !text[0])
        return json_null();
    char *clean = text_clean(text, strlen(text));
    json_t *json = clean ? json_string(clean) : NULL;
    free(clean);
    return json;
}

const char *json_empty_array(const char *text, const char *key)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "\"%s\":", key);
    return strchr(strstr(text, wanted), '[');
}

int json_print_real(FILE *out, double value)
{
    json_t *json = json_real(value);
    int result = json ? json_dumpf(json, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12)) : -1;
    json_decref(json);
    return result;
}

int json_print(FILE *out, json_t *root, bool whole)
{
    if (root && whole) {
        json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
        fputc('\n', out);
    }
    whole &= root != NULL;
    json_decref(root);
    return whole ? 0 : -1;
}
