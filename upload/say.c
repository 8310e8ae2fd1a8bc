/* SPDX-License-Identifier: MIT */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>

bool say_verbose;

static void print(const char *format, va_list args)
{
    char line[1024];
    vsnprintf(line, sizeof line, format, args);
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
