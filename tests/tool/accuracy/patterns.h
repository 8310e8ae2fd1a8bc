/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Synthetic loops: which cells each instance reads.  A cell stands for a word.
 */
#ifndef TESTS_PATTERNS_H
#define TESTS_PATTERNS_H

#include <stddef.h>
#include <stdint.h>

/* Cells [first, first + count). */
struct span {
    uint64_t first, count;
};

struct spans {
    struct span *span;
    size_t n, cap;
};

struct pattern;
struct mixture;
typedef void pattern_fn(const struct pattern *pattern, uint64_t i, struct spans *out);

struct pattern {
    char name[64];
    uint64_t n;                 /* instances */
    uint64_t seed;
    pattern_fn *read;
    double a;                   /* parameters, by pattern */
    uint64_t k, cells;
    uint64_t *start;            /* of n + 1: where each instance's own cells begin */
    double *cumulated;          /* of `cells`: Zipf's distribution */
    struct mixture *mixture;    /* of "mixture" and "compound" */
};

/* Regions far apart. */
#define REGION (UINT64_C(1) << 40)

extern const char *const pattern_names[];   /* NULL at the end */

/* n 0: as many instances as the seed says ("mixture" and "compound" only).  Ends the
 * program for a name that is none. */
void pattern_start(struct pattern *pattern, const char *name, uint64_t n, uint64_t seed);
void pattern_end(struct pattern *pattern);

/* The spans of instance i: ascending, disjoint, not adjacent.  Their cells. */
uint64_t pattern_read(const struct pattern *pattern, uint64_t i, struct spans *out);

/* Moves the spans to where the cells are in memory, which may be apart. */
void pattern_place(const struct pattern *pattern, struct spans *spans);

/* Distinct cells of all instances. */
uint64_t pattern_size(const struct pattern *pattern);

void spans_add(struct spans *spans, uint64_t first, uint64_t count);

/* For memory that there must be: ends the program at NULL. */
void *need(void *memory);

/* Zipf's law with exponent a: the shares of the cells, summed up, to be freed; and the
 * cell that q, uniform in [0, 1), draws. */
double *zipf_make(uint64_t cells, double a);
uint64_t zipf_draw(const double *cumulated, uint64_t cells, double q);

/* Uniform in [0, 1), by seed, i and j: SplitMix64's finaliser as a hash. */
double uniform_of(uint64_t seed, uint64_t i, uint64_t j);
uint64_t hash_of(uint64_t seed, uint64_t i, uint64_t j);

#endif
