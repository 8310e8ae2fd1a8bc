/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text editor that finds a line by counting newlines from the start of its buffer, while text is typed in.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
static char *text;
static size_t len, room;
static size_t line_start(unsigned line)
{
    size_t i = 0;
#pragma algoprof loop name(editor)
    for (; line && i < len; i++)
        if (text[i] == '\n')
            line--;
    return i;
}
static void insert(size_t at, const char *s, size_t l)
{
    if (len + l > room) {
        room = room * 2 + l;
        text = realloc(text, room);
    }
    memmove(text + at + l, text + at, len - at);
    memcpy(text + at, s, l);
    len += l;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]), lines = 0, cur = 0;
    rnd_seed(atoi(argv[2]));
    for (unsigned i = 0; i < n; i++) {
        if (rnd_n(40) == 0)
            cur = rnd_n(lines + 1); /* the user goes elsewhere */
        size_t at = line_start(cur);
        char b[100];
        int l = snprintf(b, sizeof b, "%*s word%u = %u;\n", (int)rnd_n(30), "", i, rnd_n(1000));
        insert(at, b, l);
        lines++;
        cur++;
        if (rnd_n(200) == 0)
            cur = lines;
    }
    printf("%zu\n", len);
}
