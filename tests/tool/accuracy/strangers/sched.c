/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scheduler that looks for the ready task of highest priority in a table of all tasks.  Tasks are created over time.  */
#include <stdio.h>
#include "rnd.h"
struct task {
    int state, prio;
    uint64_t wake, used;
    char name[40];
};
static struct task *table;
static unsigned count;
static uint64_t now;
static struct task *pick(void)
{
    struct task *best = 0;
#pragma algoprof loop name(sched)
    for (unsigned i = 0; i < count; i++) {
        struct task *t = &table[i];
        if (t->state == 2)
            continue; /* ended */
        if (t->state == 1) {
            if (t->wake > now)
                continue;
            t->state = 0;
        }
        if (!best || t->prio > best->prio) {
            best = t;
            if (best->prio == 99)
                break;
        }
    }
    return best;
}
int main(int argc, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    table = calloc(n, sizeof *table);
    unsigned long ran = 0;
    for (unsigned i = 0; i < n * 2; i++) {
        if (count < n && rnd_n(2)) {
            struct task *t = &table[count++];
            t->prio = rnd_n(500) ? rnd_n(90) : 99;
            t->wake = now;
        }
        struct task *t = pick();
        if (t) {
            ran++;
            t->used += 5;
            if (rnd_n(8) == 0)
                t->state = 2;
            else {
                t->state = 1;
                t->wake = now + 20 + rnd_n(2000);
            }
        }
        now += 5;
    }
    printf("%lu\n", ran);
}
