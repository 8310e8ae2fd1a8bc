/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int err_set(struct err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return -1;
}

int err_memory(struct err *err)
{
    return err_set(err, "out of memory");
}

int array_grow(void *array, size_t *cap, size_t need, size_t size)
{
    if (need <= *cap)
        return 0;
    size_t want = *cap ? *cap : 8;
    while (want < need) {
        if (want > SIZE_MAX / 2)
            return -1;
        want *= 2;
    }
    if (want > SIZE_MAX / size)
        return -1;
    void *old, *bigger;
    memcpy(&old, array, sizeof old);
    bigger = realloc(old, want * size);
    if (!bigger)
        return -1;
    memcpy(array, &bigger, sizeof bigger);
    *cap = want;
    return 0;
}

size_t array_first(const void *array, size_t n, size_t size, const void *key,
                   int (*compare)(const void *key, const void *element))
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(key, (const char *)array + middle * size) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Length of the well-formed UTF-8 sequence (RFC 3629) at s, 0 if there is none. */
static size_t utf8_sequence(const unsigned char *s, size_t left)
{
    unsigned char low = 0x80, high = 0xbf;
    size_t len;
    if (s[0] < 0x80)
        return 1;
    if (s[0] >= 0xc2 && s[0] <= 0xdf) {
        len = 2;
    } else if (s[0] >= 0xe0 && s[0] <= 0xef) {
        len = 3;
        low = s[0] == 0xe0 ? 0xa0 : 0x80;
        high = s[0] == 0xed ? 0x9f : 0xbf;
    } else if (s[0] >= 0xf0 && s[0] <= 0xf4) {
        len = 4;
        low = s[0] == 0xf0 ? 0x90 : 0x80;
        high = s[0] == 0xf4 ? 0x8f : 0xbf;
    } else {
        return 0;
    }
    if (left < len || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < len; i++)
        if (s[i] < 0x80 || s[i] > 0xbf)
            return 0;
    return len;
}

/* U+0080..U+009F are control characters too: terminals obey them. */
static bool is_control(const unsigned char *s, size_t len)
{
    return len == 1 ? s[0] < 0x20 || s[0] == 0x7f : s[0] == 0xc2 && s[1] < 0xa0;
}

/* Marks that make a terminal show text in another order: U+061C, U+200E, U+200F, U+202A to
 * U+202E, U+2066 to U+2069; and ends of lines and paragraphs, U+2028 and U+2029. */
static bool is_direction(const unsigned char *s, size_t len)
{
    if (len == 2)
        return s[0] == 0xd8 && s[1] == 0x9c;
    if (len != 3 || s[0] != 0xe2)
        return false;
    return (s[1] == 0x80 && (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae))) ||
           (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9);
}

static char *clean(const void *bytes, size_t len, bool directions)
{
    const unsigned char *s = bytes;
    char *copy = malloc(len + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0, step; i < len; i += step) {
        step = utf8_sequence(s + i, len - i);
        if (step == 0 || is_control(s + i, step) || (directions && is_direction(s + i, step))) {
            step = step ? step : 1;
            memset(copy + i, '?', step);
        } else {
            memcpy(copy + i, s + i, step);
        }
    }
    copy[len] = 0;
    return copy;
}

char *text_clean(const void *bytes, size_t len)
{
    return clean(bytes, len, true);
}

bool text_is_valid(const char *bytes, size_t len)
{
    char *text = clean(bytes, len, false);
    bool valid = text && memcmp(text, bytes, len) == 0;
    free(text);
    return valid;
}

void text_hex(const uint8_t *bytes, size_t len, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = 0;
}

char *text_count(double value, char *out)
{
    static const char suffix[] = "\0kMGTPE";
    const size_t room = 16;
    unsigned thousands = 0;
    if (isnan(value)) {
        snprintf(out, room, "?");
        return out;
    }
    if (value < 99999.5 || value >= 1e21) {
        snprintf(out, room, value < 99999.5 ? "%.0f" : "%.2g", value);
        return out;
    }
    while (value >= 999.5 && thousands < 6) {
        value /= 1000;
        thousands++;
    }
    snprintf(out, room, "%.*f%c", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value,
             suffix[thousands]);
    return out;
}

char *text_digits(char *end, uint64_t value)
{
    do
        *--end = (char)('0' + value % 10);
    while (value /= 10);
    return end;
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
