/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph of friends in adjacency lists; for many people the friends of friends up to distance 2 are counted.  */
#include <stdio.h>
#include "rnd.h"
struct edge {
    unsigned to;
    float weight;
    struct edge *next;
};
static struct edge **adj;
static unsigned *seen, *queue, stamp, n;
static unsigned near(unsigned from, unsigned depth)
{
    unsigned h = 0, t = 0, end, found = 0;
    seen[from] = ++stamp;
    queue[t++] = from;
    while (depth-- && h < t)
        for (end = t; h < end; h++) {
            struct edge *e = adj[queue[h]];
#pragma algoprof loop name(bfs)
            for (; e; e = e->next)
                if (e->weight > 0.2f && seen[e->to] != stamp) {
                    seen[e->to] = stamp;
                    queue[t++] = e->to;
                    found++;
                }
        }
    return found;
}
int main(int argc, char **argv)
{
    n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    adj = calloc(n, sizeof *adj);
    seen = calloc(n, sizeof *seen);
    queue = malloc(n * sizeof *queue);
    for (unsigned i = 0; i < n * 6; i++) {
        unsigned a = rnd_n(n), b = rnd_n(4) ? rnd_z(n) : rnd_n(n);
        struct edge *e = malloc(sizeof *e);
        e->to = b;
        e->weight = rnd_d();
        e->next = adj[a];
        adj[a] = e;
        e = malloc(sizeof *e);
        e->to = a;
        e->weight = rnd_d();
        e->next = adj[b];
        adj[b] = e;
    }
    unsigned long sum = 0;
    for (unsigned i = 0; i < n / 20; i++)
        sum += near(rnd_n(n), 2);
    printf("%lu\n", sum);
}
