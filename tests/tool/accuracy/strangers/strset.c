/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of file names as an array of strings, as in many build tools: add if not there.  Grown by realloc.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
static char **v;
static unsigned count, room;
static int add(const char *s)
{
#pragma algoprof loop name(strset)
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(v[i], s))
            return 0;
    if (count == room) {
        room = room ? room * 2 : 16;
        v = realloc(v, room * sizeof *v);
    }
    v[count++] = strdup(s);
    return 1;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    static const char *dir[] = {"src/", "include/", "lib/util/", "tests/unit/", "a/"};
    unsigned added = 0;
    for (unsigned i = 0; i < n; i++) {
        char b[64];
        unsigned id = rnd_n(2) ? rnd_z(n / 2) : rnd_n(n);
        snprintf(b, sizeof b, "%sfile%u.%s", dir[id % 5], id, id & 1 ? "c" : "h");
        added += add(b);
    }
    printf("%u\n", added);
}
