/* SPDX-License-Identifier: GPL-3.0-or-later */
/* a small random generator, so that runs repeat */
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <math.h>
static uint64_t rnd_s = 88172645463325252ull;
static inline void rnd_seed(uint64_t s)
{
    rnd_s = 88172645463325252ull ^ (s * 0x9E3779B97F4A7C15ull);
    if (!rnd_s)
        rnd_s = 1;
}
static inline uint64_t rnd(void)
{
    rnd_s ^= rnd_s << 13;
    rnd_s ^= rnd_s >> 7;
    rnd_s ^= rnd_s << 17;
    return rnd_s * 0x2545F4914F6CDD1Dull;
}
static inline uint32_t rnd_n(uint32_t n)
{
    return (uint32_t)((rnd() >> 32) * n >> 32);
}
static inline double rnd_d(void)
{
    return (double)(rnd() >> 11) / 9007199254740992.0;
}
/* 0..n-1, small ones often (about Zipf with exponent 1) */
static inline uint32_t rnd_z(uint32_t n)
{
    uint32_t k = (uint32_t)(exp(rnd_d() * log((double)n + 1)) - 1);
    return k < n ? k : n - 1;
}
