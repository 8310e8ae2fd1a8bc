/* SPDX-License-Identifier: MIT
 * Random numbers (base/rng.c). */
#ifndef RT_RNG_H
#define RT_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rt_rng {
    uint64_t s[4];
    double p, log_miss;         /* of the last draw: ln (1 - p) */
};
void rt_rng_seed(struct rt_rng *, uint64_t seed);
uint64_t rt_rng_next(struct rt_rng *);
/* Trials before the first success: P(g) = (1 - p)^g p, p in (0, 1]; capped at 2^61. */
int64_t rt_rng_geometric(struct rt_rng *, double p);
/* Fill with bytes of the system's generator; false: not available. */
bool rt_random_bytes(void *, size_t);

#endif
