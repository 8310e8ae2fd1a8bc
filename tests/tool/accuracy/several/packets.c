/* SPDX-License-Identifier: GPL-3.0-or-later
 * Packets that wait in an array: when the first one goes all others move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    int id, size, port;
};

struct line {
    struct packet *waiting;
    int n, room;
};

static unsigned long state = 61;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static struct packet *make(int n)
{
    struct packet *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = (struct packet){ i, (int)(64 + next_random() % 1400), (int)(next_random() % 1024) };
    return p;
}

static void arrive(struct line *l, struct packet p)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 32;
        l->waiting = realloc(l->waiting, (size_t)l->room * sizeof *l->waiting);
    }
    l->waiting[l->n++] = p;
}

static struct packet depart(struct line *l)
{
    struct packet first = l->waiting[0];
    for (int i = 1; i < l->n; i++)
        l->waiting[i - 1] = l->waiting[i];
    l->n--;
    return first;
}

static long deliver(struct line *l, long *by_port)
{
    long bytes = 0;
    while (l->n) {
        struct packet p = depart(l);
        by_port[p.port] += p.size;
        bytes += p.size;
    }
    return bytes;
}

static int largest(const struct packet *p, int n)
{
    int most = 0;
    for (int i = 0; i < n; i++)
        if (p[i].size > most)
            most = p[i].size;
    return most;
}

static int ports(const struct packet *p, int n)
{
    char seen[1024] = { 0 };
    int all = 0;
    for (int i = 0; i < n; i++)
        if (!seen[p[i].port]) {
            seen[p[i].port] = 1;
            all++;
        }
    return all;
}

static unsigned digest(const struct packet *p, int n)
{
    unsigned h = 0;
    for (int i = 0; i < n; i++)
        h = (h ^ (unsigned)p[i].size) * 16777619u;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    struct packet *p = make(n);
    struct line l = { NULL, 0, 0 };
    long by_port[1024] = { 0 };
    for (int i = 0; i < n; i++)
        arrive(&l, p[i]);
    long bytes = deliver(&l, by_port), top = 0;
    for (int i = 0; i < 1024; i++)
        if (by_port[i] > top)
            top = by_port[i];
    printf("%ld %ld %d %d %u\n", bytes, top, largest(p, n), ports(p, n), digest(p, n));
    free(p);
    free(l.waiting);
    return 0;
}
