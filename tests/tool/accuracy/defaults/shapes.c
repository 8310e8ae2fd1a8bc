/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs of known shape, whose loop is sampled as it is by default (defaults.py): shapes SHAPE cheap|dear.  Each takes
 * 20 ms of CPU time or more and has hundreds of instances.  Cheap: an array, which is recorded as a range.  Dear: a
 * list, each of whose nodes is recorded by itself. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 400000u
#define THREADS 64

int list[MOST];                 /* not static: GCC would know that it is never written, and look at none of it */
static struct node {
    struct node *next;
    int key;
} node[MOST];
static bool dear;
static volatile long sink;
static uint64_t state = 1;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

__attribute__((noinline)) static void search_array(size_t from, size_t n)
{
    size_t i, end = from + n;
#pragma algoprof loop
    for (i = from; i < end; i++)
        if (list[i] == 1)
            break;
    sink += (long)i;
}

__attribute__((noinline)) static void search_list(const struct node *at, size_t n)
{
#pragma algoprof loop
    for (; n; n--, at = at->next)
        if (at->key == 1)
            break;
    sink += (long)n;
}

/* So many elements are looked at; none is what is looked for. */
static void search(size_t from, size_t n)
{
    if (dear)
        search_list(&node[from], n);
    else
        search_array(from, n);
}

static void growing(size_t n)
{
    for (size_t k = 1; k <= n; k++)
        search(0, k);
}

static void shrinking(size_t n)
{
    for (size_t k = n; k; k--)
        search(0, k);
}

/* Filled by instances of one iteration, then searched. */
static void phases(size_t n)
{
    for (size_t k = 0; k < n; k++)
        search(k, 1);
    for (size_t k = 0; k < n; k++)
        search(0, 1 + draw((uint32_t)n));
}

/* Many small ones, then some of a hundred times as many iterations. */
static void bursts(size_t n)
{
    for (size_t k = 0; k < 100; k++) {
        for (size_t i = 0; i < 100; i++)
            search(i, n / 100);
        for (size_t i = 0; i < 4; i++)
            search(0, n);
    }
}

static void one_huge(size_t n)
{
    for (size_t k = 0; k < n; k++)
        search(0, k == n / 2 ? 20 * n : n / 4);
}

static void *work(void *n)
{
    for (size_t k = 1; k <= *(size_t *)n / 4; k++)
        search(0, k);
    return NULL;
}

static void threads(size_t n)
{
    pthread_t thread[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, work, &n))
            exit(1);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

static const struct {
    const char *name;
    void (*run)(size_t);
    size_t n[2];
} shapes[] = { { "growing", growing, { 10000, 7000 } },   { "shrinking", shrinking, { 10000, 7000 } },
               { "phases", phases, { 8000, 5500 } },      { "bursts", bursts, { 60000, 60000 } },
               { "one-huge", one_huge, { 12000, 8000 } }, { "threads", threads, { 8000, 4000 } } };

int main(int argc, char **argv)
{
    dear = argc == 3 && strcmp(argv[2], "dear") == 0;
    for (size_t i = 0; i + 1 < MOST; i++)
        node[i].next = &node[i + 1];
    for (size_t i = 0; argc == 3 && i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(argv[1], shapes[i].name) == 0) {
            shapes[i].run(shapes[i].n[dear]);
            return 0;
        }
    fprintf(stderr, "usage: shapes growing|shrinking|phases|bursts|one-huge|threads cheap|dear\n");
    return 2;
}
