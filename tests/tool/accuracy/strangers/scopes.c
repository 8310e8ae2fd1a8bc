/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compiler's symbol table: a list of symbols, newest first, cut back at the end of each block; globals come in over time.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
struct sym {
    struct sym *next;
    unsigned depth, type;
    char name[28];
};
static struct sym *locals, *globals, *freelist;
static unsigned nglobals;
static struct sym *lookup(const char *name)
{
    struct sym *s = locals;
    int outer = 0;
#pragma algoprof loop name(scopes)
    for (;;) {
        if (!s) {
            if (outer)
                return 0;
            outer = 1;
            s = globals;
            continue;
        }
        if (s->name[0] == name[0] && strcmp(s->name, name) == 0)
            return s;
        s = s->next;
    }
}
static struct sym *define(struct sym **list, unsigned depth, const char *name)
{
    struct sym *s = freelist;
    if (s)
        freelist = s->next;
    else
        s = malloc(sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->depth = depth;
    s->type = 0;
    s->next = *list;
    return *list = s;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]), undeclared = 0;
    rnd_seed(atoi(argv[2]));
    char b[28];
    for (unsigned f = 0; f < n; f++) {
        snprintf(b, sizeof b, "%cfunc_%u", 'a' + f % 26, f);
        define(&globals, 0, b);
        nglobals++;
        unsigned nl = 2 + rnd_n(12);
        for (unsigned i = 0; i < nl; i++) {
            snprintf(b, sizeof b, "%c%u", 'i' + (int)rnd_n(8), i);
            define(&locals, 1, b);
        }
        for (unsigned u = 0; u < 10 + rnd_n(30); u++) {
            if (rnd_n(4))
                snprintf(b, sizeof b, "%s", locals->name);
            else {
                unsigned g = rnd_n(2) ? nglobals - 1 - rnd_z(nglobals) : rnd_n(nglobals);
                snprintf(b, sizeof b, "%cfunc_%u", 'a' + g % 26, g);
            }
            struct sym *s = lookup(b);
            if (s)
                s->type++;
            else
                undeclared++;
        }
        while (locals) {
            struct sym *s = locals;
            locals = s->next;
            s->next = freelist;
            freelist = s;
        }
    }
    printf("%u\n", undeclared);
}
