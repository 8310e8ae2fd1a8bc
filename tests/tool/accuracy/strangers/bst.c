/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An unbalanced search tree of reservations by time; new ones are looked up and added while older ones are asked for.  */
#include <stdio.h>
#include "rnd.h"
struct node {
    uint64_t key;
    struct node *l, *r;
    unsigned guests;
    char who[20];
};
static struct node *root;
static struct node **place(uint64_t key)
{
    struct node **p = &root;
#pragma algoprof loop name(bst)
    while (*p && (*p)->key != key)
        p = key < (*p)->key ? &(*p)->l : &(*p)->r;
    return p;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    uint64_t *keys = malloc(n * sizeof *keys);
    unsigned count = 0;
    unsigned long guests = 0;
    for (unsigned i = 0; i < n; i++) {
        if (i < 10 || rnd_n(3) == 0) {
            uint64_t k = (uint64_t)i * 8 + rnd_n(3 * n); /* mostly later and later */
            struct node **p = place(k);
            if (!*p) {
                *p = calloc(1, sizeof **p);
                (*p)->key = k;
                (*p)->guests = 1 + rnd_n(6);
                keys[count++] = k;
            }
        } else {
            unsigned back = rnd_z(count);
            struct node **p = place(keys[count - 1 - back]);
            if (*p)
                guests += (*p)->guests;
        }
    }
    printf("%u %lu\n", count, guests);
}
