/* SPDX-License-Identifier: GPL-3.0-or-later
 * The nearest town that is not done yet is looked for among all of them. */
#include <stdio.h>
#include <stdlib.h>

struct road {
    int to, length, next;
};
static struct road *roads;
static int *first, *distance, *before, used;
static char *done;
static unsigned state = 11;

static unsigned next_random(void)
{
    state = state * 1103515245u + 12345u;
    return state >> 9;
}

static void add_road(int from, int to, int length)
{
    roads[used] = (struct road) { to, length, first[from] };
    first[from] = used++;
}

static void make_roads(int towns)
{
    for (int i = 0; i < towns; i++)
        first[i] = -1;
    for (int i = 1; i < towns; i++) {
        int other = (int)(next_random() % (unsigned)i), length = 1 + (int)(next_random() % 100);
        add_road(i, other, length);
        add_road(other, i, length);
    }
    for (int i = 0; i < 2 * towns; i++)
        add_road((int)(next_random() % (unsigned)towns), (int)(next_random() % (unsigned)towns), 1 + (int)(next_random() % 500));
}

static int nearest(int towns)
{
    int best = -1;
    for (int i = 0; i < towns; i++)
        if (!done[i] && distance[i] >= 0 && (best < 0 || distance[i] < distance[best]))
            best = i;
    return best;
}

static void go_from(int town)
{
    for (int r = first[town]; r >= 0; r = roads[r].next) {
        int way = distance[town] + roads[r].length;
        if (distance[roads[r].to] < 0 || way < distance[roads[r].to]) {
            distance[roads[r].to] = way;
            before[roads[r].to] = town;
        }
    }
}

static void search(int towns, int from)
{
    for (int i = 0; i < towns; i++)
        distance[i] = before[i] = -1;
    distance[from] = 0;
    for (int town; (town = nearest(towns)) >= 0;) {
        done[town] = 1;
        go_from(town);
    }
}

static int hops(int town)
{
    int n = 0;
    while (before[town] >= 0) {
        town = before[town];
        n++;
    }
    return n;
}

static long all_hops(int towns)
{
    long sum = 0;
    for (int i = 0; i < towns; i++)
        sum += hops(i);
    return sum;
}

static int farthest(int towns)
{
    int most = 0;
    for (int i = 0; i < towns; i++)
        most = distance[i] > most ? distance[i] : most;
    return most;
}

static long lengths(void)
{
    long sum = 0;
    for (int i = 0; i < used; i++)
        sum += roads[i].length;
    return sum;
}

int main(int argc, char **argv)
{
    int towns = argc > 1 ? atoi(argv[1]) : 100;
    roads = malloc((size_t)towns * 4 * sizeof *roads);
    first = malloc((size_t)towns * sizeof *first);
    distance = malloc((size_t)towns * sizeof *distance);
    before = malloc((size_t)towns * sizeof *before);
    done = calloc((size_t)towns, 1);
    make_roads(towns);
    search(towns, 0);
    printf("%ld %d %ld\n", all_hops(towns), farthest(towns), lengths());
    return 0;
}
