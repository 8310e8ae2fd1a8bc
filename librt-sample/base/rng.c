/* SPDX-License-Identifier: MIT
 * The generator of each thread, and the draw of gaps. */
#include "base/rng.h"
#include <algoprof/log_format.h>
#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* SplitMix64 (Steele, Lea, Flood 2014) spreads a seed over the state. */
void rt_rng_seed(struct rt_rng *rng, uint64_t seed)
{
    rng->p = 0;
    for (int i = 0; i < 4; i++) {
        rng->s[i] = alog_line_hash(seed);
        seed += 0x9e3779b97f4a7c15u;
    }
}

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

/* xoshiro256** (Blackman, Vigna 2018). */
uint64_t rt_rng_next(struct rt_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* ln ((1 + s) / (1 - s)) = 2 (s + s^3/3 + s^5/5 + ...), Abramowitz and Stegun
 * 4.1.27.  |s| <= 1/3: the 18th term is below 2^-57 of the sum. */
static double log_ratio(double s)
{
    static const double inverse[] = { 1.0 / 37, 1.0 / 35, 1.0 / 33, 1.0 / 31, 1.0 / 29, 1.0 / 27, 1.0 / 25,
                                      1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
                                      1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0 };
    double sum = 0, square = s * s;
    for (unsigned i = 0; i < sizeof inverse / sizeof *inverse; i++)
        sum = sum * square + inverse[i];
    return 2 * s * sum;
}

/* ln x for x in (0, 1]: x = m 2^k with m in [3/4, 3/2), m = (1 + s) / (1 - s). */
static double log_unit(double x)
{
    const double ln2 = 0.69314718055994530942;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m >= 1.5) {
        m /= 2;
        exponent++;
    }
    return exponent * ln2 + log_ratio((m - 1) / (m + 1));
}

/* Inversion (Devroye 1986, X.2): floor (ln U / ln (1 - p)) with U uniform on
 * (0, 1] has P(g) = (1 - p)^g - (1 - p)^(g+1).  ln (1 - p) is formed from
 * s = -p / (2 - p), which loses nothing for small p. */
int64_t rt_rng_geometric(struct rt_rng *rng, double p)
{
    if (p >= 1)
        return 0;
    double u = (double)((rt_rng_next(rng) >> 11) + 1) * 0x1p-53;
    if (rng->p != p) {
        rng->log_miss = p <= 0.5 ? log_ratio(-p / (2 - p)) : log_unit(1 - p);
        rng->p = p;
    }
    double gap = log_unit(u) / rng->log_miss;
    return gap < 0x1p61 ? (int64_t)gap : (int64_t)1 << 61;
}

bool rt_random_bytes(void *out, size_t len)
{
    uint8_t *p = out;
    while (len) {
        ssize_t n = getrandom(p, len, GRND_NONBLOCK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        len -= (size_t)n;
    }
    return true;
}
