/* SPDX-License-Identifier: GPL-3.0-or-later
 * A list that is searched so many times, to its end: argv: its nodes, searches, "mixed" for a loop that reads and writes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    long key;
    char more[80];
    uint32_t found;
    unsigned char byte, odd[61];        /* what is at odd[0] lies in two lines of memory, now and then */
    char apart[40];
    long last;
};

__attribute__((noinline)) static struct node *search(struct node *p, long key)
{
#pragma algoprof loop name(search)
    while (p && p->key != key)
        p = p->next;
    return p;
}

/* One member is written before it is read. */
__attribute__((noinline)) static long mix(struct node *p)
{
    long sum = 0;
#pragma algoprof loop name(mix)
    for (; p; p = p->next) {
        uint64_t odd;
        memcpy(&odd, p->odd, sizeof odd);
        p->found = (uint32_t)sum;
        sum += (long)(odd + p->byte) + p->found;
        p->last += sum;
    }
    return sum;
}

int main(int argc, char **argv)
{
    size_t nodes = strtoul(argv[1], NULL, 10), searches = strtoul(argv[2], NULL, 10);
    struct node *all = calloc(nodes, sizeof *all), *list = NULL;
    long sum = argc > 4;
    if (!all)
        return 1;
    for (size_t i = 0; i < nodes; i++) {
        struct node *p = &all[i * 7919 % nodes];        /* a prime */
        p->next = list;
        p->key = (long)i;
        list = p;
    }
    for (size_t i = 0; i < searches; i++)
        sum += argc > 3 ? mix(list) : search(list, -1) != NULL;
    printf("%ld\n", sum);
    return 0;
}
