/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs of the suite (programs.py).  Each is a kind of loop or recursion as real code has it: one marked
 * target, input of its own, made from the size that it is called with.
 *
 *     KIND (NAME, GROWTH, ALARM, FROM, TO) { ... n ... }
 *
 * GROWTH is that of its iterations (or calls) over the bytes (calls in the chain) that a run sees, as worked out
 * by hand: an exponent, or -1 where sizes do not grow, 99 for an exponential.  ALARM: is it worse than n log n, by
 * iterations or by work?  FROM and TO are the least and the largest n of a fleet.
 *
 * VARIANT 0: elements of 4 bytes, input 1; VARIANT 1: elements of 40 bytes, input 2. */
#ifndef KINDS_H
#define KINDS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VARIANT
#define VARIANT 0
#endif

#define KIND(name, growth, alarm, from, to)                                                                     \
    static void name(size_t n);                                                                                \
    __attribute__((constructor)) static void add_##name(void)                                                  \
    {                                                                                                          \
        kinds[n_kinds++] = (struct kind){ #name, growth, alarm, from, to, name };                              \
    }                                                                                                          \
    static void name(size_t n)

struct kind {
    const char *name;
    double growth;
    int alarm;
    size_t from, to;
    void (*run)(size_t);
};

#define MOST_KINDS 64
static struct kind kinds[MOST_KINDS];
static size_t n_kinds;

/* What the loops work on. */
struct item {
    int key;
#if VARIANT == 1
    char rest[36];
#endif
};

static volatile long sink;
static uint64_t state = VARIANT + 1;

static inline uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

static inline void *get(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p)
        exit(1);
    return p;
}

static inline struct item *items_of(size_t n)
{
    struct item *list = (struct item *)get(n * sizeof *list);
    for (size_t i = 0; i < n; i++)
        list[i].key = (int)draw(1u << 30);
    return list;
}

/* "list", or a kind, a size and a seed. */
int main(int argc, char **argv)
{
    for (size_t i = 0; i < n_kinds; i++) {
        const struct kind *k = &kinds[i];
        if (argc == 2)
            printf("%s %g %d %zu %zu\n", k->name, k->growth, k->alarm, k->from, k->to);
        else if (argc == 4 && !strcmp(argv[1], k->name)) {
            state += 977 * (uint64_t)atol(argv[3]);
            k->run((size_t)atol(argv[2]));
            return 0;
        }
    }
    return argc == 2 ? 0 : 2;
}

#endif
