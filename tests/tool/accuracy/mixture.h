/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random loops: one to three components of random kinds and sizes.  A second
 * source beside patterns.h, of kinds of its own: nothing was tuned on it.
 */
#ifndef TESTS_MIXTURE_H
#define TESTS_MIXTURE_H

#include <stdbool.h>

#include "patterns.h"

#define MIXTURE_PARTS 3

struct part;
typedef void part_fn(const struct part *part, uint64_t n, uint64_t i, struct spans *out);

struct part {
    part_fn *read;
    uint64_t seed, base, stride;
    uint64_t k, cells, rows;
    double a;
    bool heap;                  /* compound.h: objects of an arena, scattered */
    uint64_t *table;            /* of n + 1, by kind; or NULL */
    double *cumulated;          /* of `cells`; or NULL */
};

struct mixture {
    struct part part[MIXTURE_PARTS];
    unsigned n_parts;
};

/* The mixture of a seed, for n instances. */
void mixture_make(struct mixture *mixture, uint64_t seed, uint64_t n);
void mixture_read(const struct mixture *mixture, uint64_t n, uint64_t i, struct spans *out);
void mixture_free(struct mixture *mixture);

/* How many instances the run of a seed has: 2000 to 30,000. */
uint64_t mixture_instances(uint64_t seed);

#endif
