/* SPDX-License-Identifier: MIT
 * A program whose loops are all targets.  Nearly all of its time goes to one, which comes last: a list of what was seen is searched for
 * each neighbour of each node.  Before it loops over as many nodes build and count, and the loop around it is cheap. */
#include <stdio.h>
#include <stdlib.h>

struct edge {
    int to;
    struct edge *next;
};

static unsigned next_random(void)
{
    static unsigned long state = 7;
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static struct edge **make(int n)
{
    struct edge **g = calloc((size_t)n, sizeof *g);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            struct edge *e = malloc(sizeof *e);
            e->to = (int)(next_random() % (unsigned)n);
            e->next = g[i];
            g[i] = e;
        }
    return g;
}

static void count(struct edge **g, int n, int *degree)
{
    for (int i = 0; i < n; i++)
        for (struct edge *e = g[i]; e; e = e->next)
            degree[e->to]++;
}

static int largest(const int *degree, int n)
{
    int most = 0;
    for (int i = 0; i < n; i++)
        if (degree[i] > most)
            most = degree[i];
    return most;
}

static long paths_back(struct edge **g, int n)
{
    long found = 0;
    for (int i = 0; i < n; i++)
        for (struct edge *a = g[i]; a; a = a->next)
            for (struct edge *b = g[a->to]; b; b = b->next)
                found += b->to == i;
    return found;
}

static int is_known(const int *list, int n, int node)
{
    for (int i = n - 1; i >= 0; i--)
        if (list[i] == node)
            return 1;
    return 0;
}

static int reach(struct edge **g, int *list)
{
    int known = 1;
    list[0] = 0;
    for (int at = 0; at < known; at++)
        for (struct edge *e = g[list[at]]; e; e = e->next)
            if (!is_known(list, known, e->to))
                list[known++] = e->to;
    return known;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int *degree = calloc((size_t)n, sizeof *degree), *list = calloc((size_t)n, sizeof *list);
    struct edge **g = make(n);
    count(g, n, degree);
    printf("%d %ld ", largest(degree, n), paths_back(g, n));
    printf("%d\n", reach(g, list));
    for (int i = 0; i < n; i++)
        while (g[i]) {
            struct edge *e = g[i];
            g[i] = e->next;
            free(e);
        }
    free(g);
    free(list);
    free(degree);
    return 0;
}
