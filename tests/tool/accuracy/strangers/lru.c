/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cache of pages as one list, the last used first; what is not found is read and put in front; it holds n/4 pages.  */
#include <stdio.h>
#include "rnd.h"
struct page {
    struct page *next, *prev;
    uint32_t no, dirty;
    char data[64];
};
static struct page head = {&head, &head};
static unsigned count, room;
static struct page *get(uint32_t no)
{
    struct page *p;
#pragma algoprof loop name(lru)
    for (p = head.next; p != &head; p = p->next)
        if (p->no == no)
            break;
    if (p == &head) {
        if (count == room)
            p = head.prev;
        else {
            p = calloc(1, sizeof *p);
            count++;
            p->next = p->prev = p;
        }
        p->no = no;
    }
    p->prev->next = p->next;
    p->next->prev = p->prev;
    p->next = head.next;
    p->prev = &head;
    head.next->prev = p;
    head.next = p;
    return p;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    room = n / 4;
    unsigned long sum = 0;
    for (unsigned i = 0; i < n * 2; i++) {
        struct page *p = get(rnd_n(5) ? rnd_z(n) : rnd_n(n / 2));
        sum += p->data[i & 63]++;
        p->dirty = 1;
    }
    printf("%lu\n", sum);
}
