/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interning of names in a chained hash table that never grows its 512 buckets.  */
#include <stdio.h>
#include <string.h>
#include "rnd.h"
struct name {
    struct name *next;
    unsigned hash, len, uses;
    char s[];
};
static struct name *bucket[512];
static unsigned names;
static struct name *intern(const char *s)
{
    unsigned h = 5381, len = 0;
    for (const char *p = s; *p; p++, len++)
        h = h * 33 ^ (unsigned char)*p;
    struct name **b = &bucket[h & 511], *x;
#pragma algoprof loop name(intern)
    for (x = *b; x; x = x->next)
        if (x->hash == h && x->len == len && memcmp(x->s, s, len) == 0)
            break;
    if (!x) {
        x = malloc(sizeof *x + len + 1);
        x->hash = h;
        x->len = len;
        x->uses = 0;
        memcpy(x->s, s, len + 1);
        x->next = *b;
        *b = x;
        names++;
    }
    x->uses++;
    return x;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    unsigned long u = 0;
    for (unsigned i = 0; i < n; i++) {
        char b[32];
        uint32_t id = rnd_n(3) ? rnd_z(n) : rnd_n(i + 1);
        snprintf(b, sizeof b, "%c%x_%u", 'a' + id % 26, id * 2654435761u >> 12, id % 97);
        u += intern(b)->uses;
    }
    printf("%u %lu\n", names, u);
}
