/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/sizes.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_STEPS 10u
#define FIRST 10u
#define DOUBLINGS 20u

/* A number at *p, which moves behind it. */
static bool take(const char **p, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(*p, &end, 10);
    bool good = **p >= '0' && **p <= '9' && errno == 0 && *out > 0 && *out <= (uint64_t)1 << 53;
    *p = end;
    return good;
}

static int bad(const char *text, struct err *err)
{
    return err_set(err, "--sizes takes whole numbers from 1 on as in 100,200,400, or 100..10000x10 (ten from 100 to "
                        "10000), not '%.40s'", text);
}

/* Those that are rounded to one count once. */
static int spread(uint64_t low, uint64_t high, uint64_t steps, struct sizes *out)
{
    double ratio = (double)high / (double)low;
    for (uint64_t i = 0; i < steps; i++) {
        double share = steps > 1 ? (double)i / (double)(steps - 1) : 1;
        uint64_t n = (uint64_t)llround((double)low * pow(ratio, share));
        if (out->n == 0 || n != out->list[out->n - 1])
            out->list[out->n++] = n;
    }
    return 0;
}

static int parse_range(const char *text, uint64_t low, const char *p, struct sizes *out, struct err *err)
{
    uint64_t high, steps = USUAL_STEPS;
    if (!take(&p, &high) || high <= low)
        return bad(text, err);
    if (*p == 'x') {
        p++;
        if (!take(&p, &steps) || steps < 2)
            return bad(text, err);
    }
    if (*p != '\0')
        return bad(text, err);
    if (steps > SIZES_MOST)
        return err_set(err, "--sizes takes at most %u sizes", SIZES_MOST);
    return spread(low, high, steps, out);
}

int sizes_parse(const char *text, struct sizes *out, struct err *err)
{
    const char *p = text;
    uint64_t n;
    *out = (struct sizes){ .n = 0 };
    if (!take(&p, &n))
        return bad(text, err);
    if (strncmp(p, "..", 2) == 0)
        return parse_range(text, n, p + 2, out, err);
    for (;;) {
        if (out->n == SIZES_MOST)
            return err_set(err, "--sizes takes at most %u sizes", SIZES_MOST);
        out->list[out->n++] = n;
        if (*p == '\0')
            return 0;
        if (*p++ != ',' || !take(&p, &n))
            return bad(text, err);
    }
}

void sizes_grow(struct sizes *out)
{
    *out = (struct sizes){ .growing = true };
    for (uint64_t n = FIRST; out->n < DOUBLINGS; n *= 2)
        out->list[out->n++] = n;
}
