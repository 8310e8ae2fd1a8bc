/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A price list sorted by article number; orders look articles up by binary search.  Articles are ordered unevenly.  */
#include <stdio.h>
#include "rnd.h"
struct article {
    uint32_t number, stock;
    double price;
    char name[24];
};
static struct article *list;
static unsigned n;
static struct article *find(uint32_t number)
{
    unsigned lo = 0, hi = n;
#pragma algoprof loop name(bsrch)
    while (lo < hi) {
        unsigned mid = lo + (hi - lo) / 2;
        if (list[mid].number == number)
            return &list[mid];
        if (list[mid].number < number)
            lo = mid + 1;
        else
            hi = mid;
    }
    return 0;
}
int main(int argc, char **argv)
{
    n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    list = calloc(n, sizeof *list);
    uint32_t number = 1000;
    for (unsigned i = 0; i < n; i++) {
        number += 1 + rnd_n(9);
        list[i].number = number;
        list[i].stock = rnd_n(1000);
        list[i].price = rnd_d() * 100;
        snprintf(list[i].name, sizeof list[i].name, "article %u", number);
    }
    uint32_t *popular = malloc(n * sizeof *popular);
    for (unsigned i = 0; i < n; i++)
        popular[i] = rnd_n(n);
    double sum = 0;
    unsigned none = 0;
    for (unsigned i = 0; i < n * 4; i++) {
        uint32_t want = rnd_n(10) ? list[popular[rnd_z(n)]].number : 1000 + rnd_n(number);
        struct article *a = find(want);
        if (a) {
            sum += a->price;
            a->stock--;
        } else
            none++;
    }
    printf("%g %u\n", sum, none);
}
