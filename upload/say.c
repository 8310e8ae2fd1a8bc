/* SPDX-License-Identifier: MIT */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>

bool say_verbose;

/* Of a character, that many bytes are none that a terminal obeys or shows in another order: controls of one byte and of
 * two (U+0080 to U+009F), marks of direction and ends of lines (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to
 * U+2069).  0: it is one. */
static size_t plain(const unsigned char *p)
{
    size_t n = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool control = *p < ' ' || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0);
    bool turns = *p == 0xd8 && p[1] == 0x9c;
    if (*p == 0xe2 && p[1] == 0x80)
        turns = (p[2] & 0xfe) == 0x8e || (p[2] >= 0xa8 && p[2] <= 0xae);
    if (*p == 0xe2 && p[1] == 0x81)
        turns = p[2] >= 0xa6 && p[2] <= 0xa9;
    return control || turns ? 0 : n;
}

/* Names of files and words of others are in it. */
static void print(const char *format, va_list args)
{
    char line[1024];
    vsnprintf(line, sizeof line, format, args);
    for (unsigned char *p = (unsigned char *)line; *p;) {
        size_t n = plain(p);
        if (n == 0)
            *p++ = '?';
        p += n;
    }
    fprintf(stderr, "algoprof-upload: %s\n", line);
}

int err_set(struct err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return -1;
}

void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(format, args);
    va_end(args);
}

void say_more(const char *format, ...)
{
    va_list args;
    if (!say_verbose)
        return;
    va_start(args, format);
    print(format, args);
    va_end(args);
}
