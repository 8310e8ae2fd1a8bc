/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A memory manager with one free list in order of addresses, first fit: the list gets longer as memory is fragmented.  */
#include <stdio.h>
#include "rnd.h"
struct block {
    size_t size;
    struct block *next;
};
static char *arena;
static size_t top, size;
static struct block *freelist;
static void *take(size_t want)
{
    struct block **p = &freelist;
    want = (want + 31) & ~(size_t)15;
#pragma algoprof loop name(firstfit)
    while (*p && (*p)->size < want)
        p = &(*p)->next;
    struct block *b = *p;
    if (b && b->size - want < 32)
        *p = b->next;
    else if (b) {
        struct block *rest = (struct block *)((char *)b + want);
        rest->size = b->size - want;
        rest->next = b->next;
        b->size = want;
        *p = rest;
    } else {
        if (top + want > size)
            exit(1);
        b = (struct block *)(arena + top);
        top += want;
        b->size = want;
    }
    return b + 1;
}
static void give(void *v)
{
    struct block *b = (struct block *)v - 1;
    b->next = freelist;
    freelist = b;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]), live = 0;
    rnd_seed(atoi(argv[2]));
    size = (size_t)n * 600;
    arena = malloc(size);
    void **p = malloc(n * sizeof *p);
    for (unsigned i = 0; i < n; i++) {
        p[live++] = take(rnd_n(10) ? 16 + rnd_n(100) : 200 + rnd_n(2000));
        while (live > 10 && rnd_n(2) && rnd_n(20)) {
            unsigned k = rnd_n(live);
            give(p[k]);
            p[k] = p[--live];
        }
    }
    printf("%zu %u\n", top, live);
}
