/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timers in a list sorted by time: adding one walks from the soonest on.  The load grows, so timers get more.  */
#include <stdio.h>
#include "rnd.h"
struct timer {
    uint64_t when;
    struct timer *next;
    void (*fn)(struct timer *);
    int arg;
};
static struct timer *head;
static uint64_t now;
static unsigned long fired, pending;
static void fire(struct timer *t)
{
    fired += t->arg & 1;
}
static void add(struct timer *t)
{
    struct timer **p = &head;
#pragma algoprof loop name(timerq)
    while (*p && (*p)->when <= t->when)
        p = &(*p)->next;
    t->next = *p;
    *p = t;
    pending++;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    for (unsigned i = 0; i < n; i++) {
        struct timer *t = malloc(sizeof *t);
        t->when = now + 10 + (rnd_n(4) ? rnd_n(2000) : rnd_n(60000));
        t->fn = fire;
        t->arg = i;
        add(t);
        now += rnd_n(3);
        while (head && head->when <= now) {
            struct timer *d = head;
            head = d->next;
            d->fn(d);
            free(d);
            pending--;
        }
    }
    printf("%lu %lu\n", fired, pending);
}
